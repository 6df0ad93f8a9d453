import {
  type CompanyImport,
  type ImportLine,
  importStates,
  networkReader,
  type Profile,
} from '@countersign/contracts/trust'
import { sql } from 'kysely'
import type { TrustTx } from '../../tables.ts'
import type { Candidate } from './import.rules.ts'

/** The tenant of imports. */
export const network = networkReader

type State = CompanyImport['state']
type LineState = ImportLine['state']

const columns = [
  ...(['id', 'file_name', 'format', 'columns', 'state', 'ordered_by'] as const),
  ...(['created_at', 'updated_at', 'confirmed_at', 'ended_at'] as const),
] as const

/** A new preview. Its lines come by {@link insertLines}. */
export type NewImport = {
  readonly id: string
  readonly fileName: string
  readonly sha256: Buffer
  readonly format: string
  readonly columns: readonly string[]
  readonly by: string
  readonly at: Date
}

export const insertImport = (tx: TrustTx, made: NewImport) =>
  tx
    .insertInto('trust.company_import')
    .values({
      vasp_did: network,
      id: made.id,
      file_name: made.fileName,
      sha256: made.sha256,
      format: made.format,
      columns: [...made.columns],
      state: 'preview',
      created_by: made.by,
      created_at: made.at,
      updated_at: made.at,
    })
    .execute()

/** Stores lines, each with the DID that its company would have. */
export async function insertLines(
  tx: TrustTx,
  importId: string,
  lines: readonly (Candidate & { readonly did: string })[],
): Promise<void> {
  const rows = lines.map(({ line, did, fields, emailDomains, record, problems, cells }) => ({
    line,
    did,
    profile: fields,
    email_domains: emailDomains,
    record,
    problems,
    ...(problems.length > 0 ? { state: 'rejected', cells } : { state: 'ready' }),
  }))
  await sql`insert into trust.company_import_line
      (vasp_did, import_id, line, state, did, profile, email_domains, record, problems, cells)
    select ${network}, ${importId}, l.line, l.state, l.did, l.profile, l.email_domains,
      nullif(l.record, 'null'), l.problems, l.cells
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l(line int, state text, did text,
      profile jsonb, email_domains text[], record jsonb, problems jsonb, cells jsonb)`.execute(tx)
}

/** Keeps uploads apart, so that two at once count each other. */
export const lockUploads = (tx: TrustTx) =>
  sql`select pg_advisory_xact_lock(hashtext('trust.company_import'))`.execute(tx)

/** How many previews wait for a decision. */
export async function countPreviews(tx: TrustTx): Promise<number> {
  const { count } = await tx
    .selectFrom('trust.company_import')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('vasp_did', '=', network)
    .where('state', '=', 'preview')
    .executeTakeFirstOrThrow()
  return count
}

/** An import as it is stored. */
export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>

/** One import; `lock` holds it until the transaction ends. */
export const findImport = (tx: TrustTx, id: string, lock = false) =>
  tx
    .selectFrom('trust.company_import')
    .select(columns)
    .where('vasp_did', '=', network)
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()

/** Imports, newest first, one more than `limit` when there is more. */
export const findImports = (tx: TrustTx, before: string | undefined, limit: number) =>
  tx
    .selectFrom('trust.company_import')
    .select(columns)
    .where('vasp_did', '=', network)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()

/** How many lines of each import are in each state. */
export async function countLines(tx: TrustTx, ids: readonly string[]) {
  const { rows } = await sql<{ import_id: string; state: string; count: number }>`
    select import_id, state, count(*) as count from trust.company_import_line
    where vasp_did = ${network} and import_id = any(${[...ids]}::text[])
    group by import_id, state order by import_id, state`.execute(tx)
  return rows
}

