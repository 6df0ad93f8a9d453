import { language } from '../../ui/language.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** A duration in its largest whole unit, in the language of the page: `5 minutes`. */
export function durationText(ms: number): string {
  const [unit, length] = units.find(([, size]) => ms >= size && ms % size === 0) ?? units[3]
  return new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.round((ms / length) * 10) / 10,
  )
}
