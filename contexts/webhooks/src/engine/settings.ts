import type { SignatureKind } from '../endpoint-secret.ts'

/** What an operator may set. Times are milliseconds. */
export type EngineSettings = {
  /** The waits between attempts; empty is one attempt. */
  readonly retryScheduleMs: readonly number[]
  /** Failing time after which an endpoint is disabled. */
  readonly disableAfterMs: number
  /** A whole attempt, the answer's body included. */
  readonly timeoutMs: number
  readonly defaultSignature: SignatureKind
  /** `api` only accepts, `worker` only sends, `all` does both. */
  readonly role: 'all' | 'api' | 'worker'
  /** How long a delivery stays with a worker that gives no sign of life. */
  readonly leaseMs?: number
  /** The longest time between two looks for due deliveries. */
  readonly pollMs?: number
  readonly maxPerEndpoint?: number
  readonly maxPerApplication?: number
  readonly maxInFlight?: number
  /** Deliveries waiting in memory; more wait in the database. */
  readonly maxWaiting?: number
  /** Messages waiting to be stored; more are refused with 429. */
  readonly maxAccepting?: number
  /** Deliveries that found no place in memory; while there are more, messages are refused with 429. */
  readonly maxBehind?: number
  /** Processes that run the transformations of endpoints, started when first needed. */
  readonly sandboxProcesses?: number
  /** Listeners are told of messages that fail and of endpoints that were disabled. */
  readonly operational?: boolean
  /** The time between two looks for payloads to be erased. */
  readonly eraseEveryMs?: number
}

/** The settings with what an operator rarely sets. */
export const withDefaults = (settings: EngineSettings): Required<EngineSettings> => ({
  leaseMs: 20_000,
  pollMs: 1_000,
  maxPerEndpoint: 64,
  maxPerApplication: 512,
  maxInFlight: 2_048,
  maxWaiting: 4_096,
  maxAccepting: 4_096,
  maxBehind: 200_000,
  sandboxProcesses: 2,
  operational: true,
  eraseEveryMs: 10_000,
  ...settings,
})

/** The part of a logger that the engine uses. */
export type EngineLog = {
  info(facts: object): void
  warn(facts: object): void
  error(facts: object): void
}
