import { Preference } from '@countersign/contracts/trust'
import type { DB } from '../tables.gen.ts'
import type { TrustTx } from '../tables.ts'

type Selected<T> = { [K in keyof T]: T[K] extends { __select__: infer S } ? S : T[K] }
type Row = Omit<Selected<DB['trust.preference']>, 'user_id'>

const columns = ['id', 'preference', 'vasp_did', 'value', 'created_at', 'updated_at'] as const

/** A row as the wire shows it. */
const preferenceOf = (row: Row): Preference =>
  Preference.parse({
    id: row.id,
    preference: row.preference,
    vasp_did: row.vasp_did,
    value: row.value,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  })

/** A person's preferences, newest first. */
export async function findPreferences(
  tx: TrustTx,
  user: string,
  filter: { preference?: string | undefined; vasp_did?: string | undefined },
  limit: number,
): Promise<Preference[]> {
  let rows = tx
    .selectFrom('trust.preference')
    .select(columns)
    .where('user_id', '=', user)
    .orderBy('id', 'desc')
    .limit(limit)
  if (filter.preference !== undefined) rows = rows.where('preference', '=', filter.preference)
  if (filter.vasp_did !== undefined) rows = rows.where('vasp_did', '=', filter.vasp_did)
  return (await rows.execute()).map(preferenceOf)
}

/** One preference of a person, or undefined. */
export async function findPreference(tx: TrustTx, user: string, id: string) {
  const row = await tx
    .selectFrom('trust.preference')
    .select(columns)
    .where('user_id', '=', user)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && preferenceOf(row)
}

/** How many preferences a person has. */
export async function countPreferences(tx: TrustTx, user: string): Promise<number> {
  const { count } = await tx
    .selectFrom('trust.preference')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', user)
    .executeTakeFirstOrThrow()
  return count
}

/** Stores a new preference of a person. */
export const addPreference = (
  tx: TrustTx,
  user: string,
  { id, preference, vasp_did, value }: Pick<Preference, 'id' | 'preference' | 'vasp_did' | 'value'>,
  at: Date,
) =>
  tx
    .insertInto('trust.preference')
    .values({
      user_id: user,
      id,
      preference,
      vasp_did,
      value: JSON.stringify(value),
      created_at: at,
      updated_at: at,
    })
    .execute()

/** Gives a preference a new value. */
export const setPreference = (
  tx: TrustTx,
  user: string,
  id: string,
  value: Preference['value'],
  at: Date,
) =>
  tx
    .updateTable('trust.preference')
    .set({ value: JSON.stringify(value), updated_at: at })
    .where('user_id', '=', user)
    .where('id', '=', id)
    .execute()

/** Forgets a preference. @returns whether there was one */
export async function removePreference(tx: TrustTx, user: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('trust.preference')
    .where('user_id', '=', user)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
