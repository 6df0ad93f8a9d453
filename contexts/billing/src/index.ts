import type { billing as contract } from '@countersign/contracts/billing'
import { bindGroups } from '@countersign/kit/handlers'
import type { Handlers } from '@countersign/kit/serve'
import type { BillingDeps, Caller } from './deps.ts'
import { invoice } from './invoice/index.ts'
import { reconciliation } from './reconciliation/index.ts'
import { subscription, usage } from './subscription/index.ts'

export {
  acts,
  type DemoAccount,
  type DemoOptions,
  demoPage,
  demoProvider,
  press,
  seedDemoAccounts,
  seedDemoUnits,
  type Visit,
  visited,
} from './demo/index.ts'
export type { BillingDeps } from './deps.ts'
export { countOpenDrift } from './drift/index.ts'
export { rewrapEntities, startTelling, tellProvider } from './entity/index.ts'
export { billingItems, startNoticing, tellNews } from './notice/index.ts'
export { billingPapers } from './paper/index.ts'
export { allowance, type Plans, planLimit, questionnaireLimit } from './plan/index.ts'
export {
  type BillingProvider,
  type ConfiguredProvider,
  catchUp,
  chargebeeProvider,
  longestWait,
  readDue,
  readRefusals,
  startReading,
  storeEvent,
  stripeProvider,
  stripeVersion,
  withBreaker,
} from './provider/index.ts'
export { reconcile, startReconciling } from './reconciliation/index.ts'
export { countUsage, reportUsage, startReporting } from './reporting/index.ts'
export type { DB as BillingTables } from './tables.gen.ts'
export { billingTool } from './tool/index.ts'
export { meter } from './usage/index.ts'

/** Subscriptions and usage. */
export const billing = (deps: BillingDeps): Handlers<typeof contract, Caller> =>
  bindGroups<typeof contract, BillingDeps, Caller>(
    { subscription, usage, invoice, reconciliation },
    deps,
  )
