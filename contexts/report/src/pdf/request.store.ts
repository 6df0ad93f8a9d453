import { PdfSubject } from '@countersign/contracts/report'
import type { ReportTx } from '../tables.ts'

/** Keeps what a company asks a PDF of. */
export const addRequest = (
  tx: ReportTx,
  company: string,
  id: string,
  subject: PdfSubject,
  at: Date,
): Promise<unknown> =>
  tx
    .insertInto('report.pdf_request')
    .values({ vasp_did: company, id, subject: JSON.stringify(subject), created_at: at })
    .execute()

/** What a company asked a PDF of, since a time. */
export async function findRequest(
  tx: ReportTx,
  company: string,
  id: string,
  since: Date,
): Promise<PdfSubject | undefined> {
  const row = await tx
    .selectFrom('report.pdf_request')
    .select('subject')
    .where('vasp_did', '=', company)
    .where('id', '=', id)
    .where('created_at', '>=', since)
    .executeTakeFirst()
  return row && PdfSubject.parse(row.subject)
}
