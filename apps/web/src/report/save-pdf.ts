import { product } from '@countersign/contracts/product'
import type { PdfSubject } from '@countersign/contracts/report'
import type { OpenReason } from '@countersign/contracts/transactions'
import { addressOf } from '@countersign/kit/client'
import { api, fetchBytes } from '../api/index.ts'
import { saveFile } from '../ui/table/csv.ts'

/** What a PDF is of. */
export type PdfOf = PdfSubject | { kind: 'transfer'; id: string }

/** Why personal data goes onto paper. */
export interface PdfReason {
  code: OpenReason
  comment?: string | undefined
}

/** Makes a PDF of something that a company has on record, and saves it. Rejects with `ApiError`. */
export async function savePdf(company: string, of: PdfOf, reason?: PdfReason): Promise<void> {
  const id =
    of.kind === 'transfer'
      ? `transfer.${of.id}`
      : (await api.pdf.request({ body: { did: company, subject: of } })).id
  const query = {
    vaspDID: company,
    ...(reason && { include: 'personal' as const, reason: reason.code }),
    ...(reason?.comment && { comment: reason.comment }),
  }
  const file = await fetchBytes(addressOf(product.pdf.get, { id, query }))
  saveFile(file, `${id.replace('.', '-')}.pdf`)
}
