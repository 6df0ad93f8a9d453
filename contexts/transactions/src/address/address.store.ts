import { AddressSource, type BookedAddress } from '@countersign/contracts/transactions'
import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'
import type { Account } from './account.ts'

const rows = (tx: TransactionsTx, company: string) =>
  tx
    .selectFrom('transactions.address as a')
    .leftJoin('transactions.customer as c', (join) =>
      join.onRef('c.vasp_did', '=', 'a.vasp_did').onRef('c.customer_key', '=', 'a.customer_key'),
    )
    .select(['a.key', 'a.source_type', 'a.type', 'a.network', 'a.owner_did', 'a.customer_key'])
    .select(['a.confirmed_at', 'a.created_at', 'c.ref'])
    .where('a.vasp_did', '=', company)

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]
/** An address of the book, with the key that stands for it. */
export type Booked = BookedAddress & { readonly customerKey: string | null }
const read = (row: Row): Booked => ({
  id: row.key.toString('hex'),
  sourceType: AddressSource.parse(row.source_type),
  type: row.type === 'UNHOSTED' ? 'UNHOSTED' : 'HOSTED',
  network: row.network,
  customerRef: row.ref,
  customerKey: row.customer_key,
  ownerVASPdid: row.owner_did,
  confirmedAt: row.confirmed_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
})

/** An address as it is shown. */
export const shown = ({ customerKey: _, ...address }: Booked): BookedAddress => address

/** The company's entry for an address. */
export async function findAddress(
  tx: TransactionsTx,
  company: string,
  key: Buffer,
): Promise<Booked | undefined> {
  const row = await rows(tx, company).where('a.key', '=', key).executeTakeFirst()
  return row && read(row)
}

