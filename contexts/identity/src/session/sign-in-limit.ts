import { type CallLimit, callLimits } from '@countersign/contracts'
import { networkOf } from '@countersign/kit/token-attempt-limiter'

/** How often something may be asked from one address of the network in which time. */
export type AttemptLimit = { readonly max: number; readonly windowMs: number }

/** An office behind one address fits; a script that fills the table of sign-ins does not. */
export const defaultAttempts: AttemptLimit = { max: 120, windowMs: 60_000 }

/** Whoever looks around without signing in, a house full of them too; not who copies the directory. */
export const defaultVisits: AttemptLimit = { max: 600, windowMs: 60_000 }

/**
 * Counts by address, in this process. At sign-ins the identity provider guards the passwords; this guards us.
 * @returns counts one; the seconds to wait when it is one too many
 */
export function attemptCounter(limit: AttemptLimit) {
  const count = counter(limit)
  return (address: string, now: number) => count(networkOf(address), now)
}

/** Who asks: people and machines may have limits of their own. */
export type Asker = { readonly did: string; readonly isMachine: boolean }

/** One call too many: how long to wait, and of which time it was too many. */
export type TooMany = { readonly retryAfter: number; readonly of: 'minute' | 'hour' }

/** Counts calls of one kind by who asks, one at a time unless stated. @returns nothing where it is not too many */
export type CallCounter = (
  kind: keyof typeof callLimits,
  who: Asker,
  now: number,
  times?: number,
) => TooMany | undefined

/** Counts limited calls by person or machine, in this process. */
export function callCounter(): CallCounter {
  const of = ({ minute, hour }: Omit<CallLimit, 'machine'>) =>
    [
      { of: 'minute' as const, ...window({ max: minute, windowMs: 60_000 }) },
      ...(hour ? [{ of: 'hour' as const, ...window({ max: hour, windowMs: 3_600_000 }) }] : []),
    ] as const
  const counters = new Map(
    Object.entries<CallLimit>(callLimits).map(([kind, limit]) => [
      kind,
      { person: of(limit), machine: of(limit.machine ?? limit) },
    ]),
  )
  return (kind, { did, isMachine }, now, times = 1) => {
    const windows = counters.get(kind)?.[isMachine ? 'machine' : 'person'] ?? []
    // A refused call counts in neither of them.
    for (const { of, wait } of windows) {
      const retryAfter = wait(did, now, times)
      if (retryAfter !== undefined) return { retryAfter, of }
    }
    for (const { add } of windows) add(did, times)
    return undefined
  }
}

function counter(limit: AttemptLimit) {
  const { wait, add } = window(limit)
  return (name: string, now: number): number | undefined => {
    const retryAfter = wait(name, now, 1)
    if (retryAfter === undefined) add(name, 1)
    return retryAfter
  }
}

/** Counts by name, for everybody anew when a time is over. `wait` says in how many seconds so many would fit. */
function window({ max, windowMs }: AttemptLimit) {
  let began = 0
  const counts = new Map<string, number>()
  const count = (name: string) => counts.get(name) ?? 0
  return {
    wait(name: string, now: number, times: number): number | undefined {
      if (now - began >= windowMs) {
        began = now
        counts.clear()
      }
      const isTooMany = count(name) + times > max
      return isTooMany ? Math.max(1, Math.ceil((began + windowMs - now) / 1000)) : undefined
    },
    add: (name: string, times: number) => void counts.set(name, count(name) + times),
  }
}
