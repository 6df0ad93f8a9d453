import { sql } from 'kysely'
import type { ReportTx } from '../tables.ts'

/** What one issue of a PDF is of, and whom it is for. */
export type IssueKey = {
  readonly company: string
  /** Its kind and the ID of what it is about. */
  readonly document: string
  readonly reader: string
  /** To the minute. */
  readonly at: Date
}

/** An issue, as it is kept. */
export type Issue = {
  readonly id: string
  readonly vasp_did: string
  readonly document: string
  readonly title: string
  readonly owner: string
  readonly code: string
  readonly model_hash: Buffer
  readonly file_hash: Buffer | null
  readonly issued_at: Date
}

const columns = [
  ...(['id', 'vasp_did', 'document', 'title', 'owner'] as const),
  ...(['code', 'model_hash', 'file_hash', 'issued_at'] as const),
] as const

/** The issues of a document for a reader in one minute: one, unless what it says changes. */
export const findIssues = (
  tx: ReportTx,
  { company, document, reader, at }: IssueKey,
): Promise<Issue[]> =>
  tx
    .selectFrom('report.pdf_issue')
    .select(columns)
    .where('vasp_did', '=', company)
    .where('document', '=', document)
    .where('reader_did', '=', reader)
    .where('issued_at', '=', at)
    .orderBy('id')
    .execute()

/** Adds an issue. Its file is not made yet. */
export const addIssue = (tx: ReportTx, { reader }: IssueKey, issue: Issue) =>
  tx
    .insertInto('report.pdf_issue')
    .values({ ...issue, reader_did: reader })
    .execute()

/** Remembers the file of an issue. The same issue has the same file. */
export const setFileHash = (tx: ReportTx, company: string, id: string, hash: Buffer) =>
  tx
    .updateTable('report.pdf_issue')
    .set({ file_hash: hash })
    .where('vasp_did', '=', company)
    .where('id', '=', id)
    .where('file_hash', 'is', null)
    .execute()

/** The issue with a code, for whoever holds the PDF. */
export async function findIssueByCode(tx: ReportTx, code: string): Promise<Issue | undefined> {
  await sql`select set_config('app.pdf_code', ${code}, true)`.execute(tx)
  return tx
    .selectFrom('report.pdf_issue')
    .select(columns)
    .where('code', '=', code)
    .executeTakeFirst()
}

/** Removes the issues of documents. Their codes were the keys of what they said. */
export const removeIssues = (tx: ReportTx, company: string, documents: readonly string[]) =>
  tx
    .deleteFrom('report.pdf_issue')
    .where('vasp_did', '=', company)
    .where('document', 'in', [...documents])
    .execute()
