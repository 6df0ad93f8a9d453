import { type ListedVasp, type Look, watchedFields } from '@countersign/contracts/trust'

/** The watched fields of a company that have a value. */
export type Snapshot = Readonly<Record<string, unknown>>

/** What a person saw, and what they had seen before. */
export type KeptLook = {
  readonly seen: Snapshot
  readonly seenAt: Date
  readonly before: Snapshot | null
  readonly beforeAt: Date | null
}

/** For how long looks count as one, so that a reload doesn't hide what changed. */
const oneLookMs = 30 * 60_000

/** What a look at a company shows. */
export function snapshotOf(vasp: ListedVasp): Snapshot {
  const values: Snapshot = vasp
  return Object.fromEntries(
    watchedFields.flatMap((name) => {
      const value = values[name] ?? null
      return value === null ? [] : [[name, value]]
    }),
  )
}

/** Watched values are texts and lists of texts. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields that differ, with their values. */
export const changesOf = (before: Snapshot, now: Snapshot): Look['changes'] =>
  watchedFields.flatMap((field) => {
    const [from = null, to = null] = [before[field], now[field]]
    return isSame(from, to) ? [] : { field, from, to }
  })

/** What to keep after a look: one within half an hour of another belongs to it. */
export function nextLook(last: KeptLook | undefined, now: Snapshot, at: Date): KeptLook {
  if (!last) return { seen: now, seenAt: at, before: null, beforeAt: null }
  const isOneLook = at.getTime() - last.seenAt.getTime() < oneLookMs
  if (!isOneLook) return { seen: now, seenAt: at, before: last.seen, beforeAt: last.seenAt }
  return {
    seen: now,
    seenAt: last.seenAt,
    before: last.before ?? last.seen,
    beforeAt: last.beforeAt ?? last.seenAt,
  }
}
