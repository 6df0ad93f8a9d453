/** How long records are kept at least: by law, and as the company set. */
export type Period = {
  /** Years of the law. */
  readonly years: number
  /** Days that the company chose. */
  readonly days: number
}

/** Where no law of the company's country says otherwise: recommendation 11 of the FATF. */
export const usualYears = 5

const dayMs = 86_400_000

/** The same day some years earlier; 29 February becomes the 28th, so that nothing ends a day too early. */
function yearsBefore(now: Date, years: number): Date {
  const then = new Date(now)
  then.setUTCFullYear(now.getUTCFullYear() - years)
  if (then.getUTCMonth() !== now.getUTCMonth()) then.setUTCDate(0)
  return then
}

/** What came to its end by then, neither the law nor the company wants to keep any longer. */
export const keptSince = (now: Date, { years, days }: Period): Date =>
  new Date(Math.min(yearsBefore(now, years).getTime(), now.getTime() - days * dayMs))

/** The same by the law alone: what a person may ask a company to erase. */
export const keptByLawSince = (now: Date, { years }: Pick<Period, 'years'>): Date =>
  yearsBefore(now, years)

/** When the law no longer asks for what ended then. */
export function byLawUntil(ended: Date, { years }: Pick<Period, 'years'>): Date {
  const until = new Date(ended)
  until.setUTCFullYear(ended.getUTCFullYear() + years)
  return until
}

/** Months from this one on: their first day, and the instant at which they end. */
export const monthsFrom = (now: Date, count: number): { first: string; end: Date }[] =>
  Array.from({ length: count }, (_, n) => {
    const begin = (ahead: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead))
    return { first: begin(n).toISOString().slice(0, 10), end: new Date(begin(n + 1).getTime() - 1) }
  })
