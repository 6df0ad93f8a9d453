import type { CountedThing } from '@countersign/contracts/billing'
import { handlersOf } from '@countersign/kit/handlers'
import type { TokenAttemptLimiter } from '@countersign/kit/token-attempt-limiter'
import type { Vault } from '@countersign/kit/vault'
import type { Companies } from './companies.ts'
import type { Caller } from './gate.ts'
import type { Provider, SessionLimits, Sites } from './session/index.ts'
import type { DB } from './tables.gen.ts'
import type { IdentityDatabase, IdentityTx } from './tables.ts'

/** Where noteworthy things are logged; never with personal data. */
export type Log = { info(facts: object): void; warn(facts: object): void }

/** What the operations of this context need. */
export type Deps = {
  readonly database: IdentityDatabase
  /** Unix time in milliseconds. */
  readonly clock: () => number
  readonly vault: Vault
  readonly log: Log
  readonly companies: Companies
  /** How many of something a company’s plan lets it have; null for as many as it likes. In the company’s transaction. */
  readonly planLimit: (
    tx: IdentityTx,
    did: string,
    what: CountedThing,
    at: Date,
  ) => Promise<number | null>
  readonly sites: Sites
  /** Where links in mails lead. */
  readonly origin: string
  readonly limits: SessionLimits
  readonly provider: Provider
  /** Name of the ID token's claim that holds the roles. */
  readonly rolesClaim: string
  /** Counts a sign-in that begins; seconds to wait when it is one too many. */
  readonly countAttempt: (address: string, now: number) => number | undefined
  readonly tokenAttemptLimiter: TokenAttemptLimiter
}

/** How a group of this context's contract gets its handlers. */
export const handlers = handlersOf<Deps, Caller, DB>()
