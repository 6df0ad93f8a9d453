import type { Database } from '@countersign/kit/db'
import { everyMinute } from '@countersign/kit/every-minute'
import type { Vault } from '@countersign/kit/vault'
import type { BillingProvider } from '../provider/index.ts'
import { billedTo, openEntity } from './entity.rules.ts'
import { findEntity, storeTold, takeUntold } from './entity.store.ts'

const atOnce = 20

/** What telling needs. */
export type TellingDeps<A, T> = {
  /** Connected as countersign_app. */
  readonly database: Database<A>
  /** Connected as countersign_relay: to find what is due, over all companies. */
  readonly relay: Database<T>
  readonly provider: BillingProvider
  readonly vault: Vault
  /** Unix time in milliseconds. */
  readonly clock: () => number
  readonly log: { warn(facts: object): void }
}

/**
 * Tells the provider who is billed, where that has changed. What it refuses or misses is told again later: the
 * call sets everything, so repeating it does no harm. @returns how many were told
 */
export async function tellProvider<A, T>(deps: TellingDeps<A, T>): Promise<number> {
  const { database, relay, provider, vault, clock, log } = deps
  let told = 0
  for (;;) {
    const due = await relay.withNobody((tx) =>
      takeUntold(tx, provider.name, new Date(clock()), atOnce),
    )
    for (const one of due) {
      const known = await database.withTenant(one.did, (tx) => findEntity(tx, one.did))
      if (!known) continue
      try {
        await provider.updateCustomer(
          one.customer,
          billedTo(openEntity(vault, one.did, known.sealed)),
        )
      } catch (error) {
        log.warn({ event: 'billing_entity_untold', provider: provider.name, err: error })
        continue
      }
      const { revision } = known
      await database.withTenant(one.did, (tx) =>
        storeTold(tx, one, { revision, now: new Date(clock()) }),
      )
      told++
    }
    if (due.length < atOnce) return told
  }
}

/** Tells the provider within seconds, and again while it is away. */
export const startTelling = <A, T>(deps: TellingDeps<A, T>): { stop(): Promise<void> } =>
  everyMinute(
    () => tellProvider(deps),
    (error) => deps.log.warn({ event: 'billing_telling', err: error }),
    5_000,
  )
