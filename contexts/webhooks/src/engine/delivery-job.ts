import type { DeliveryState } from './outcome.rules.ts'
import type { AttemptRow, Held } from './record.store.ts'

/** One delivery held by this process under a lease. */
export type Job = Held & {
  readonly orgId: string
  readonly eventType: string
  readonly channels: readonly string[] | null
  readonly payload: string
  /** Null for application/json. */
  readonly contentType: string | null
  /** The line in which it has the turn; null when it waits for no other. */
  readonly orderingKey: string | null
  /** Attempts made before. */
  readonly attempts: number
  /** Set when somebody asked for this attempt: the state to go back to when it fails. */
  readonly manual: DeliveryState | null
  /** Unix milliseconds; afterwards another worker may take it. */
  leaseUntil: number
  /**
   * Somebody waits for this attempt: told of it once it is on record, or of null when none was made.
   * It goes past the queue.
   */
  readonly told?: (attempt: AttemptRow | null) => void
}
