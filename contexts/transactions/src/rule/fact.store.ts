import { type RawBuilder, sql } from 'kysely'
import { secondsAt } from '../list/index.ts'
import type { TransactionsTx } from '../tables.ts'
import type { Asked } from './asked.rules.ts'

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

/** The newest result of each provider's checks, by the transfer's id and the kind of check, and with the provider. */
export async function findChecks(
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('transactions.check_result')
    .distinctOn(['transfer_id', 'kind', 'source'])
    .select(['transfer_id', 'kind', 'source', 'result'])
    .where('vasp_did', '=', company)
    .where('transfer_id', 'in', ids)
    .orderBy('transfer_id')
    .orderBy('kind')
    .orderBy('source')
    .orderBy('id', 'desc')
    .execute()
  const found = new Map<string, string[]>()
  for (const { transfer_id: id, kind, source, result } of rows) {
    found.set(`${id} ${kind}`, [...(found.get(`${id} ${kind}`) ?? []), result])
    found.set(`${id} ${kind} ${source}`, [result])
  }
  return found
}

/** Whether a check of a kind has ever come to the company: from one provider, or from any. */
export const hasChecked = async (
  tx: TransactionsTx,
  company: string,
  kind: string,
  source: string | undefined,
): Promise<boolean> =>
  (await tx
    .selectFrom('transactions.check_result')
    .select('id')
    .where('vasp_did', '=', company)
    .where('kind', '=', kind)
    .$if(source !== undefined, (query) => query.where('source', '=', source ?? ''))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Whether a transfer is the company's first with its counterparty, customer and destination; null: it has no customer. */
export type Firsts = {
  readonly counterparty: boolean
  readonly customer: boolean | null
  readonly address: boolean
}

/** With whom and to where some transfers are the company's first. A customer's deposits are those to its addresses too. */
export async function findFirsts(
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Firsts>> {
  if (ids.length === 0) return new Map()
  const earlier = sql`(e.created_at, e.transfer_id) < (s.created_at, s.transfer_id)`
  const to = (address: RawBuilder<unknown>) => sql`(select true from transactions.transfer x
    join transactions.side e on e.vasp_did = s.vasp_did and e.transfer_id = x.id
    where x.address_key = ${address} and ${earlier} limit 1)`
  const { rows } = await sql<Firsts & { id: string }>`
    select s.transfer_id as id,
      (select true from transactions.side e where e.vasp_did = s.vasp_did
        and e.counterparty_no = s.counterparty_no and ${earlier}
        order by e.created_at desc, e.transfer_id desc limit 1) is null as counterparty,
      ${to(sql`t.address_key`)} is null as address,
      case when c.key is null then null else
        (select true from transactions.side e where e.vasp_did = s.vasp_did and e.customer_key = c.key
          and ${earlier} order by e.created_at desc limit 1) is null
        and (select true from transactions.address a where a.vasp_did = s.vasp_did and a.customer_key = c.key
          and ${to(sql`a.key`)} limit 1) is null end as customer
    from transactions.side s
    join transactions.transfer t on t.id = s.transfer_id
    cross join lateral (select coalesce(s.customer_key, (select a.customer_key from transactions.address a
      where a.vasp_did = s.vasp_did and a.key = t.address_key and s.role = 'B')) as key) c
    where s.vasp_did = ${company} and s.transfer_id = any(${[...ids]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, ...firsts }) => [id, firsts]))
}

/** What the company's transfers with the same counterparty or customer were worth in some hours up to one. */
export type Sum = {
  readonly transferId: string
  /** Ten-thousandths of the company's currency, as digits; null: nobody knows. */
  readonly value: string | null
}

/** Sums windows that end with each transfer, itself included. Without a counterparty or customer there is no sum. */
export async function sumWindow(
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
  { hours, by }: Asked['sums'][number],
): Promise<Sum[]> {
  if (ids.length === 0) return []
  const party = sql.ref(by === 'CUSTOMER' ? 'customer_key' : 'counterparty_no')
  const { rows } = await sql<{ id: string; value: string | null }>`
    select s.transfer_id as id, case when s.value is null or s.${party} is null then null else
      (select case when bool_or(e.value is null) then null else sum(e.value)::text end
       from transactions.side e where e.vasp_did = s.vasp_did and e.direction = s.direction
        and e.${party} = s.${party} and e.created_at <= s.created_at
        and e.created_at > s.created_at - make_interval(hours => ${hours}::int)
        and e.status not in ('CANCELLED', 'REJECTED', 'DECLINED')) end as value
    from transactions.side s
    where s.vasp_did = ${company} and s.transfer_id = any(${[...ids]}::uuid[])`.execute(tx)
  return rows.map(({ id, value }) => ({ transferId: id, value }))
}

/** The minutes within which half of the company's transfers of a year were answered, by counterparty; none: no answer yet. */
export async function findResponseTimes(
  tx: TransactionsTx,
  company: string,
  others: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, number>> {
  const since = new Date(at.getTime() - 365 * 86_400_000).toISOString().slice(0, 10)
  const { rows } = await sql<{ did: string; times: string[] }>`
    select counterparty_did as did, transactions.sum_histogram(answer_times) as times
    from transactions.pair_month where vasp_did = ${company}
      and counterparty_did = any(${[...others]}::text[]) and month >= date_trunc('month', ${since}::date)
    group by 1`.execute(tx)
  return new Map(
    rows.flatMap(({ did, times }) => {
      const seconds = secondsAt(times.map(Number), 0.5)
      return seconds === null ? [] : [[did, Math.floor(seconds / 60)] as const]
    }),
  )
}
