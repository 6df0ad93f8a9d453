/** The day of an instant in UTC, as YYYY-MM-DD. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** The latest day that has begun somewhere on earth, as YYYY-MM-DD: what is after it is the future. */
export const latestDay = (at: Date): string => dayOf(new Date(at.getTime() + 14 * 3_600_000))
