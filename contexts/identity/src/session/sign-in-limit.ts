import type { callLimits } from '@countersign/contracts'
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

/** Counts calls of one kind by who asks; the seconds to wait when it is one too many. */
export type CallCounter = (
  kind: keyof typeof callLimits,
  who: string,
  now: number,
) => number | undefined

/** Counts limited calls by person or machine, in this process. */
export function callCounter(
  limits: Readonly<Record<keyof typeof callLimits, number>>,
): CallCounter {
  const windowMs = 60_000
  const counters = {
    search: counter({ max: limits.search, windowMs }),
    register: counter({ max: limits.register, windowMs }),
    import: counter({ max: limits.import, windowMs }),
    decrypt: counter({ max: limits.decrypt, windowMs }),
    bulk: counter({ max: limits.bulk, windowMs }),
  }
  return (kind, who, now) => counters[kind](who, now)
}

function counter({ max, windowMs }: AttemptLimit) {
  let began = 0
  const counts = new Map<string, number>()
  return (name: string, now: number): number | undefined => {
    if (now - began >= windowMs) {
      began = now
      counts.clear()
    }
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count > max ? Math.max(1, Math.ceil((began + windowMs - now) / 1000)) : undefined
  }
}
