import type { Tx } from '@countersign/kit/db'
import { addUnit, type Usage } from './usage.store.ts'

/** The plan of every company while no provider is configured. */
const freePlan = 'free'

/** Counts a chargeable transfer, once, in the transaction that makes it chargeable. */
export const meter = async <T>(tx: Tx<T>, usage: Omit<Usage, 'plan'>): Promise<void> => {
  await addUnit(tx, { ...usage, plan: freePlan })
}
