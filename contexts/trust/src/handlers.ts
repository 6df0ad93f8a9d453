import { type Call, type CompanyCall, handlersOf } from '@countersign/kit/handlers'
import type { Caller } from './caller.ts'
import type { Deps } from './deps.ts'
import type { DB } from './tables.gen.ts'

/** A call in one company, inside its transaction. */
export type InCompany = CompanyCall<Deps, Caller, DB>

/** A call that opens its transactions itself. */
export type OwnTransaction = Call<Deps, Caller>

/** How a group of this context's contract gets its handlers. */
export const handlers = handlersOf<Deps, Caller, DB>()
