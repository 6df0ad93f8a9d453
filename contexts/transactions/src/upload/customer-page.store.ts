import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'
import type { Staged, Worked } from './address-page.store.ts'
import type { StoredUpload, Which } from './upload.store.ts'

/** A line with a customer, sealed. */
export type SealedLine = { readonly line: number; readonly ref: string; readonly sealed: Buffer }

/** Keeps a page of lines for the preview, and finds out what they would change. */
export async function stageCustomers(
  tx: TransactionsTx,
  { vasp_did: company, id }: Which,
  lines: readonly SealedLine[],
): Promise<Staged> {
  const first = new Map<string, SealedLine>()
  for (const one of lines) if (!first.has(one.ref)) first.set(one.ref, one)
  const page = [...first.values()]
  const { rows } = await sql<{ ref: string; effect: string }>`
    insert into transactions.upload_customer (vasp_did, upload_id, ref, effect, sealed)
    select ${company}, ${id}, g.ref, case when c.kind is null then 'NEW' else 'CHANGED' end, g.sealed
    from unnest(${page.map(({ ref }) => ref)}::text[], ${page.map(({ sealed }) => sealed)}::bytea[]) as g (ref, sealed)
      left join lateral (select kind from transactions.customer
        where vasp_did = ${company} and ref = g.ref limit 1) c on true
    on conflict do nothing returning ref, effect`.execute(tx)
  const effects = new Map(rows.map(({ ref, effect }) => [ref, effect]))
  const twice = lines.filter((one) => first.get(one.ref) !== one || !effects.has(one.ref))
  const changed = rows.filter(({ effect }) => effect === 'CHANGED').length
  return {
    fresh: rows.length - changed,
    changed,
    present: 0,
    problems: twice.map(({ line }) => ({
      line,
      reason: 'Another line of the file has this customer',
    })),
  }
}

/** A page of customers of the file, in the order of their references. */
export const takeCustomers = (
  tx: TransactionsTx,
  { vasp_did, id, place }: StoredUpload,
  limit: number,
): Promise<{ ref: string; sealed: Buffer }[]> =>
  tx
    .selectFrom('transactions.upload_customer')
    .select(['ref', 'sealed'])
    .where('vasp_did', '=', vasp_did)
    .where('upload_id', '=', id)
    .where('ref', '>', place)
    .orderBy('ref')
    .limit(limit)
    .execute()

/** Registered customers that the file doesn't have. One of whom a transfer is kept stays. */
const others = ({ vasp_did: company, id }: Which) => sql`
  c.kind is not null
  and (select true from transactions.upload_customer u
    where u.vasp_did = ${company} and u.upload_id = ${id} and u.ref = c.ref limit 1) is null
  and (select true from transactions.side s
    where s.vasp_did = ${company} and s.customer_key = c.customer_key and s.erased_at is null limit 1) is null`

/** How many customers would be removed. */
export async function countOtherCustomers(tx: TransactionsTx, upload: Which): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from transactions.customer c
    where c.vasp_did = ${upload.vasp_did} and ${others(upload)}`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Looks through a page of customers, for those to be removed, and holds them. */
export async function takeOtherCustomers(
  tx: TransactionsTx,
  upload: StoredUpload,
  limit: number,
): Promise<Worked & { readonly keys: string[] }> {
  const { rows } = await sql<{ ref: string; customer_key: string; goes: boolean }>`
    select c.ref, c.customer_key, (${others(upload)} and c.created_at <= ${upload.created_at}) as goes
    from transactions.customer c where c.vasp_did = ${upload.vasp_did} and c.ref > ${upload.place}
    order by c.ref limit ${limit} for update`.execute(tx)
  const keys = rows.flatMap(({ customer_key, goes }) => (goes ? [customer_key] : []))
  return { done: keys.length, place: rows.at(-1)?.ref ?? null, keys }
}
