import { createHash } from 'node:crypto'
import { type Failure, fail } from './errors.ts'

/** Counts wrong tokens by address, so that nobody finds a right one by trying. */
export type Guesses = {
  /**
   * The refusal of a wrong token: 401, or 429 once the address has shown too many different ones.
   * One that is tried again and again is a mistake, not a guess. Leave `token` out when each is new.
   */
  wrong(address: string, token?: string): Failure
}

const most = 20
const windowMs = 60_000
const mostAddresses = 10_000

/**
 * Of this process, in memory, bounded: the oldest address is forgotten first.
 * @param clock Unix milliseconds
 */
export function guesses(clock: () => number): Guesses {
  const seen = new Map<string, { readonly until: number; readonly tokens: Set<string> }>()
  let count = 0

  const entryOf = (address: string, now: number) => {
    const found = seen.get(address)
    if (found && found.until > now) return found
    seen.delete(address)
    for (const oldest of seen.keys()) {
      if (seen.size < mostAddresses) break
      seen.delete(oldest)
    }
    const fresh = { until: now + windowMs, tokens: new Set<string>() }
    seen.set(address, fresh)
    return fresh
  }

  return {
    wrong: (address, token) => {
      const now = clock()
      const { until, tokens } = entryOf(networkOf(address), now)
      const name = token === undefined ? String(count++) : shortHash(token)
      if (!tokens.has(name) && tokens.size >= most)
        return fail('too_many_requests', 'Too many wrong tokens from this address', {
          retryAfter: Math.ceil((until - now) / 1000),
        })
      tokens.add(name)
      return fail('unauthorized', 'Invalid token')
    },
  }
}

const shortHash = (token: string) =>
  createHash('sha256').update(token).digest('base64url').slice(0, 16)

/** One caller has an IPv4 address, or a whole /64 of IPv6. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
