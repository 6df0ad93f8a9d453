/** The longest wait that a receiver may ask for, and the shortest after it is overloaded or hangs. */
const longestMs = 86_400_000
const throttledMs = 60_000
const throttling = new Set([429, 502, 504])

/** A delay grows by up to this part of it at random, so that failed messages do not return at once. */
const jitter = 0.2

/** How one attempt failed. */
export type Failed = {
  /** HTTP status, 0 without an answer. */
  readonly status: number
  readonly timedOut: boolean
  readonly retryAfter: string | undefined
}

/** The waits between attempts; the first attempt is at once, so n waits make n + 1 attempts. */
export type Schedule = readonly number[]

/**
 * Milliseconds from a failure to the next attempt, or null when there is none left. Never shorter
 * than planned: jitter is only added, and what the receiver asks for counts only above the plan.
 * @param attempts how many have been made, this failure included
 * @param random a number in [0, 1)
 * @param now Unix milliseconds, for a `Retry-After` that is a date
 */
export function retryDelay(
  schedule: Schedule,
  attempts: number,
  failed: Failed,
  { random, now }: { random: number; now: number },
): number | null {
  const planned = schedule[attempts - 1]
  if (planned === undefined) return null
  const throttled = failed.timedOut || throttling.has(failed.status)
  const base = throttled ? Math.max(planned, throttledMs) : planned
  const asked = retryAfterMs(failed.retryAfter, now)
  const delay = Math.max(base, Math.min(asked, longestMs))
  return Math.round(delay * (1 + jitter * random))
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/**
 * `Retry-After` in milliseconds (RFC 9110 §10.2.3): a whole number, or an HTTP date in its one
 * current form; a day at the most. Anything else is 0, whatever a lenient parser would make of it.
 */
export function retryAfterMs(header: string | undefined, now: number): number {
  if (header === undefined) return 0
  if (/^\d+$/.test(header)) return Math.min(Number(header) * 1000, longestMs)
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(header)) return 0
  const at = Date.parse(header)
  if (Number.isNaN(at) || days[new Date(at).getUTCDay()] !== header.slice(0, 3)) return 0
  return Math.min(Math.max(0, at - now), longestMs)
}
