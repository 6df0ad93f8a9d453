import type { AuditQuery } from '@countersign/contracts/identity'
import { sql } from 'kysely'
import type { IdentityTx } from '../tables.ts'

/** A row of a chain. The schema `audit` is the kit's, so its types are not derived here. */
export type AuditEntryRow = {
  readonly number: number
  readonly at: Date
  readonly actor: string
  readonly action: string
  readonly object: string | null
  readonly detail: Record<string, unknown>
  readonly request_id: string | null
}

/** Where a page begins: beyond this number, towards older or newer rows. */
export type AuditPlace = { readonly number: number; readonly direction: 'older' | 'newer' }

/** One row more than a page of what the filter lets through, from `place` on; of these groups alone. */
export async function findEntries(
  tx: IdentityTx,
  company: string,
  filter: AuditQuery,
  place: AuditPlace | undefined,
  groups?: readonly string[],
): Promise<AuditEntryRow[]> {
  const newer = place?.direction === 'newer'
  const conditions = [
    sql`vasp_did = ${company}`,
    place && (newer ? sql`number > ${place.number}` : sql`number < ${place.number}`),
    filter.actor && sql`actor = ${filter.actor}`,
    // `vasp` stands for `vasp.update` and all others of its group.
    filter.action &&
      (filter.action.includes('.')
        ? sql`action = ${filter.action}`
        : sql`action >= ${`${filter.action}.`} and action < ${`${filter.action}/`}`),
    groups && sql`split_part(action, '.', 1) = any(${[...groups]}::text[])`,
    filter.object && sql`object = ${filter.object}`,
    filter.from && sql`at >= ${new Date(filter.from)}`,
    filter.to && sql`at < ${new Date(filter.to)}`,
  ].filter((one) => one !== undefined && one !== '')
  const { rows } = await sql<AuditEntryRow>`
    select number, at, actor, action, object, detail, request_id from audit.entry
    where ${sql.join(conditions, sql` and `)}
    order by number ${newer ? sql`asc` : sql`desc`} limit ${filter.per_page + 1}`.execute(tx)
  return rows
}

/** Rows of a chain between two times, in order, each with its hash. */
export async function findExtract(
  tx: IdentityTx,
  company: string,
  from: Date,
  before: Date,
  limit: number,
): Promise<(AuditEntryRow & { readonly hash: Buffer })[]> {
  const { rows } = await sql<AuditEntryRow & { hash: Buffer }>`
    select number, at, actor, action, object, detail, request_id, hash from audit.entry
    where vasp_did = ${company} and at >= ${from} and at < ${before}
    order by number limit ${limit}`.execute(tx)
  return rows
}

/** Names by DID, of the people among these who work for the transaction's company. */
export async function findPeopleNames(
  tx: IdentityTx,
  dids: readonly string[],
): Promise<Record<string, string>> {
  if (dids.length === 0) return {}
  const rows = await tx
    .selectFrom('identity.user')
    .select(['did', 'name'])
    .where('did', 'in', dids)
    .execute()
  return Object.fromEntries(rows.map(({ did, name }) => [did, name]))
}
