import { accessOf } from '../plan/index.ts'
import type { Seen } from './provider.ts'

const order = { full: 0, grace: 1, sunrise: 2 } as const

/** Of several subscriptions the one that counts: that which gives most, then the newest. */
export function bestOf(subscriptions: readonly Seen[], at: Date): Seen | undefined {
  const [best] = subscriptions.toSorted(
    (a, b) =>
      order[accessOf(a, at)] - order[accessOf(b, at)] ||
      b.createdAt.getTime() - a.createdAt.getTime(),
  )
  return best
}
