import { arrayLiteral, textArray } from '@countersign/kit/pinned-connection'
import { sql } from 'kysely'
import { numberedLength, type Whole } from '../sealing/index.ts'
import type { TransactionsUploadCustomer } from '../tables.gen.ts'
import type { TransactionsTx } from '../tables.ts'
import type { Staged, Worked } from './address-page.store.ts'
import { keyBoxLength } from './key-box.ts'
import type { StoredUpload, Which } from './upload.store.ts'

/** The nth of several that are sent as one, as all have the same length; `g.n` counts from 1. */
const cut = (all: readonly Buffer[], length: number) =>
  sql`substring(${Buffer.concat(all)}::bytea from (g.n::int - 1) * ${length}::int + 1 for ${length}::int)`

/** A line with a customer: sealed as it will be stored, its data key under the key of the upload. */
export type SealedLine = {
  readonly line: number
  readonly ref: string
  readonly effect: 'NEW' | 'CHANGED'
  readonly key: string
  readonly version: number
  readonly kind: 'NATURAL' | 'LEGAL'
  readonly country: string | null
  readonly tags: readonly string[]
  readonly tree: Whole
  readonly dataKey: Buffer
}

/** Keeps a page of lines for the preview, with what they would change. */
export async function stageCustomers(
  tx: TransactionsTx,
  { vasp_did: company, id }: Which,
  lines: readonly SealedLine[],
): Promise<Staged> {
  const first = new Map<string, SealedLine>()
  for (const one of lines) if (!first.has(one.ref)) first.set(one.ref, one)
  const page = [...first.values()]
  const texts = (of: (one: SealedLine) => string | null) => textArray(page.map(of))
  const { rows } = await sql<{ ref: string; effect: string }>`
    insert into transactions.upload_customer (vasp_did, upload_id, ref, effect, customer_key, version, kind, country, tags,
      tree, data_key)
    select ${company}, ${id}, g.ref, g.effect, g.key::uuid, g.version, g.kind, g.country, g.tags::text[], g.tree::jsonb,
      ${cut(
        page.map(({ dataKey }) => dataKey),
        keyBoxLength,
      )}
    from unnest(${texts(({ ref }) => ref)}::text[], ${texts(({ effect }) => effect)}::text[],
      ${texts(({ key }) => key)}::text[], ${page.map(({ version }) => version)}::int[], ${texts(({ kind }) => kind)}::text[],
      ${texts(({ country }) => country)}::text[], ${texts(({ tags }) => arrayLiteral(tags))}::text[],
      ${texts(({ tree }) => JSON.stringify(tree))}::text[])
      with ordinality as g (ref, effect, key, version, kind, country, tags, tree, n)
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

/** What names a customer of the file and opens it. */
export type StagedKey = Pick<TransactionsUploadCustomer, 'ref' | 'customer_key' | 'data_key'> & {
  readonly version: number
}

/** A page of customers of the file, in the order of their references. */
export const takeCustomers = (
  tx: TransactionsTx,
  { vasp_did, id, place }: StoredUpload,
  limit: number,
): Promise<StagedKey[]> =>
  tx
    .selectFrom('transactions.upload_customer')
    .select(['ref', 'customer_key', 'version', 'data_key'])
    .where('vasp_did', '=', vasp_did)
    .where('upload_id', '=', id)
    .where('ref', '>', place)
    .orderBy('ref')
    .limit(limit)
    .execute()

/** Lines by their references, each looked up by its key. */
const staged = ({ vasp_did: company, id }: Which, refs: readonly string[]) =>
  sql`unnest(${textArray(refs)}::text[]) with ordinality as g (ref, n),
    lateral (select * from transactions.upload_customer
      where vasp_did = ${company} and upload_id = ${id} and ref = g.ref limit 1) u`

/** A customer of the file, as `stageCustomers` kept it. */
export type StagedCustomer = StagedKey & Pick<SealedLine, 'kind' | 'country' | 'tags' | 'tree'>

/** Customers of the file with their sealed data. */
export const findStaged = async (
  tx: TransactionsTx,
  upload: Which,
  refs: readonly string[],
): Promise<StagedCustomer[]> =>
  (
    await sql<StagedCustomer>`select u.ref, u.customer_key, u.version, u.data_key, u.kind, u.country, u.tags, u.tree
      from ${staged(upload, refs)}`.execute(tx)
  ).rows

/** A customer of the file whose data key is sealed to the company. */
export type BoxedLine = { readonly ref: string; readonly box: Buffer }

/**
 * Registers customers as they were sealed, or replaces what is known of them where it is the version before.
 * @returns how many
 */
export async function registerAsSealed(
  tx: TransactionsTx,
  upload: Which,
  lines: readonly BoxedLine[],
  keyNo: number,
  at: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into transactions.customer as c (vasp_did, ref, customer_key, kind, country, tags, version, tree, box, key_no,
      created_at, updated_at)
    select u.vasp_did, u.ref, u.customer_key, u.kind, u.country, u.tags, u.version, u.tree, ${cut(
      lines.map(({ box }) => box),
      numberedLength,
    )}, ${keyNo}::int, ${at}::timestamptz, ${at}::timestamptz
    from ${staged(
      upload,
      lines.map(({ ref }) => ref),
    )}
    on conflict (vasp_did, ref) do update set kind = excluded.kind, country = excluded.country, tags = excluded.tags,
      version = excluded.version, tree = excluded.tree, box = excluded.box, key_no = excluded.key_no,
      updated_at = excluded.updated_at
    where c.customer_key = excluded.customer_key and c.version = excluded.version - 1`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

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
