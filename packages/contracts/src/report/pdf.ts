import * as z from 'zod/mini'
import { Did, Instant } from '../common.ts'
import { type Contract, canIn } from '../operation.ts'

/** What a PDF can be of. The ID of a PDF is the kind, a dot, and the ID of that thing. */
export const pdfKinds = ['transfer'] as const
export type PdfKind = (typeof pdfKinds)[number]

/** What somebody who holds a PDF learns of it. */
export const PdfCheck = z.object({
  title: z.string(),
  /** The company that issued it. */
  owner: z.string(),
  issuedAt: Instant,
  /** Whether it would still say the same; null where what it was about is no longer there. */
  isCurrent: z.nullable(z.boolean()),
  /** SHA-256 of the issued file, hexadecimal: whoever holds the file can compare it. */
  fileHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
export type PdfCheck = z.infer<typeof PdfCheck>

/** The code on the last page of a PDF: 80 bits in base32, in four groups. */
export const PdfCode = z.string().check(z.regex(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/))

/** PDFs of what a company has on record. Base path `/api`. */
export const pdf = {
  get: {
    method: 'GET',
    path: '/pdf/{id}',
    summary: 'Get a PDF, e.g. the certificate of a transfer',
    access: canIn('trustframework.getVASP', 'vaspDID', { people: 'inside', sole: true }),
    transaction: 'own',
    limit: 'search',
    query: z.object({ vaspDID: z.optional(Did) }),
    download: true,
    returns: { 200: z.string() },
  },
  check: {
    method: 'POST',
    path: '/v1/pdf/check',
    summary: 'Say what is known of a PDF by the code on its last page',
    access: 'anyone',
    body: z.strictObject({ code: PdfCode }),
    returns: { 200: PdfCheck },
  },
} as const satisfies Contract[string]