/** Moves an import on, and says so to the workers. */
export async function moveImport(
  tx: TrustTx,
  id: string,
  state: State,
  at: Date,
  more: { readonly by?: string; readonly confirmed?: true; readonly ended?: true } = {},
): Promise<void> {
  await tx
    .updateTable('trust.company_import')
    .set({
      state,
      updated_at: at,
      ended_at: more.ended ? at : null,
      ...(more.by !== undefined && { ordered_by: more.by }),
      ...(more.confirmed && { confirmed_at: at }),
    })
    .where('vasp_did', '=', network)
    .where('id', '=', id)
    .execute()
  await sql`select pg_notify('trust_import', '')`.execute(tx)
}

/**
 * The import that has waited longest for work, locked until the transaction ends. The lock is the lease: it
 * goes with the connection of a worker that dies, and two workers never have the same one.
 */
export async function takeImport(tx: TrustTx, at: Date): Promise<ImportRow | undefined> {
  const row = await tx
    .selectFrom('trust.company_import')
    .select(columns)
    .where('vasp_did', '=', network)
    .where('state', 'in', ['running', 'undoing'])
    .orderBy('updated_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (row)
    await tx
      .updateTable('trust.company_import')
      .set({ updated_at: at })
      .where('vasp_did', '=', network)
      .where('id', '=', row.id)
      .execute()
  return row
}

const lineColumns = [
  ...(['line', 'state', 'did', 'profile', 'email_domains', 'record', 'accepted'] as const),
  ...(['duplicates', 'problems', 'cells', 'imported_at'] as const),
] as const

/** A line as it is stored. */
export type LineRow = Awaited<ReturnType<typeof findLines>>[number]

/** Lines in their order after a place. */
export const findLines = (
  tx: TrustTx,
  importId: string,
  page: { readonly state?: LineState | undefined; readonly after: number; readonly limit: number },
) =>
  tx
    .selectFrom('trust.company_import_line')
    .select(lineColumns)
    .where('vasp_did', '=', network)
    .where('import_id', '=', importId)
    .where('line', '>', page.after)
    .$if(page.state !== undefined, (query) => query.where('state', '=', page.state ?? ''))
    .orderBy('line')
    .limit(page.limit)
    .execute()

/** What became of a line; what is not given stays. */
export const setLine = (
  tx: TrustTx,
  importId: string,
  line: number,
  change: {
    readonly state: LineState
    readonly duplicates?: readonly object[]
    readonly problems?: readonly object[]
    readonly importedAt?: Date
  },
) =>
  tx
    .updateTable('trust.company_import_line')
    .set({
      state: change.state,
      ...(change.duplicates && { duplicates: JSON.stringify(change.duplicates) }),
      ...(change.problems && { problems: JSON.stringify(change.problems) }),
      ...(change.importedAt && { imported_at: change.importedAt }),
    })
    .where('vasp_did', '=', network)
    .where('import_id', '=', importId)
    .where('line', '=', line)
    .execute()

/** Makes duplicates ready after all. @returns their lines; those that share an LEI are left out */
export async function acceptLines(tx: TrustTx, importId: string, lines: readonly number[]) {
  const { rows } = await sql<{ line: number }>`
    update trust.company_import_line set state = 'ready', accepted = true
    where vasp_did = ${network} and import_id = ${importId} and line = any(${[...lines]}::int[])
      and state = 'duplicate' and not duplicates @> '[{"by": "lei"}]' returning line`.execute(tx)
  return rows.map(({ line }) => line)
}

/** Forgets what a file held. */
export const deleteLines = (tx: TrustTx, importId: string) =>
  tx
    .deleteFrom('trust.company_import_line')
    .where('vasp_did', '=', network)
    .where('import_id', '=', importId)
    .execute()

export const importState = (text: string): State =>
  importStates.find((state) => state === text) ?? 'preview'

/** Adds a listed company. Needs a transaction of the company. */
export const insertListed = (
  tx: TrustTx,
  did: string,
  profile: Profile,
  emailDomains: string[],
  at: Date,
) =>
  tx
    .insertInto('trust.vasp')
    .values({
      vasp_did: did,
      profile: JSON.stringify(profile),
      email_domains: emailDomains,
      listing: 'listed',
      created_at: at,
      updated_at: at,
    })
    .execute()
