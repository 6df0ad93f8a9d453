import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'
import type { Account } from './account.ts'

/** An address of a customer, and where it stood in the file. */
export type Owned = Account & { readonly line: number; readonly customerRef: string }

/**
 * Books addresses of customers as the company's own, and claims them.
 * @returns how many were new, and the lines of those that another customer has
 */
export async function addAddresses(
  tx: TransactionsTx,
  company: string,
  entries: readonly Owned[],
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<{ added: number; taken: number[] }> {
  // The same order in every transaction, so that two uploads never wait for each other in a circle.
  const refs = [...new Set(entries.map(({ customerRef }) => customerRef))].toSorted()
  const { rows: customers } = await sql<{ ref: string; customer_key: string }>`
    insert into transactions.customer (vasp_did, ref, customer_key, created_at, updated_at)
    select ${company}, ref, gen_random_uuid(), ${at}, ${at} from unnest(${refs}::text[]) ref
    on conflict (vasp_did, ref) do update set ref = excluded.ref
    returning ref, customer_key`.execute(tx)
  const keys = new Map(customers.map(({ ref, customer_key }) => [ref, customer_key]))
  const customerOf = ({ customerRef }: Owned) => keys.get(customerRef) ?? ''
  const first = new Map(
    entries.toReversed().map((entry) => [entry.key.toString('hex'), entry] as const),
  )
  const fresh = [...first.values()].toSorted((a, b) => Buffer.compare(a.key, b.key))
  const { rows: added } = await sql<{ key: Buffer }>`
    insert into transactions.address (vasp_did, key, hint_key, source_type, type, network, customer_key,
      confirmed_at, confirmed_by, created_at)
    select ${company}, key, hint_key, 'INTERNAL', 'HOSTED', network, customer_key, ${at}, ${by}, ${at}
    from unnest(${fresh.map(({ key }) => key)}::bytea[], ${fresh.map(({ hintKey }) => hintKey)}::bytea[],
      ${fresh.map(({ network }) => network)}::text[], ${fresh.map(customerOf)}::uuid[])
      as t (key, hint_key, network, customer_key)
    on conflict do nothing returning key`.execute(tx)
  await sql`insert into transactions.address_claim (key, vasp_did, audience)
    select key, ${company}, 'TRUSTED' from unnest(${added.map(({ key }) => key)}::bytea[]) key
    on conflict do nothing`.execute(tx)
  const booked = await tx
    .selectFrom('transactions.address')
    .select(['key', 'customer_key'])
    .where('vasp_did', '=', company)
    .where(
      'key',
      'in',
      fresh.map(({ key }) => key),
    )
    .execute()
  const holders = new Map(booked.map((row) => [row.key.toString('hex'), row.customer_key]))
  const taken = entries.filter((one) => holders.get(one.key.toString('hex')) !== customerOf(one))
  return { added: added.length, taken: taken.map(({ line }) => line) }
}

/** Notes that a file was taken in. */
export const addList = (
  tx: TransactionsTx,
  company: string,
  list: { id: string; added: number; present: number; rejected: number; at: Date },
): Promise<unknown> =>
  tx
    .insertInto('transactions.address_list')
    .values({
      vasp_did: company,
      id: list.id,
      source_type: 'INTERNAL',
      mode: 'ADD',
      state: 'READY',
      added: list.added,
      present: list.present,
      rejected: list.rejected,
      created_at: list.at,
    })
    .execute()
