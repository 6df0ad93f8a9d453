const dayMs = 86_400_000

/** A subscription's period, as far as it is known. */
export type Term = { readonly start: Date; readonly end: Date } | undefined

/** When the invoice of a period that has ended can still take its usage. */
const invoicedAfterMs = 3_600_000
/** Older days are taken by no provider. */
const oldestMs = 30 * dayMs

/** What happened before is too old for any provider. */
export const oldestAt = (now: Date): Date => new Date(now.getTime() - oldestMs)

/** The first moment of a day in UTC. */
export const dayStart = (at: number): number => at - (((at % dayMs) + dayMs) % dayMs)

/** Whether the period that a moment lies in is billed already. */
function isClosed(at: number, now: number, term: Term): boolean {
  if (now - at > oldestMs) return true
  const ends = term ? [term.start.getTime(), term.end.getTime()] : []
  return ends.some((end) => at < end && now > end + invoicedAfterMs)
}

/** The day of a moment: where a period ends within it, what comes after belongs to the next day. */
function ownDay(at: number, term: Term): number {
  const day = dayStart(at)
  const isAfter = [term?.start, term?.end].some(
    (end) => end && end.getTime() > day && dayStart(end.getTime()) === day && at >= end.getTime(),
  )
  return isAfter ? day + dayMs : day
}

/** The day that a unit is billed on: its own, or today where that one's period is billed already. */
export const bookedOn = (at: Date, now: Date, term: Term): Date =>
  new Date(ownDay(isClosed(at.getTime(), now.getTime(), term) ? now.getTime() : at.getTime(), term))

/** Where a day ends for its bill: at midnight, or with a period that ends within it. */
export function endOf(day: Date, term: Term): Date {
  const within = [term?.end, term?.start].find(
    (end) => end && end.getTime() > day.getTime() && end.getTime() < day.getTime() + dayMs,
  )
  return within ?? new Date(day.getTime() + dayMs)
}
