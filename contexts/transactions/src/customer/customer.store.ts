import type { Customer } from '@countersign/contracts/transactions'
import { type Selectable, sql } from 'kysely'
import type { OwnSealed } from '../sealing/index.ts'
import type { TransactionsCustomer } from '../tables.gen.ts'
import type { TransactionsTx } from '../tables.ts'
import { readSide, type SideRow } from '../transfer/index.ts'
import { itemsOf } from './person.rules.ts'

/** A customer as it is stored: its data sealed, or a reference alone. */
export type StoredCustomer = Omit<Customer, 'createdAt' | 'updatedAt'> & {
  readonly key: string
  readonly sealed: OwnSealed | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

const kindOf = (kind: string | null) => (kind === 'NATURAL' || kind === 'LEGAL' ? kind : null)

const read = (row: Selectable<TransactionsCustomer>): StoredCustomer => ({
  customerRef: row.ref,
  key: row.customer_key,
  kind: kindOf(row.kind),
  country: row.country,
  tags: row.tags,
  items: itemsOf(row.tree),
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  // ownSealer wrote it; what is no sealed tree does not open.
  sealed:
    row.tree !== null && row.box !== null && row.key_no !== null
      ? { tree: row.tree as OwnSealed['tree'], box: row.box, keyNo: row.key_no }
      : null,
})

const rows = (tx: TransactionsTx, company: string) =>
  tx.selectFrom('transactions.customer').selectAll().where('vasp_did', '=', company)

export async function findCustomer(
  tx: TransactionsTx,
  company: string,
  ref: string,
): Promise<StoredCustomer | undefined> {
  const row = await rows(tx, company).where('ref', '=', ref).executeTakeFirst()
  return row && read(row)
}

/** The same, held until the transaction ends. */
export async function lockCustomer(
  tx: TransactionsTx,
  company: string,
  ref: string,
): Promise<StoredCustomer | undefined> {
  const row = await rows(tx, company).where('ref', '=', ref).forUpdate().executeTakeFirst()
  return row && read(row)
}

/** Customers by the keys that stand for them. */
export async function findCustomersByKey(
  tx: TransactionsTx,
  company: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, StoredCustomer>> {
  if (keys.length === 0) return new Map()
  const found = await rows(tx, company)
    .where('customer_key', 'in', [...keys])
    .execute()
  return new Map(found.map((row) => [row.customer_key, read(row)]))
}

/** The key that stands for a customer; null: there is none of this reference. */
export const findCustomerKey = async (
  tx: TransactionsTx,
  company: string,
  ref: string,
): Promise<string | null> => (await findCustomer(tx, company, ref))?.key ?? null

/** Which customers to list. */
export type CustomerFilter = {
  readonly q?: string | undefined
  readonly country?: string | undefined
  readonly tag?: string | undefined
  readonly after?: string | undefined
}

/** Customers in the order of their references. */
export async function findCustomers(
  tx: TransactionsTx,
  company: string,
  { q, country, tag, after }: CustomerFilter,
  limit: number,
): Promise<StoredCustomer[]> {
  const found = await rows(tx, company)
    .$if(q !== undefined, (query) =>
      query.where('ref', '>=', q ?? '').where('ref', '<', `${q ?? ''}~`),
    )
    .$if(country !== undefined, (query) => query.where('country', '=', country ?? ''))
    .$if(tag !== undefined, (query) => query.where(sql<boolean>`${tag} = any(tags)`))
    .$if(after !== undefined, (query) => query.where('ref', '>', after ?? ''))
    .orderBy('ref')
    .limit(limit)
    .execute()
  return found.map(read)
}

/** Stores what is known of a customer whose row is held or new. */
export async function saveCustomer(
  tx: TransactionsTx,
  company: string,
  { customerRef: ref, key, kind, country, tags, version, sealed, ...one }: StoredCustomer,
): Promise<boolean> {
  const known = {
    kind,
    country,
    tags,
    version,
    tree: sealed && JSON.stringify(sealed.tree),
    box: sealed?.box ?? null,
    key_no: sealed?.keyNo ?? null,
    updated_at: one.updatedAt,
  }
  const saved = await tx
    .insertInto('transactions.customer')
    .values({ vasp_did: company, ref, customer_key: key, created_at: one.createdAt, ...known })
    .onConflict((conflict) =>
      conflict
        .columns(['vasp_did', 'ref'])
        .doUpdateSet(known)
        .where('transactions.customer.customer_key', '=', key),
    )
    .returning('ref')
    .executeTakeFirst()
  return saved !== undefined
}

/** The newest transfers of a customer, as the company's side sees them. */
export async function findSidesOf(
  tx: TransactionsTx,
  company: string,
  key: string,
  limit: number,
): Promise<SideRow[]> {
  const found = await tx
    .selectFrom('transactions.side')
    .selectAll()
    .where('vasp_did', '=', company)
    .where('customer_key', '=', key)
    .where('erased_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('transfer_id', 'desc')
    .limit(limit)
    .execute()
  return found.map(readSide)
}

/** The customer whose the destination of a transfer is, by the company's own book. */
export async function findCustomerAt(
  tx: TransactionsTx,
  company: string,
  addressKey: Buffer,
): Promise<string | null> {
  const row = await tx
    .selectFrom('transactions.address')
    .select('customer_key')
    .where('vasp_did', '=', company)
    .where('key', '=', addressKey)
    .where('source_type', '=', 'INTERNAL')
    .where('type', '=', 'HOSTED')
    .executeTakeFirst()
  return row?.customer_key ?? null
}

/** Customers of these references, held until the transaction ends. Each is looked up by its key, as `findVersions` has it. */
export async function lockCustomers(
  tx: TransactionsTx,
  company: string,
  refs: readonly string[],
): Promise<ReadonlyMap<string, StoredCustomer>> {
  if (refs.length === 0) return new Map()
  const { rows: found } = await sql<Selectable<TransactionsCustomer>>`
    select c.* from unnest(${refs.toSorted()}::text[]) as g (ref),
      lateral (select * from transactions.customer where vasp_did = ${company} and ref = g.ref limit 1 for update) c`.execute(
    tx,
  )
  return new Map(found.map((row) => [row.ref, read(row)]))
}

/** Stores what is known of customers whose rows are held or new. @returns how many */
export async function saveCustomers(
  tx: TransactionsTx,
  company: string,
  customers: readonly StoredCustomer[],
): Promise<number> {
  const given = customers.map(
    ({ customerRef, key, kind, country, tags, version, sealed, ...one }) => ({
      ref: customerRef,
      key,
      kind,
      country,
      tags,
      version,
      tree: sealed?.tree,
      box: sealed?.box.toString('hex'),
      no: sealed?.keyNo,
      created: one.createdAt,
      updated: one.updatedAt,
    }),
  )
  const { numAffectedRows } = await sql`
    insert into transactions.customer as c (vasp_did, ref, customer_key, kind, country, tags, version, tree, box, key_no,
      created_at, updated_at)
    select ${company}, g.ref, g.key, g.kind, g.country, g.tags, g.version, g.tree, decode(g.box, 'hex'), g.no, g.created,
      g.updated
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (ref text, key uuid, kind text, country text,
      tags text[], version int, tree jsonb, box text, no int, created timestamptz, updated timestamptz)
    order by g.ref
    on conflict (vasp_did, ref) do update set kind = excluded.kind, country = excluded.country, tags = excluded.tags,
      version = excluded.version, tree = excluded.tree, box = excluded.box, key_no = excluded.key_no,
      updated_at = excluded.updated_at
    where c.customer_key = excluded.customer_key`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

const removal = (company: string) => sql`hashtextextended(${`customers ${company}`}, 0)`

/** Until the transaction ends no customer of the company is removed: one lock instead of thousands of rows' own. */
export const keepCustomers = (tx: TransactionsTx, company: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock_shared(${removal(company)})`.execute(tx)

/** Removes customers, and the addresses registered for them with the claims to them and what proved them. */
export async function removeCustomers(
  tx: TransactionsTx,
  company: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await sql`select pg_advisory_xact_lock(${removal(company)})`.execute(tx)
  await sql`with gone as (
      delete from transactions.address where vasp_did = ${company} and customer_key = any(${keys}::uuid[])
      returning key)
    delete from transactions.address_claim where vasp_did = ${company} and key = any(array(select key from gone))`.execute(
    tx,
  )
  for (const table of [
    'transactions.proof',
    'transactions.proof_request',
    'transactions.customer_did',
    'transactions.customer',
  ] as const)
    await tx
      .deleteFrom(table)
      .where('vasp_did', '=', company)
      .where('customer_key', 'in', [...keys])
      .execute()
}
