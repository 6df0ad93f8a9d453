import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'

/** Whose a destination is, and which customer's. */
export type Owner = { readonly owner: string; readonly customerKey: string | null }

/** Whose the destinations of transfers are, as the company's own address book knows. */
export async function findOwners(
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Owner>> {
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
    rows.map((row) => [row.id, { owner: ownerOf(row), customerKey: row.customer_key }]),
  )
}

function ownerOf(row: { type: string; source_type: string; customer_key: string | null }): string {
  if (row.type === 'UNHOSTED') return 'UNHOSTED'
  if (row.source_type === 'EXTERNAL') return 'OURS_BY_CONFIRMATION'
  return row.customer_key === null ? 'INTERNAL' : 'INTERNAL_CUSTOMER'
}

/** How well the wallets of transfers are proved, by the best proof that holds; those without one are missing. */
export async function findProofs(
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; result: string }>`
    select t.id, max(p.result) as result from transactions.transfer t
    join transactions.proof p on p.vasp_did = ${company} and p.address_key = t.address_key
    where t.id = any(${[...ids]}::uuid[]) and (p.until is null or p.until > ${at}) group by t.id`.execute(
    tx,
  )
  return new Map(rows.map(({ id, result }) => [id, result]))
}

/**
 * How often a counterparty has changed the name that it states for an address, in thirty days: by an amendment, or by
 * a transfer that it cancelled after the address was confirmed.
 */
export async function countNameTries(
  tx: TransactionsTx,
  company: string,
  id: string,
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ tries: string }>`
    select sum(s.name_amendments) + count(*) filter (where s.transfer_id <> ${id} and s.status = 'CANCELLED'
        and o.acked_at is not null) as tries
    from transactions.transfer t
    join transactions.side mine on mine.vasp_did = ${company} and mine.transfer_id = t.id
    join transactions.side s on s.vasp_did = ${company} and s.counterparty_no = mine.counterparty_no
      and s.direction = 'incoming' and s.created_at > ${new Date(at.getTime() - triesDays * 86_400_000)}
    join transactions.transfer o on o.id = s.transfer_id and o.address_key = t.address_key
    where t.id = ${id}`.execute(tx)
  return Number(rows[0]?.tries ?? 0)
}
const triesDays = 30

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
