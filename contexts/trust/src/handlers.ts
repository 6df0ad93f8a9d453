import { handlersOf } from '@countersign/kit/handlers'
import type { Caller } from './caller.ts'
import type { TrustDeps, TrustTables } from './index.ts'

/** How a group of this context's contract gets its handlers. */
export const handlers = handlersOf<TrustDeps, Caller, TrustTables>()
