import { RuleSetBody, RuleState } from '@countersign/contracts/transactions'
import type { Tx } from '@countersign/kit/db'
import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'

/** A version of a company's rules. */
export type StoredRules = {
  readonly version: number
  readonly body: RuleSetBody
  readonly note: string | null
  readonly by: string
  readonly at: Date
  readonly state: RuleState
  /** The second person; null: nobody else was needed. */
  readonly agreedBy: string | null
}

type Row = {
  readonly version: number
  readonly body: unknown
  readonly note: string | null
  readonly by_did: string
  readonly at: Date
  readonly state: string
  readonly agreed_by: string | null
}
const read = ({ body, by_did: by, version, note, at, ...row }: Row): StoredRules => ({
  version,
  note,
  at,
  by,
  state: RuleState.parse(row.state),
  agreedBy: row.agreed_by,
  body: RuleSetBody.parse(body),
})

const rows = (tx: TransactionsTx, company: string) =>
  tx
    .selectFrom('transactions.rule_set')
    .select(['version', 'body', 'note', 'by_did', 'at', 'state', 'agreed_by'])
    .where('vasp_did', '=', company)

/** The rules that apply; undefined: the company has none. */
export async function findActiveRules(
  tx: TransactionsTx,
  company: string,
): Promise<StoredRules | undefined> {
  const row = await rows(tx, company).where('state', '=', 'ACTIVE').executeTakeFirst()
  return row && read(row)
}

/** The rules that wait for a second person. */
export async function findPendingRules(
  tx: TransactionsTx,
  company: string,
): Promise<StoredRules | undefined> {
  const row = await rows(tx, company).where('state', '=', 'PENDING').executeTakeFirst()
  return row && read(row)
}

/** The newest version, whatever became of it; 0: there is none. */
export const newestVersion = async (tx: TransactionsTx, company: string): Promise<number> =>
  (await findVersions(tx, company, null, 1))[0]?.version ?? 0

/** How many rules a company has that apply. The transaction may be another context's. */
export async function countRules<T>(tx: Tx<T>, company: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select jsonb_array_length(body -> 'incoming') + jsonb_array_length(body -> 'outgoing') as count
    from transactions.rule_set where vasp_did = ${company} and state = 'ACTIVE'`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Whether a company has rules that apply. */
export const hasRules = async (tx: TransactionsTx, company: string): Promise<boolean> =>
  (await tx
    .selectFrom('transactions.rule_set')
    .select('version')
    .where('vasp_did', '=', company)
    .where('state', '=', 'ACTIVE')
    .executeTakeFirst()) !== undefined

/** Versions by their numbers. */
export async function findRules(
  tx: TransactionsTx,
  company: string,
  versions: readonly number[],
): Promise<ReadonlyMap<number, StoredRules>> {
  if (versions.length === 0) return new Map()
  const found = await rows(tx, company)
    .where('version', 'in', [...versions])
    .execute()
  return new Map(found.map((row) => [row.version, read(row)]))
}

/** The versions before `below`, the newest first. */
export const findVersions = (
  tx: TransactionsTx,
  company: string,
  below: number | null,
  limit: number,
) =>
  tx
    .selectFrom('transactions.rule_set')
    .select(['version', 'note', 'by_did', 'at', 'state', 'agreed_by'])
    .where('vasp_did', '=', company)
    .$if(below !== null, (query) => query.where('version', '<', below ?? 0))
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()

/** Lets one save after the other: versions are numbered. Held until the transaction ends. */
export const lockRules = (tx: TransactionsTx, company: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`rules ${company}`}, 0))`.execute(tx)

/** Ends the versions of these states. */
const end = (tx: TransactionsTx, company: string, states: readonly RuleState[]) =>
  tx
    .updateTable('transactions.rule_set')
    .set({ state: 'PAST' })
    .where('vasp_did', '=', company)
    .where('state', 'in', [...states])
    .execute()

/** Adds a version, which applies from now on or waits in place of one that waited. The rules must be locked. */
export async function addRules(
  tx: TransactionsTx,
  company: string,
  { version, body, note, by, at, state }: Omit<StoredRules, 'agreedBy'>,
): Promise<void> {
  await end(tx, company, state === 'ACTIVE' ? ['ACTIVE', 'PENDING'] : ['PENDING'])
  await tx
    .insertInto('transactions.rule_set')
    .values({
      vasp_did: company,
      version,
      body: JSON.stringify(body),
      note,
      by_did: by,
      state,
      at,
    })
    .execute()
}

/** Lets the version that waits apply from now on. The rules must be locked. */
export async function activateRules(
  tx: TransactionsTx,
  company: string,
  version: number,
  agreedBy: string,
): Promise<void> {
  await end(tx, company, ['ACTIVE'])
  await tx
    .updateTable('transactions.rule_set')
    .set({ state: 'ACTIVE', agreed_by: agreedBy })
    .where('vasp_did', '=', company)
    .where('version', '=', version)
    .execute()
}

/** Ends the version that waits. */
export const discardRules = (tx: TransactionsTx, company: string): Promise<unknown> =>
  end(tx, company, ['PENDING'])
