import { createHash } from 'node:crypto'
import { type Failure, fail } from './errors.ts'

/** Counts wrong tokens by address, so that nobody finds a right one by trying. */
export type TokenAttemptLimiter = {
  /**
   * Ask before a token is verified.
   * @throws 429 once the address has shown too many different wrong tokens. A token that was right from
   *   there before still passes, so one bad client does not lock out the office it shares an address with.
   */
  check(address: string, token?: string): void
  /** Remembers that a token was right, for {@link TokenAttemptLimiter.check}. */
  right(address: string, token: string): void
  /**
   * The refusal of a wrong token: 401, or 429 once the address has shown too many different ones.
   * One that is tried again and again is a mistake, not a guess. Leave `token` out when each is new.
   */
  wrong(address: string, token?: string): Failure
}

const most = 20
const windowMs = 60_000
const maxAddresses = 10_000
const maxRight = 10_000

/**
 * Of this process, in memory, bounded: the oldest address is forgotten first.
 * @param clock Unix milliseconds
 */
export function tokenAttemptLimiter(clock: () => number): TokenAttemptLimiter {
  const seen = new Map<string, { readonly until: number; readonly tokens: Set<string> }>()
  const known = new Set<string>()
  let count = 0

  const entryOf = (address: string, now: number) => {
    const found = seen.get(address)
    if (found && found.until > now) return found
    seen.delete(address)
    for (const oldest of seen.keys()) {
      if (seen.size < maxAddresses) break
      seen.delete(oldest)
    }
    const fresh = { until: now + windowMs, tokens: new Set<string>() }
    seen.set(address, fresh)
    return fresh
  }

  const tooMany = (until: number, now: number) =>
    fail('too_many_requests', 'Too many wrong tokens from this address', {
      retryAfter: Math.ceil((until - now) / 1000),
    })

  return {
    check: (address, token) => {
      const found = seen.get(networkOf(address))
      const now = clock()
      if (!found || found.until <= now || found.tokens.size < most) return
      const name = token === undefined ? undefined : shortHash(token)
      if (name && (found.tokens.has(name) || known.has(placeOf(address, name)))) return
      throw tooMany(found.until, now)
    },
    right: (address, token) => {
      const place = placeOf(address, shortHash(token))
      // Moved to the end: who was here longest ago is forgotten first.
      known.delete(place)
      known.add(place)
      for (const oldest of known) {
        if (known.size <= maxRight) break
        known.delete(oldest)
      }
    },
    wrong: (address, token) => {
      const now = clock()
      const { until, tokens } = entryOf(networkOf(address), now)
      const name = token === undefined ? String(count++) : shortHash(token)
      if (!tokens.has(name) && tokens.size >= most) return tooMany(until, now)
      tokens.add(name)
      return fail('unauthorized', 'Invalid token')
    },
  }
}

const placeOf = (address: string, name: string) => `${networkOf(address)} ${name}`

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
