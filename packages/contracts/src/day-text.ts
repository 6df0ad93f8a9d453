const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** `12 Mar 2026`, in UTC: how messages and emails write a date. `at` is ISO 8601 or milliseconds. */
export const dayText = (at: string | number): string => day.format(new Date(at))
