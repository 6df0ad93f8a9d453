import { handlersOf } from '@countersign/kit/handlers'
import type { BillingDeps, Caller } from './deps.ts'
import type { DB } from './tables.gen.ts'

/** How a group of this context's contract gets its handlers. */
export const handlers = handlersOf<BillingDeps, Caller, DB>()
