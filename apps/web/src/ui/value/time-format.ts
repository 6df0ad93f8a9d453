import { dateLocale, language, t } from '../language.ts'

const day = 86_400_000

const steps = [
  ['minute', 60_000, 3_600_000],
  ['hour', 3_600_000, day],
  ['day', day, 30 * day],
  ['month', 30 * day, 365 * day],
  ['year', 365 * day, Infinity],
] as const

let relative: Intl.RelativeTimeFormat | undefined

/** Made once, for the language of a page stays. */
const relativeFormat = () =>
  (relative ??= new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }))

/** `3 hours ago`, `tomorrow`, `just now`. */
export function relativeTime(date: Date, now: number): string {
  const distance = date.getTime() - now
  const size = Math.abs(distance)
  if (size < 45_000) return t('just now')
  const [unit, length] = steps.find(([, , limit]) => size < limit) ?? steps[4]
  return relativeFormat().format(Math.round(distance / length), unit)
}

/** `12 Mar 2026, 14:02 UTC`: always with its zone. */
export function absoluteTime(date: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(dateLocale(), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(date)
}

/** `12 Mar 2026`. */
export function dayOf(date: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeZone }).format(date)
}

/** `14:02`. */
export function timeOfDay(date: Date, timeZone: string): string {
  const form = { hour: '2-digit', minute: '2-digit', timeZone } as const
  return new Intl.DateTimeFormat(dateLocale(), form).format(date)
}
