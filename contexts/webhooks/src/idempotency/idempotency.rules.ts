import type { Operation } from '@countersign/contracts'

/** How long an answer is kept, milliseconds. */
export const answerMs = 12 * 3_600_000

/** A key that can be kept: 1 to 256 characters. */
export const validKey = (key: string): boolean => key.length > 0 && key.length <= 256

/** Path and query of a call, the same with and without the slash at the path's end. */
export function placeOf(url: string): string {
  const [path = '', ...query] = url.split('?')
  return [path.replace(/\/$/, ''), ...query].join('?')
}

const outside = new Set([
  '/app/{app_id}/endpoint/{endpoint_id}/msg/test-attempt',
  '/app/{app_id}/endpoint/{endpoint_id}/transformation/simulate',
  '/transformation-template/simulate',
])

/** True for what waits on receivers or scripts: too long for a transaction. */
export const reachesOutside = ({ path }: Operation): boolean => outside.has(path)
