import type { Database } from '@countersign/kit/db'
import type { Egress } from '@countersign/kit/egress'
import type { PinnedConnection } from '@countersign/kit/pinned-connection'
import type { Vault } from '@countersign/kit/vault'
import type { Sandbox } from '../sandbox/index.ts'
import type { DB } from '../tables.gen.ts'
import type { AcceptedMessage, NewMessage } from './accept.ts'
import type { EngineLog, EngineSettings } from './settings.ts'
import type { Trial } from './trial/index.ts'

/** What the engine works with. */
export type EngineDeps = {
  /** As role `countersign_engine`; used to listen. */
  readonly database: Pick<Database<DB>, 'listen'>
  /** Opens a connection of the engine's own, as role `countersign_engine`. Six are opened. */
  readonly openPinnedConnection: () => PinnedConnection
  readonly egress: Pick<Egress, 'send'>
  readonly vault: Vault
  /** Unix milliseconds, for tests. Left out, time is the database's. */
  readonly clock?: () => number
  /** A number in [0, 1), for the jitter of retries. */
  readonly random: () => number
  readonly log: EngineLog
  readonly settings: EngineSettings
}

/** Figures of this process, for metrics. */
export type EngineStats = {
  /** Requests under way. */
  readonly inFlight: number
  /** Deliveries waiting in memory. */
  readonly backlog: number
  /** Messages waiting to be stored. */
  readonly accepting: number
  /** Outcomes waiting to be recorded. */
  readonly unrecorded: number
  /** Deliveries that found no place in memory since all that is due was last taken. */
  readonly behind: number
  readonly accepted: number
  readonly delivered: number
  readonly failed: number
}

/** One message and one endpoint that it was destined for. */
export type Pair = {
  readonly appId: string
  readonly msgId: string
  readonly endpointId: string
}

/** The delivery engine of this process. */
export type Engine = {
  /**
   * Stores a message; resolves after the commit.
   * @throws `conflict` on a used eventId or idempotency key, `not_found` without the application, `too_many_requests`
   * far above what can be delivered, `unavailable` when the database is away
   */
  accept(message: NewMessage): Promise<AcceptedMessage>
  /** Makes one manual attempt, whatever the delivery's state. @throws `not_found` without one */
  resend(pair: Pair): Promise<void>
  /**
   * Stores a message for one endpoint and makes one attempt, now, whatever its filters and even when
   * it is disabled; resolves with the attempt once it is on record.
   * @throws as `accept` does
   */
  attemptNow(message: NewMessage, endpointId: string): Promise<Trial>
  /** Runs transformations, for deliveries and for those who try them out. */
  readonly sandbox: Pick<Sandbox, 'run' | 'stats'>
  /** Finishes what is under way (20 s at the most), records outcomes, gives the rest back. */
  stop(): Promise<void>
  stats(): EngineStats
}
