import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from './child.ts'
import type { Quantiles } from './figures.ts'

/** What the load says of a run: milliseconds from request to answer. */
export type Accepted = { accepted: number; refused: number; seconds: number } & Quantiles

/** What the receiver says: milliseconds from request to receipt. */
export type Receipt = { count: number } & Quantiles

/** Waits until as many have arrived as were expected, or the patience is over. */
export async function delivered(
  receiver: Child,
  expected: number,
  patienceMs = 30_000,
): Promise<Receipt> {
  const end = performance.now() + patienceMs
  let last = await receiver.ask<Receipt>({})
  while (last.count < expected && performance.now() < end) {
    await sleep(5)
    last = await receiver.ask<Receipt>({})
  }
  return last
}
