import type { RoleGrant } from '@countersign/contracts'
import type { PdfBlock, PdfIssue, PdfModel, PdfSubject } from '@countersign/contracts/report'
import type { OpenReason } from '@countersign/contracts/transactions'
import type { Actor } from '@countersign/kit/audit'
import type { CallerFacts } from '@countersign/kit/handlers'
import type { Metabase } from './analytics/index.ts'
import type { ReportDatabase } from './tables.ts'

/** What reports know of a caller. */
export type Caller = CallerFacts & {
  readonly viewer: {
    readonly did: string
    readonly clientId?: string
    readonly email: string | null
    readonly name?: string | null
    readonly grants: readonly RoleGrant[]
  }
}

/** What a PDF is of. */
export type Subject = PdfSubject | { readonly kind: 'transfer'; readonly id: string }

/** Who reads a PDF, and when. */
export type Reading = { readonly caller: Caller; readonly actor: Actor; readonly at: Date }

/** Where one PDF comes from. */
export type PdfSource = {
  /** Whether it is the company's own: others' name their reader on every page. */
  readonly isOwn: (company: string) => boolean
  /** What it says now, as the company sees it; undefined where there is no such thing. */
  readonly model: (company: string) => Promise<PdfModel | undefined>
  /** Set where somebody else has made the file: it is passed on as it is, with nothing of ours in it. */
  readonly file?: {
    readonly isThere: (company: string) => Promise<boolean>
    readonly read: (company: string) => Promise<Uint8Array | undefined>
  }
  /** Writes down that somebody reads it. */
  readonly note?: (reading: Reading, company: string) => Promise<void>
  /** What of it is personal data, opened for a reason; the view is written down. */
  readonly personal?: (
    reading: Reading,
    company: string,
    reason: { readonly code: OpenReason; readonly comment?: string | undefined },
  ) => Promise<readonly PdfBlock[]>
}

/** What this context needs of the world. */
export type ReportDeps = {
  /** Connected as countersign_app. */
  readonly database: ReportDatabase
  /** Unix time in milliseconds. */
  readonly clock: () => number
  /** Where people reach the product, without a slash at the end. */
  readonly origin: string
  readonly sourceOf: (subject: Subject) => PdfSource
  /** Where embedded dashboards come from; absent where there are none. */
  readonly metabase?: Metabase | undefined
  /** Makes the file, or says why there is none now. */
  readonly render: (issue: PdfIssue) => Promise<Uint8Array | 'busy' | 'too-slow'>
}
