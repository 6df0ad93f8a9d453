import type { Permission, RoleGrant } from '@countersign/contracts'
import type { PdfIssue, PdfKind, PdfModel } from '@countersign/contracts/report'
import type { CallerFacts } from '@countersign/kit/handlers'
import type { Metabase } from './analytics/index.ts'
import type { ReportDatabase } from './tables.ts'

/** What reports know of a caller. */
export type Caller = CallerFacts & {
  readonly viewer: {
    readonly did: string
    readonly name?: string | null
    readonly grants: readonly RoleGrant[]
  }
}

/** Where one kind of PDF comes from. */
export type PdfSource = {
  readonly permission: Permission
  /** What it says now, as the company sees it; undefined where there is no such thing. */
  readonly model: (company: string, id: string) => Promise<PdfModel | undefined>
}

/** What this context needs of the world. */
export type ReportDeps = {
  /** Connected as countersign_app. */
  readonly database: ReportDatabase
  /** Unix time in milliseconds. */
  readonly clock: () => number
  /** Where people reach the product, without a slash at the end. */
  readonly origin: string
  readonly sources: Readonly<Record<PdfKind, PdfSource>>
  /** Where embedded dashboards come from; absent where there are none. */
  readonly metabase?: Metabase | undefined
  /** Makes the file, or says why there is none now. */
  readonly render: (issue: PdfIssue) => Promise<Uint8Array | 'busy' | 'too-slow'>
}
