import { setTimeout as pause } from 'node:timers/promises'
import { audit, system } from '@countersign/kit/audit'
import { everyMinute } from '@countersign/kit/every-minute'
import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsDatabase } from '../tables.ts'
import { findCompanies, findDue } from './erase.store.ts'
import { eraseSides } from './erase.ts'
import { findLapsed, lapseHolds } from './hold.store.ts'
import { keptByLawSince, keptSince } from './period.rules.ts'
import { periodOf } from './period.ts'

/** What the worker needs of the world. */
export type EraseDeps = {
  readonly deps: Pick<
    TransactionsDeps,
    'database' | 'clock' | 'log' | 'companies' | 'jurisdictions' | 'forgetPdfs'
  >
  /** Connected as countersign_relay, which sees which companies have something to erase and nothing else. */
  readonly relay: TransactionsDatabase
}

/** Transfers that one transaction erases at the most. */
const batch = 500
/** What every law wants kept. */
const leastYears = 1
/** Between two rounds: erasing has days, not seconds. */
const pauseMs = 600_000

/**
 * Erases what no law and no company wants to keep any longer: one transaction of at most 500 transfers after the
 * other, so that a worker that dies leaves the rest to the next one. Where one company fails, the others go on.
 * @returns how many sides of transfers were erased
 */
export async function eraseDue(
  { deps, relay }: EraseDeps,
  { size = batch, isStopped = () => false }: { size?: number; isStopped?: () => boolean } = {},
): Promise<number> {
  const now = new Date(deps.clock())
  const { withTenant } = deps.database
  for (const company of await relay.withNobody((tx) => findLapsed(tx, now)))
    await withTenant(company, (tx) => lapseHolds(tx, company, now))
  const since = keptByLawSince(now, { years: leastYears })
  let erased = 0
  for (const company of await relay.withNobody((tx) => findCompanies(tx, since))) {
    try {
      for (let some = 1; some > 0 && !isStopped(); erased += some) {
        some = await erasePage(deps, company, now, size)
        // Requests come first.
        await pause(1)
      }
    } catch (error) {
      deps.log.warn({ event: 'erasure_failed', err: error })
    }
  }
  return erased
}

/** Erases what is due until stopped. */
export function startErasing(erasing: EraseDeps): { stop(): Promise<void> } {
  let stopped = false
  const rounds = everyMinute(
    () => eraseDue(erasing, { isStopped: () => stopped }),
    (error) => erasing.deps.log.warn({ event: 'erasure_failed', err: error }),
    pauseMs,
  )
  return {
    stop: () => {
      stopped = true
      return rounds.stop()
    },
  }
}

const erasePage = (
  deps: EraseDeps['deps'],
  company: string,
  now: Date,
  size: number,
): Promise<number> =>
  deps.database.withTenant(company, async (tx) => {
    const due = {
      company,
      isAsked: false,
      endedBy: keptSince(now, await periodOf(deps, tx, company)),
    }
    const ids = await eraseSides(deps, tx, due, await findDue(tx, due, size), now)
    if (ids.length > 0)
      await audit(tx, system, now, {
        company,
        action: 'transaction.erase',
        detail: { transfers: ids.length, cause: 'RETENTION' },
      })
    return ids.length
  })
