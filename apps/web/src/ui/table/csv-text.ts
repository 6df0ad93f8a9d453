import { asText, csvField } from '@countersign/contracts'

/** What a cell can hold. A date is written as ISO 8601 with the offset of the zone. */
export type CsvCell = string | number | boolean | Date | null | undefined

/** One line of RFC 4180, with its line end. */
export function csvLine(cells: readonly CsvCell[], timeZone: string): string {
  return `${cells.map((cell) => fieldOf(cell, timeZone)).join(',')}\r\n`
}

function fieldOf(cell: CsvCell, timeZone: string): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return offsetTime(cell, timeZone)
  // Numbers stay numbers.
  return csvField(typeof cell === 'string' ? asText(cell) : String(cell))
}

/** `2026-11-21T14:02:09+01:00`: what the clock of that zone showed, and how far it was from UTC. */
export function offsetTime(date: Date, timeZone: string): string {
  if (Number.isNaN(date.getTime())) return ''
  const named = partsIn(timeZone).formatToParts(date)
  const part = (type: string) => named.find((one) => one.type === type)?.value ?? ''
  const offset = part('timeZoneName').replace('GMT', '').replace('+00:00', '')
  const day = `${part('year')}-${part('month')}-${part('day')}`
  return `${day}T${part('hour')}:${part('minute')}:${part('second')}${offset || 'Z'}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

function partsIn(timeZone: string): Intl.DateTimeFormat {
  const found = formats.get(timeZone)
  if (found) return found
  const two = '2-digit'
  const fresh = new Intl.DateTimeFormat('en-GB', {
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
    hourCycle: 'h23',
    timeZone,
    timeZoneName: 'longOffset',
  } as const)
  formats.set(timeZone, fresh)
  return fresh
}
