import type { Logger } from '@countersign/kit/log'
import type { TrustDatabase } from './tables.ts'
import { expireOverdue } from './verification.operations.ts'

/** What the worker needs of the world. */
type WorkerDeps = {
  /** Connected as countersign_app. */
  readonly database: TrustDatabase
  /** Unix time in milliseconds. */
  readonly clock: () => number
  readonly log: Logger
}

/** Looks once a minute for verifications that have run out, until stopped. */
export function startExpiry({ database, clock, log }: WorkerDeps): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    try {
      const ended = await expireOverdue(database, new Date(clock()))
      if (ended > 0) log.info({ event: 'verifications_expired', count: ended })
    } catch (error) {
      log.warn({ event: 'expiry_failed', err: error })
    }
    if (!stopped) timer = setTimeout(() => (work = look()), 60_000).unref()
  }
  let work = look()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await work
    },
  }
}
