import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'

/** Whose the destinations of transfers are, as the company's own address book knows. */
export async function findOwners(
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('transactions.transfer as t')
    .innerJoin('transactions.address as a', (join) =>
      join.onRef('a.key', '=', 't.address_key').on('a.vasp_did', '=', company),
    )
    .select(['t.id', 'a.source_type', 'a.type', 'a.customer_key'])
    .where('t.id', 'in', ids)
    .execute()
  return new Map(
    rows.map((row) => {
      if (row.type === 'UNHOSTED') return [row.id, 'UNHOSTED']
      if (row.source_type === 'EXTERNAL') return [row.id, 'OURS_BY_CONFIRMATION']
      return [row.id, row.customer_key === null ? 'INTERNAL' : 'INTERNAL_CUSTOMER']
    }),
  )
}

/** The newest result of each provider's checks, by the transfer's id and the kind of check. */
export async function findChecks(
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('transactions.check_result')
    .distinctOn(['transfer_id', 'kind', 'source'])
    .select(['transfer_id', 'kind', 'result'])
    .where('vasp_did', '=', company)
    .where('transfer_id', 'in', ids)
    .orderBy('transfer_id')
    .orderBy('kind')
    .orderBy('source')
    .orderBy('id', 'desc')
    .execute()
  const found = new Map<string, string[]>()
  for (const { transfer_id: id, kind, result } of rows)
    found.set(`${id} ${kind}`, [...(found.get(`${id} ${kind}`) ?? []), result])
  return found
}

/** Those of some transfers that have an earlier one of the company with the same counterparty. */
export async function findRepeated(
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select s.transfer_id as id from transactions.side s
    where s.vasp_did = ${company} and s.transfer_id = any(${[...ids]}::uuid[])
      and exists (select from transactions.side e where e.vasp_did = s.vasp_did
        and e.counterparty_no = s.counterparty_no and e.created_at <= s.created_at
        and e.transfer_id < s.transfer_id)`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** What the company's transfers with the same counterparty were worth in some hours up to one; null: nobody knows. */
export type Sum = {
  readonly transferId: string
  readonly hours: number
  /** Ten-thousandths of the company's currency, as digits. */
  readonly value: string | null
}

/** Sums windows that end with each transfer, itself included. Without a counterparty there is no sum. */
export async function sumWindow(
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
  hours: number,
): Promise<Sum[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; value: string | null }>`
    select s.transfer_id as id, case when s.value is null or s.counterparty_no is null then null else
      (select case when bool_or(e.value is null) then null else sum(e.value)::text end
       from transactions.side e where e.vasp_did = s.vasp_did and e.direction = s.direction
        and e.counterparty_no = s.counterparty_no and e.created_at <= s.created_at
        and e.created_at > s.created_at - make_interval(hours => ${hours}::int)
        and e.status not in ('CANCELLED', 'REJECTED', 'DECLINED')) end as value
    from transactions.side s
    where s.vasp_did = ${company} and s.transfer_id = any(${[...ids]}::uuid[])`.execute(tx)
  return rows.map(({ id, value }) => ({ transferId: id, hours, value }))
}
