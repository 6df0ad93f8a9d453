import type { report as contract } from '@countersign/contracts/report'
import { bindGroups } from '@countersign/kit/handlers'
import type { Handlers } from '@countersign/kit/serve'
import { analytics } from './analytics/index.ts'
import type { Caller, ReportDeps } from './deps.ts'
import { pdf } from './pdf/index.ts'

export type { Metabase } from './analytics/index.ts'
export type { ReportDeps } from './deps.ts'
export { forgetPdfs, watermarkFor } from './pdf/index.ts'
export type { DB as ReportTables } from './tables.gen.ts'

/** What leaves the product as a document. */
export const report = (deps: ReportDeps): Handlers<typeof contract, Caller> =>
  bindGroups<typeof contract, ReportDeps, Caller>({ pdf, analytics }, deps)
