import type { Egress } from '@countersign/kit/egress'
import type { Recent } from '@countersign/kit/recent'
import type { TokenAttemptLimiter } from '@countersign/kit/token-attempt-limiter'
import type { Vault } from '@countersign/kit/vault'
import type { ApplicationRow } from './application.store.ts'
import type { SignatureKind } from './endpoint-secret.ts'
import type { Engine } from './engine/index.ts'
import type { Quotas } from './quotas.ts'
import type { WebhooksDatabase } from './tables.ts'
import type { ApiKeys, Tokens } from './token/index.ts'

/** What the operations need of the delivery engine. */
export type Deliveries = Pick<Engine, 'accept' | 'resend' | 'attemptNow' | 'sandbox'>

/** What the operations work with. */
export type Core = {
  /** Connected as countersign_app. */
  readonly database: WebhooksDatabase
  /** Unix milliseconds. */
  readonly clock: () => number
  readonly vault: Vault
  readonly engine: Deliveries
  readonly tokens: Tokens
  readonly keys: Pick<ApiKeys, 'verify'>
  readonly tokenAttemptLimiter: TokenAttemptLimiter
  readonly quotas: Quotas
  /** Where the portal's pages are, without a slash at the end. */
  readonly portalUrl: string
  /** The portal's address carries a token to be exchanged once, instead of the token itself. */
  readonly oneTimeLinks: boolean
  readonly httpsOnly: boolean
  /** How long an endpoint may fail before it is disabled. */
  readonly disableAfterMs: number
  /** Waits between attempts, and how long an endpoint has to answer, in milliseconds; for people to read. */
  readonly retryScheduleMs: readonly number[]
  readonly timeoutMs: number
  /** Whether a URL may be called at all, as far as that is known without asking for its address. */
  readonly checkUrl: Egress['check']
  /** Listeners are told of endpoints that change. */
  readonly operational: boolean
  /** How the secrets sign that we generate. */
  readonly signature: SignatureKind
  /** For how long an imported document may be read. */
  readonly specMs: number
  /** Applications by organisation and path, for the hot path of sending. */
  readonly applications: Recent<ApplicationRow>
  /** Names of archived event types by organisation, for the same. */
  readonly archived: Recent<ReadonlySet<string>>
}
