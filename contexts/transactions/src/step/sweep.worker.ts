import { everyMinute } from '@countersign/kit/every-minute'
import type { TransactionsDeps } from '../deps.ts'
import { findUncounted, foldCounters } from '../list/index.ts'
import type { TransactionsDatabase } from '../tables.ts'
import { findDueSteps } from '../transfer/index.ts'
import { runSteps } from './run.ts'

/** What the sweep needs of the world. */
export type SweepDeps = {
  readonly deps: TransactionsDeps
  /** Connected as countersign_relay, which sees which steps are due and nothing else of a transfer. */
  readonly relay: TransactionsDatabase
}

/** How many transfers, and companies, one round takes at the most. */
const batch = 100
/** What one company's step leaves for another is taken up at once, so often. */
const maxRounds = 20
/** Between two sweeps, in milliseconds. */
const pauseMs = 2_000

/**
 * Runs what is due: timers, what a killed process has left, and what failed before. Then the counters take in what
 * happened since.
 * @returns how many steps ran
 */
export async function sweepSteps({ deps, relay }: SweepDeps): Promise<number> {
  let ran = 0
  for (let round = 0; round < maxRounds; round++) {
    const now = new Date(deps.clock())
    const due = await relay.withNobody((tx) => findDueSteps(tx, now, batch))
    const before = ran
    for (const { company, transferId } of due) ran += await runSteps(deps, transferId, [company])
    if (ran === before) break
  }
  for (const company of await relay.withNobody((tx) => findUncounted(tx, batch)))
    await deps.database.withTenant(company, (tx) => foldCounters(tx, company))
  return ran
}

/** Sweeps every two seconds until stopped. */
export const startTransferSweep = (sweep: SweepDeps) =>
  everyMinute(
    () => sweepSteps(sweep),
    (error) => sweep.deps.log.warn({ event: 'transfer_sweep_failed', err: error }),
    pauseMs,
  )
