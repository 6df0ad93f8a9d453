import * as z from 'zod/mini'
import { Did, Instant } from '../common.ts'
import { type Contract, canIn } from '../operation.ts'
import { readsRecords } from '../permission.ts'
import { OpenReason } from '../transactions/index.ts'

/** What a PDF can be of. The ID of a PDF is the kind, a dot, and the ID of that thing. */
export const pdfKinds = [
  ...(['transfer', 'profile', 'diligence', 'questionnaire'] as const),
  ...(['usage', 'invoice', 'audit'] as const),
] as const
export type PdfKind = (typeof pdfKinds)[number]

/** What one needs to be allowed to get a PDF of each kind. {@link ownPdfs} are for the company’s own people besides. */
export const pdfPermissions = {
  transfer: 'transactions.info',
  profile: 'trustframework.getVASP',
  diligence: 'trustframework.getVASP',
  questionnaire: 'trustframework.getVASP',
  usage: 'payment.subscriptionInfo',
  invoice: 'payments.billing-customers.read',
  audit: readsRecords,
} as const

/** What a company keeps to itself: no operator who looks at it gets these. */
export const ownPdfs: readonly PdfKind[] = ['diligence', 'questionnaire', 'audit']

const days = { from: z.iso.date(), to: z.iso.date() }

/** What a PDF is to be of, where that has no UUID of its own. */
export const PdfSubject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('profile'), about: Did }),
  z.strictObject({ kind: z.literal('diligence'), about: Did }),
  z.strictObject({
    kind: z.literal('questionnaire'),
    about: Did,
    version: z.int().check(z.minimum(1), z.maximum(999_999)),
  }),
  /** Days in UTC, both inclusive. */
  z.strictObject({ kind: z.literal('audit'), ...days }),
  z.strictObject({ kind: z.literal('usage'), ...days }),
  z.strictObject({
    kind: z.literal('invoice'),
    invoice: z.string().check(z.minLength(1), z.maxLength(128)),
  }),
])
export type PdfSubject = z.infer<typeof PdfSubject>
/** The subject of one kind. */
export type PdfSubjectOf<K extends PdfSubject['kind']> = Extract<PdfSubject, { kind: K }>

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
  request: {
    method: 'POST',
    path: '/v1/pdf',
    summary:
      'Ask for a PDF of something other than a transfer; the answer’s ID is good for 30 days',
    access: canIn('trustframework.getVASP', 'did', { people: 'inside' }),
    limit: 'search',
    body: z.strictObject({ did: Did, subject: PdfSubject }),
    returns: { 201: z.object({ id: z.string() }) },
  },
  get: {
    method: 'GET',
    path: '/pdf/{id}',
    summary: 'Get a PDF, e.g. the certificate of a transfer',
    access: canIn('trustframework.getVASP', 'vaspDID', { people: 'inside', sole: true }),
    transaction: 'own',
    limit: 'search',
    query: z.object({
      vaspDID: z.optional(Did),
      /** The certificate of a transfer with its personal data; takes a reason, and the view is written down. */
      include: z.optional(z.enum(['personal'])),
      reason: z.optional(OpenReason),
      comment: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))),
    }),
    download: true,
    returns: { 200: z.string() },
  },
  check: {
    method: 'POST',
    path: '/v1/pdf/check',
    summary: 'Look up a PDF by the code on its last page',
    access: 'anyone',
    body: z.strictObject({ code: PdfCode }),
    returns: { 200: PdfCheck },
  },
} as const satisfies Contract[string]
