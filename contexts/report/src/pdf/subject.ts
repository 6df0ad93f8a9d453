import { type PdfKind, pdfKinds } from '@countersign/contracts/report'
import type { ReportDeps, Subject } from '../deps.ts'
import { findRequest } from './request.store.ts'

/** What the ID of a PDF says. */
export type PdfId = {
  readonly kind: PdfKind
  readonly id: string
  /** Issued with personal data: only the records of issues say so. */
  readonly isPersonal: boolean
}

/** `transfer.` and a UUID; a UUID alone is a transfer's. */
const idPattern =
  /^(?:(?<kind>[a-z]+)\.)?(?<id>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?<personal>\+personal)?$/

/** Reads the ID of a PDF; undefined for what is none. */
export function readPdfId(text: string): PdfId | undefined {
  const { kind = 'transfer', id, personal } = idPattern.exec(text)?.groups ?? {}
  const known = pdfKinds.find((one) => one === kind)
  return known && id !== undefined
    ? { kind: known, id, isPersonal: personal !== undefined }
    : undefined
}

/** The ID of a PDF as issues have it. */
export const writePdfId = ({ kind, id, isPersonal }: PdfId): string =>
  `${kind}.${id}${isPersonal ? '+personal' : ''}`

/** What a PDF of a company is of; undefined where it was not asked for since then, or by another company. */
export async function findSubject(
  { database }: ReportDeps,
  company: string,
  { kind, id }: PdfId,
  since: Date,
): Promise<Subject | undefined> {
  if (kind === 'transfer') return { kind, id }
  const subject = await database.withTenant(company, (tx) => findRequest(tx, company, id, since))
  return subject?.kind === kind ? subject : undefined
}
