import type { JsonObject } from './json-ref.rules.ts'

/** Texts that fit the formats of JSON Schema, always the same. */
const byFormat: Readonly<Record<string, string>> = {
  date: '2026-01-01',
  time: '12:00:00Z',
  'date-time': '2026-01-01T12:00:00Z',
  duration: 'P1D',
  email: 'user@example.com',
  'idn-email': 'user@example.com',
  hostname: 'example.com',
  'idn-hostname': 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  iri: 'https://example.com/',
  'uri-reference': '/path',
  'iri-reference': '/path',
  'uri-template': '/path/{id}',
  'json-pointer': '/path',
  'relative-json-pointer': '0/path',
  regex: '^a$',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  byte: 'c3RyaW5n',
  binary: 'string',
  password: 'string',
}

/** The longest text made up for a `minLength`. */
const longest = 1000

const counted = (value: unknown, fallback: number) =>
  typeof value === 'number' && value >= 0 ? Math.min(value, longest) : fallback

/** A text by its format, else one of the right length. `pattern` is the customer's and is not run. */
export function exampleText({ format, minLength, maxLength }: JsonObject): string {
  const known = typeof format === 'string' && Object.hasOwn(byFormat, format)
  if (known) return byFormat[String(format)] ?? ''
  const text = 'string'.padEnd(counted(minLength, 0), 'string')
  return text.slice(0, counted(maxLength, longest))
}

/** A number within its bounds, as near to zero as they allow. */
export function exampleNumber(schema: JsonObject, whole: boolean): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const step = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : whole ? 1 : 0
  const beside = step || 0.5
  const least = Math.max(bound(minimum, -Infinity, 0), bound(exclusiveMinimum, -Infinity, beside))
  const most = Math.min(bound(maximum, Infinity, 0), bound(exclusiveMaximum, Infinity, -beside))
  const near = least > most ? (least + most) / 2 : Math.min(Math.max(0, least), most)
  const stepped = step ? Math.ceil(near / step) * step : near
  return Number.isFinite(stepped) ? stepped : 0
}

const bound = (value: unknown, none: number, beside: number) =>
  typeof value === 'number' ? value + beside : none
