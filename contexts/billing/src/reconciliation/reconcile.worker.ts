import { createHash } from 'node:crypto'
import { everyMinute } from '@countersign/kit/every-minute'
import { askNightly } from './reconcile.store.ts'
import { type ReconcileDeps, reconcile } from './reconcile.ts'

/** A minute of the night that stays the same, and differs between deployments: a provider serves all of them. */
export const minuteOf = (deployment: string): number =>
  60 + (createHash('sha256').update(deployment).digest().readUInt16BE(0) % 240)

/** Compares each night, and within seconds when the operator asks. */
export const startReconciling = <A, T>(
  deps: ReconcileDeps<A, T>,
  deployment: string,
): { stop(): Promise<void> } => {
  const minute = minuteOf(deployment)
  return everyMinute(
    async () => {
      await deps.relay.withNobody((tx) => askNightly(tx, new Date(deps.clock()), minute))
      while (await reconcile(deps));
    },
    (error) => deps.log.warn({ event: 'billing_reconciling', err: error }),
    5_000,
  )
}
