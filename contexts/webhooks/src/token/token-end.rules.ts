/** Tokens issued at or before `issuedBy` do not work from `endAt` on. Unix milliseconds. */
export type TokenEnd = { readonly issuedBy: number; readonly endAt: number }

/** So many ends lie ahead at the most; beyond, the next two become one. */
const most = 50

/** The ends that a column holds. */
export function tokenEndsOf(value: unknown): TokenEnd[] {
  if (!Array.isArray(value)) throw new Error('The ends of tokens are no list')
  return value.map(({ issuedBy, endAt }) => ({ issuedBy: Number(issuedBy), endAt: Number(endAt) }))
}

/** True when a token of this age has ended; one that does not tell its age is taken for old. */
export const hasEnded = (ends: readonly TokenEnd[], issuedAt: number | undefined, now: number) =>
  ends.some(({ issuedBy, endAt }) => (issuedAt ?? 0) <= issuedBy && endAt <= now)

/**
 * The ends with one more. What others make pointless goes: a token never lives longer than it would
 * have without the new one, so an end that came first stays.
 */
export function withEnd(ends: readonly TokenEnd[], added: TokenEnd): TokenEnd[] {
  const kept = [...ends, added].filter(
    (one, place, all) =>
      !all.some(
        (other, i) =>
          i !== place &&
          other.issuedBy >= one.issuedBy &&
          other.endAt <= one.endAt &&
          (other.issuedBy !== one.issuedBy || other.endAt !== one.endAt || i > place),
      ),
  )
  // Sorted, later ends cover more tokens. Merging ends some earlier than asked for, none later.
  kept.sort((a, b) => a.endAt - b.endAt)
  const [first, second, ...rest] = kept
  if (kept.length <= most || !first || !second) return kept
  return [{ issuedBy: second.issuedBy, endAt: first.endAt }, ...rest]
}