/** Whether the company knows the same address on another network or with another tag. */
export const hasHint = async (
  tx: TransactionsTx,
  company: string,
  hintKey: Buffer,
): Promise<boolean> =>
  (await tx
    .selectFrom('transactions.address')
    .select('key')
    .where('vasp_did', '=', company)
    .where('hint_key', '=', hintKey)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Counts a question of the company whose an address is, and forgets earlier days. @returns how many today */
export async function countQuestion(
  tx: TransactionsTx,
  company: string,
  at: Date,
): Promise<number> {
  const day = at.toISOString().slice(0, 10)
  const { rows: counted } = await sql<{ asked: number }>`
    insert into transactions.owner_question (vasp_did, day, asked) values (${company}, ${day}, 1)
    on conflict (vasp_did, day) do update set asked = owner_question.asked + 1 returning asked`.execute(
    tx,
  )
  const asked = counted[0]?.asked ?? 0
  if (asked === 1)
    await sql`delete from transactions.owner_question
      where vasp_did = ${company} and day < ${day}`.execute(tx)
  return asked
}

/** The other company that claims an address and discloses it to this one. */
export async function findOtherOwner(tx: TransactionsTx, key: Buffer): Promise<string | null> {
  const { rows: found } = await sql<{ owner_did: string }>`
    select owner_did from transactions.owner_of(${key})`.execute(tx)
  return found[0]?.owner_did ?? null
}

/** Of some companies, the one that has an address in its own book; null where none or several have it. */
export async function findOwnerAmong(
  tx: TransactionsTx,
  key: Buffer,
  companies: readonly string[],
): Promise<string | null> {
  const { rows: found } = await sql<{ owner_did: string }>`
    select owner_did from transactions.owner_among(${key}, ${[...companies]}::text[])`.execute(tx)
  return found[0]?.owner_did ?? null
}

/** Which addresses to list. */
type AddressFilter = {
  readonly source?: string | undefined
  readonly customerRef?: string | undefined
  readonly after?: Buffer | undefined
}

/** A page of the book, by the keys that stand for the addresses. */
export async function findAddresses(
  tx: TransactionsTx,
  company: string,
  { source, customerRef, after }: AddressFilter,
  limit: number,
): Promise<Booked[]> {
  const found = await rows(tx, company)
    .$if(source !== undefined, (query) => query.where('a.source_type', '=', source ?? ''))
    .$if(customerRef !== undefined, (query) => query.where('c.ref', '=', customerRef ?? ''))
    .$if(after !== undefined, (query) => query.where('a.key', '>', after ?? Buffer.alloc(0)))
    .orderBy('a.key')
    .limit(limit)
    .execute()
  return found.map(read)
}

/** The addresses of a customer. */
export async function addressesOf(
  tx: TransactionsTx,
  company: string,
  customerKey: string,
  limit: number,
): Promise<BookedAddress[]> {
  const found = await rows(tx, company)
    .where('a.customer_key', '=', customerKey)
    .orderBy('a.created_at', 'desc')
    .orderBy('a.key')
    .limit(limit)
    .execute()
  return found.map((row) => shown(read(row)))
}

/** The key that stands for a customer in the company; a reference that is new gets one. */
export async function customerKeyOf(
  tx: TransactionsTx,
  company: string,
  ref: string,
  at: Date,
): Promise<string> {
  const { customer_key } = await tx
    .insertInto('transactions.customer')
    .values({
      vasp_did: company,
      ref,
      customer_key: crypto.randomUUID(),
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['vasp_did', 'ref']).doUpdateSet((excluded) => ({
        ref: excluded.ref('excluded.ref'),
      })),
    )
    .returning('customer_key')
    .executeTakeFirstOrThrow()
  return customer_key
}

/** Books an address of a customer as the company's own, and claims it. @returns false where it stands there already */
export async function addOwnAddress(
  tx: TransactionsTx,
  company: string,
  { network, key, hintKey }: Account,
  { customerKey, by, at }: { readonly customerKey: string; readonly by: string; readonly at: Date },
): Promise<boolean> {
  const added = await tx
    .insertInto('transactions.address')
    .values({
      vasp_did: company,
      key,
      hint_key: hintKey,
      source_type: 'INTERNAL',
      type: 'HOSTED',
      network,
      customer_key: customerKey,
      confirmed_at: at,
      confirmed_by: by,
      created_at: at,
    })
    // What a company says of its own address counts for more than what a counterparty has confirmed.
    .onConflict((conflict) =>
      conflict
        .columns(['vasp_did', 'key'])
        .doUpdateSet({
          source_type: 'INTERNAL',
          type: 'HOSTED',
          customer_key: customerKey,
          owner_did: null,
          confirmed_at: at,
          confirmed_by: by,
        })
        .where('transactions.address.source_type', '=', 'EXTERNAL'),
    )
    .returning('key')
    .executeTakeFirst()
  if (!added) return false
  await tx
    .insertInto('transactions.address_claim')
    .values({ key, vasp_did: company, audience: 'TRUSTED' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

/** Books many addresses of customers that are registered, and claims them. What stands there already stays. */
export const addOwnAddresses = (
  tx: TransactionsTx,
  company: string,
  given: readonly (Account & { readonly customerRef: string })[],
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<unknown> =>
  sql`with added as (
      insert into transactions.address (vasp_did, key, hint_key, source_type, type, network, customer_key, confirmed_at,
        confirmed_by, created_at)
      select ${company}, g.key, g.hint_key, 'INTERNAL', 'HOSTED', g.network, c.customer_key, ${at}, ${by}, ${at}
      from unnest(${given.map(({ key }) => key)}::bytea[], ${given.map(({ hintKey }) => hintKey)}::bytea[],
          ${given.map(({ network }) => network)}::text[], ${given.map(({ customerRef }) => customerRef)}::text[])
        as g (key, hint_key, network, ref)
      join transactions.customer c on c.vasp_did = ${company} and c.ref = g.ref
      order by g.key on conflict do nothing returning key)
    insert into transactions.address_claim (key, vasp_did, audience)
    select key, ${company}, 'TRUSTED' from added on conflict do nothing`.execute(tx)

/** Books an address that a counterparty has confirmed as its own. The company's own entry for it stays. */
export const addConfirmed = (
  tx: TransactionsTx,
  company: string,
  { network, key, hintKey }: Account,
  owner: string,
  at: Date,
): Promise<unknown> =>
  tx
    .insertInto('transactions.address')
    .values({
      vasp_did: company,
      key,
      hint_key: hintKey,
      source_type: 'EXTERNAL',
      type: 'HOSTED',
      network,
      owner_did: owner,
      confirmed_at: at,
      created_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['vasp_did', 'key'])
        .doUpdateSet({ owner_did: owner, confirmed_at: at })
        .where('transactions.address.source_type', '=', 'EXTERNAL')
        .where('transactions.address.owner_did', '<>', owner),
    )
    .execute()

/** Removes addresses and the claims to them. @returns how many */
export async function removeAddresses(
  tx: TransactionsTx,
  company: string,
  hints: readonly Buffer[],
): Promise<number> {
  if (hints.length === 0) return 0
  const gone = await tx
    .deleteFrom('transactions.address')
    .where('vasp_did', '=', company)
    .where('hint_key', 'in', [...hints])
    .returning('key')
    .execute()
  if (gone.length > 0)
    await tx
      .deleteFrom('transactions.address_claim')
      .where('vasp_did', '=', company)
      .where(
        'key',
        'in',
        gone.map(({ key }) => key),
      )
      .execute()
  return gone.length
}
