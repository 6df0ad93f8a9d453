/** A form that a value must have. */
export type Format = 'uri' | 'date-time' | 'color' | 'uint16'

/** An absolute URI (RFC 3986), e.g. `https://example.com/hooks`. */
export function isUri(value: unknown): boolean {
  // What `URL` mends in silence is no URI: spaces, quotes, control characters, backslashes.
  if (typeof value !== 'string' || !/^[a-z][a-z0-9+.-]*:[^\s"<>\\^`{|}\p{Cc}]+$/iu.test(value))
    return false
  try {
    return Boolean(new URL(value))
  } catch {
    return false
  }
}

const dateTime =
  /^(\d{4})-(\d{2})-(\d{2})[T ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i

/** An instant: a valid `Date`, or RFC 3339 with its offset, e.g. `2026-08-21T14:00:00.5+02:00`. */
export function isDateTime(value: unknown): boolean {
  if (value instanceof Date) return !Number.isNaN(value.getTime())
  if (typeof value !== 'string') return false
  const [, year, month, day] = dateTime.exec(value)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  const date = new Date(Date.UTC(2000, month - 1, day))
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** A colour as the service takes it: `#rgb`, `#rrggbb` or `#rrggbbaa`. */
export const isColor = (value: unknown): boolean =>
  typeof value === 'string' && /^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value)

/** A whole number from 0 to 65535. */
export const isUint16 = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 65535

type Check = { readonly test: (value: unknown) => boolean; readonly expected: string }

/** The check of each format and the words for it. */
export const formats: Readonly<Record<Format, Check>> = {
  uri: { test: isUri, expected: 'a URI such as https://example.com/hooks' },
  'date-time': {
    test: isDateTime,
    expected: 'a Date or an RFC 3339 date-time such as 2026-08-21T12:00:00Z',
  },
  color: { test: isColor, expected: 'a colour such as #1f6feb' },
  uint16: { test: isUint16, expected: 'an unsigned 16-bit integer (0 to 65535)' },
}
