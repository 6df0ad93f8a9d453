import { everyMinute } from '@countersign/kit/every-minute'
import type { Logger } from '@countersign/kit/log'
import type { TrustDatabase } from '../tables.ts'
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
export const startExpiry = ({ database, clock, log }: WorkerDeps) =>
  everyMinute(
    async () => {
      const ended = await expireOverdue(database, new Date(clock()))
      if (ended > 0) log.info({ event: 'verifications_expired', count: ended })
    },
    (error) => log.warn({ event: 'expiry_failed', err: error }),
  )
