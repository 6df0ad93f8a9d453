import { seeded } from './seeded.ts'

/**
 * How much of a large suite runs, as a share of its full volume: a fifth with `npm test`, all of it with
 * `npm run test:long`. Nothing else reads `TEST_VOLUME`.
 */
export const volume = Number(process.env.TEST_VOLUME ?? 0.2)
if (!(volume > 0 && volume <= 1)) throw new Error('TEST_VOLUME must be above 0 and at most 1')

/** What is drawn at random is drawn from this: the same each time, unless `TEST_SEED` says otherwise. */
export const seed = Number(process.env.TEST_SEED ?? 20_261_121)
if (!Number.isSafeInteger(seed)) throw new Error('TEST_SEED must be an integer')

/** The volume's share of a full number, rounded up, and never less than `least`. */
export const scaled = (full: number, least = 1): number =>
  Math.max(Math.min(least, full), Math.ceil(full * volume))

/** The volume's share of a list, drawn by the seed; never fewer than `least`. Keeps the list's order. */
export function drawn<T>(all: readonly T[], least = 1, salt = 0): T[] {
  const random = seeded(seed + salt)
  const places = all.map((_, place) => ({ place, at: random() })).sort((a, b) => a.at - b.at)
  const chosen = new Set(places.slice(0, scaled(all.length, least)).map(({ place }) => place))
  return all.filter((_, place) => chosen.has(place))
}
