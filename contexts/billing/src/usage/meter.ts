import type { Tx } from '@countersign/kit/db'
import { addUnit, type Usage } from './usage.store.ts'

/** Counts a chargeable transfer, once, in the transaction that makes it chargeable. */
export const meter = async <T>(tx: Tx<T>, usage: Usage): Promise<void> => {
  await addUnit(tx, usage)
}
