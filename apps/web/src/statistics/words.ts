/** A part of a whole in percent; a dash where there is nothing. */
export const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`

/** A day as charts have it below their bars. */
export const dayLabel = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

const units = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
] as const

/** Seconds as people say them: `3.2 h`. */
export function durationWords(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '–'
  const [size, unit] = units.find(([one]) => seconds >= one) ?? [1, 's']
  return `${Number((seconds / size).toFixed(seconds / size < 10 ? 1 : 0))} ${unit}`
}
