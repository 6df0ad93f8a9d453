import { everyMinute } from '@countersign/kit/every-minute'
import { failpoint } from '@countersign/kit/failpoint'
import type { TransactionsDeps } from '../deps.ts'
import {
  destroyRetiredBlindKeys,
  destroyRetiredKeys,
  gracePeriod,
  renewBoxes,
  renewNames,
} from '../sealing/index.ts'
import type { TransactionsDatabase, TransactionsTx } from '../tables.ts'
import { findDueCompanies, hasOlder, saveRotation, takeDueRotation } from './rotation.store.ts'

/** What the renewal needs of the world. */
export type RenewalDeps = {
  readonly deps: Pick<TransactionsDeps, 'database' | 'vault' | 'clock' | 'log'>
  /** Connected as countersign_relay, which sees which companies have something to renew and nothing else. */
  readonly relay: TransactionsDatabase
}

/** How many companies one round takes at the most. */
const batch = 100
/** Between two rounds, in milliseconds. */
const pauseMs = 5_000
/** Until something is tried again that another transaction holds, in milliseconds. */
const retryMs = 60_000

/**
 * Renews what stands under keys that were replaced, page by page, and destroys those that hold nothing anymore. Where
 * one company fails, the others go on.
 * @returns how many pages were written
 */
export async function renewDue({ deps, relay }: RenewalDeps): Promise<number> {
  const at = new Date(deps.clock())
  let pages = 0
  for (const company of await relay.withNobody((tx) => findDueCompanies(tx, at, batch))) {
    try {
      while (
        await deps.database.withTenant(company, async (tx) => {
          const isPage = await renewPage(tx, company, deps.vault, at)
          failpoint('before-renewal-commit')
          return isPage
        })
      )
        pages++
    } catch (error) {
      deps.log.warn({ event: 'key_renewal_failed', err: error })
    }
  }
  return pages
}

/** Renews from time to time until stopped. */
export const startKeyRenewal = (renewal: RenewalDeps) =>
  everyMinute(
    () => renewDue(renewal),
    (error) => renewal.deps.log.warn({ event: 'key_renewal_failed', err: error }),
    pauseMs,
  )

/** One page of what is due in a company. @returns whether there was one */
async function renewPage(
  tx: TransactionsTx,
  company: string,
  vault: TransactionsDeps['vault'],
  at: Date,
): Promise<boolean> {
  const rotation = await takeDueRotation(tx, company, at)
  if (!rotation) return false
  const [renew, destroy] =
    rotation.kind === 'COMPANY'
      ? [renewBoxes, destroyRetiredKeys]
      : [renewNames, destroyRetiredBlindKeys]
  const renewed = await renew(tx, company, vault, at)
  if (renewed > 0) {
    await saveRotation(tx, company, rotation, { renewed: rotation.renewed + renewed })
    return true
  }
  await destroy(tx, company, at)
  const older = await hasOlder(tx, company, rotation)
  const graceEnds = new Date(rotation.at.getTime() + gracePeriod)
  const retry = new Date(at.getTime() + retryMs)
  await saveRotation(tx, company, rotation, {
    ...(!older.uses && { renewed_at: rotation.renewedAt ?? at }),
    ...(older.keys
      ? { due_at: older.uses || graceEnds <= at ? retry : graceEnds }
      : { due_at: null, ended_at: at }),
  })
  return true
}
