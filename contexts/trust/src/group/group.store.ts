import type { GroupMember, NestRequest } from '@countersign/contracts/trust'
import type { Tx } from '@countersign/kit/db'
import { sql } from 'kysely'
import { listedVasp, vaspColumns } from '../profile/index.ts'
import type { TrustTx } from '../tables.ts'

/** Lets one change of any group happen at a time, so that no two make a chain or a circle. */
export const lockGroups = (tx: TrustTx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('trust.group', 0))`.execute(tx)

/** What decides over a nesting, or undefined when there is no such company. */
export const findPlace = (tx: TrustTx, did: string) =>
  tx
    .selectFrom('trust.vasp')
    .select(['subsidiary_of', 'disabled_at', 'listing'])
    .where('vasp_did', '=', did)
    .executeTakeFirst()

/** Whether a company has subsidiaries. */
export const hasSubsidiaries = async (tx: TrustTx, did: string): Promise<boolean> =>
  (await tx
    .selectFrom('trust.vasp')
    .select('vasp_did')
    .where('subsidiary_of', '=', did)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** How many subsidiaries a company has. Any transaction will do. */
export async function countSubsidiaries<T>(tx: Tx<T>, did: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from trust.vasp where subsidiary_of = ${did}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** A company as a member of a group, or undefined. */
export async function findMember(tx: TrustTx, did: string): Promise<GroupMember | undefined> {
  const row = await tx
    .selectFrom('trust.vasp')
    .select([...vaspColumns, 'disabled_at'])
    .where('vasp_did', '=', did)
    .executeTakeFirst()
  return row && { vasp: listedVasp(row), enabled: row.disabled_at === null }
}

/** The subsidiaries of a company by name; a group has 500 at the most. */
export async function findSubsidiaries(tx: TrustTx, did: string): Promise<GroupMember[]> {
  const rows = await tx
    .selectFrom('trust.vasp')
    .select([...vaspColumns, 'disabled_at'])
    .where('subsidiary_of', '=', did)
    .orderBy('sort_name')
    .orderBy('vasp_did')
    .limit(500)
    .execute()
  return rows.map((row) => ({ vasp: listedVasp(row), enabled: row.disabled_at === null }))
}

/** The nestings that a company is asked for, or has asked for. */
export async function findNestRequests(tx: TrustTx, did: string): Promise<NestRequest[]> {
  const rows = await tx
    .selectFrom('trust.nest_request as r')
    .innerJoin('trust.vasp as g', 'g.vasp_did', 'r.group_did')
    .innerJoin('trust.vasp as s', 's.vasp_did', 'r.vasp_did')
    .select([
      'r.group_did',
      'r.vasp_did',
      'r.waits_for',
      'r.created_at',
      sql<string>`g.profile ->> 'name'`.as('group_name'),
      sql<string>`s.profile ->> 'name'`.as('subsidiary_name'),
    ])
    .where((eb) => eb.or([eb('r.vasp_did', '=', did), eb('r.group_did', '=', did)]))
    .orderBy('r.created_at')
    .orderBy('r.vasp_did')
    .orderBy('r.group_did')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    group: row.group_did,
    groupName: row.group_name,
    subsidiary: row.vasp_did,
    subsidiaryName: row.subsidiary_name,
    waitsFor: row.waits_for === 'group' ? 'group' : 'subsidiary',
    since: row.created_at.toISOString(),
  }))
}

/** Who has to agree still to this nesting, or undefined when nobody asked. */
export const findNestRequest = async (tx: TrustTx, subsidiary: string, group: string) =>
  (
    await tx
      .selectFrom('trust.nest_request')
      .select('waits_for')
      .where('vasp_did', '=', subsidiary)
      .where('group_did', '=', group)
      .executeTakeFirst()
  )?.waits_for

/** Stores that one side has agreed; a request that is there stays. */
export const addNestRequest = (
  tx: TrustTx,
  subsidiary: string,
  group: string,
  waitsFor: 'group' | 'subsidiary',
  at: Date,
) =>
  tx
    .insertInto('trust.nest_request')
    .values({ vasp_did: subsidiary, group_did: group, waits_for: waitsFor, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Forgets a request. @returns whether there was one */
export async function removeNestRequest(
  tx: TrustTx,
  subsidiary: string,
  group: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('trust.nest_request')
    .where('vasp_did', '=', subsidiary)
    .where('group_did', '=', group)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Puts a company under a parent, or under none. */
export const setParent = (tx: TrustTx, did: string, parent: string | null, at: Date) =>
  tx
    .updateTable('trust.vasp')
    .set({ subsidiary_of: parent, updated_at: at })
    .where('vasp_did', '=', did)
    .execute()

/** Disables a company from a moment on, or enables it with null. @returns whether that changed it */
export async function setDisabled(tx: TrustTx, did: string, from: Date | null, at: Date) {
  const { numUpdatedRows } = await tx
    .updateTable('trust.vasp')
    .set({ disabled_at: from, updated_at: at })
    .where('vasp_did', '=', did)
    .where('disabled_at', from === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
