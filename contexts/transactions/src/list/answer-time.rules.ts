/** Each bucket is so many times as long as the one before; the first begins at one second. */
const ratio = 1.48

/**
 * The time in seconds within which a share of the answers came, from a histogram; null without any. Within a bucket
 * answers are taken as evenly spread on a logarithmic scale, so that it is off by a fifth where they all lie at one end.
 */
export function secondsAt(times: readonly number[], share: number): number | null {
  const all = times.reduce((sum, n) => sum + n, 0)
  if (all === 0) return null
  let left = share * all
  for (const [bucket, n] of times.entries()) {
    if (n > 0 && left <= n) return Math.round(ratio ** (bucket + left / n))
    left -= n
  }
  return Math.round(ratio ** times.length)
}

/** Several histograms as one. */
export const addTimes = (some: readonly (readonly number[])[]): number[] =>
  Array.from({ length: 40 }, (_, bucket) =>
    some.reduce((sum, times) => sum + (times[bucket] ?? 0), 0),
  )
