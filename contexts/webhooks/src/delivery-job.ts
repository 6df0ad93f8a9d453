import type { Held } from './record.store.ts'

/** One delivery held by this process under a lease. */
export type Job = Held & {
  readonly orgId: string
  readonly eventType: string
  readonly channels: readonly string[] | null
  readonly payload: string
  /** Attempts made before. */
  readonly attempts: number
  /** Unix milliseconds; afterwards another worker may take it. */
  leaseUntil: number
}
