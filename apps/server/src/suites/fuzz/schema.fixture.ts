import fc from 'fast-check'

/** A JSON schema, as far as values are made from it. */
export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** `edge` prefers the shortest, longest, least and greatest values that are still valid. */
export type Kind = 'plain' | 'edge'

type Values = fc.Arbitrary<unknown>
export type Meant = Readonly<Record<string, Values>>

/** Finds what a `$ref` stands for. */
export type Lookup = (ref: string) => Schema

const fewTypes = ['a.b', 'invoice.paid', 'user_created', 'x-1']
const wordOf = (max: number) =>
  fc.string({
    unit: fc.constantFrom(...'abcxyzABC0189-_.'),
    minLength: 1,
    maxLength: Math.min(max, 24),
  })
const secret = fc
  .uint8Array({ minLength: 24, maxLength: 73 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`)
const jsonSchema = fc.constantFrom(
  { type: 'object' },
  { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
  { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', title: 'T' },
  { type: 'object', properties: { n: { type: 'integer', minimum: 1 } }, examples: [{ n: 2 }] },
)
const openapi = fc.constantFrom(...fewTypes).map((name) => ({
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  webhooks: { [name]: { post: { description: name } } },
}))
const script = fc.constantFrom(
  'function handler(webhook) { return webhook }',
  'function handler(webhook) { webhook.payload = {a: 1}; return webhook }',
  'function handler() { throw new Error("no") }',
  'this is not JavaScript at all',
)

/** Instants between so many days ago and so many. */
const ago = (most: number, least: number): Values =>
  fc
    .integer({ min: least * 86_400 + 60, max: most * 86_400 })
    .map((seconds) => new Date(Date.now() - seconds * 1000).toISOString())

/**
 * Values that a schema's shape alone does not make sensible, by the name of the field. Addresses are
 * on loopback or reserved, so that a delivery that got past the guard would still reach nobody.
 */
const meant: Meant = {
  eventType: fc.constantFrom(...fewTypes),
  secret,
  key: secret,
  uid: wordOf(24).map((word) => `u.${word}`),
  eventId: wordOf(24).map((word) => `e.${word}`),
  schemas: fc.record({ 1: jsonSchema }),
  schema: jsonSchema,
  spec: openapi,
  specRaw: openapi.map((document) => JSON.stringify(document)),
  headers: fc.dictionary(
    wordOf(12).map((word) => `X-${word}`),
    fc.string({ maxLength: 20, unit: fc.constantFrom(...'abc 019;=/') }),
    { maxKeys: 4 },
  ),
  metadata: fc.dictionary(wordOf(12), fc.string({ maxLength: 20 }), { maxKeys: 4 }),
  code: script,
  transformation: script,
  version: fc.constantFrom(1, 1, 1, 2),
  ...Object.fromEntries(['since', 'after', 'startDate'].map((name) => [name, ago(20, 10)])),
  ...Object.fromEntries(['until', 'before', 'endDate'].map((name) => [name, ago(10, 0)])),
  // Else hardly anything is ever delivered.
  disabled: fc.constantFrom(false, false, false, true),
  // Most of an organisation's life is without these; one of them shuts its applications out.
  readOnly: fc.constant(false),
  enforceHttps: fc.constant(false),
}

const uris = fc.constantFrom(
  'http://127.0.0.1:1024/hook',
  'https://127.0.0.1:1024/a?b=c',
  'http://[::1]:1024/',
  'https://192.0.2.1/x',
)
const instants = fc
  .date({
    min: new Date('2020-01-01T00:00:00Z'),
    max: new Date('2031-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString())

const ownOf = (meant: Meant, name: string) => (Object.hasOwn(meant, name) ? meant[name] : undefined)

/**
 * What a schema's values are made by. Values for one schema and kind are made once.
 * @param given values of fields, by name, that only the test knows; `?name` is for queries alone
 */
export function valuesOf(lookup: Lookup, given: Meant = {}) {
  const byName: Meant = { ...meant, ...given }
  const kept = new Map<Kind, WeakMap<Schema, Values>>([
    ['plain', new WeakMap()],
    ['edge', new WeakMap()],
  ])

  const make = (schema: Schema, kind: Kind, name: string, depth: number): Values => {
    if (schema.$ref !== undefined) return values(lookup(schema.$ref), kind, name, depth + 1)
    if ('const' in schema) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    const branches = schema.anyOf ?? schema.oneOf
    if (branches) return fc.oneof(...branches.map((one) => values(one, kind, name, depth)))
    if (Array.isArray(schema.type))
      return fc.oneof(...schema.type.map((type) => typed({ ...schema, type }, kind, name, depth)))
    return typed(schema, kind, name, depth)
  }

  const typed = (schema: Schema, kind: Kind, name: string, depth: number): Values => {
    const isDay = schema.format === 'date'
    const known = isDay ? undefined : (ownOf(byName, name) ?? ownOf(byName, name.slice(1)))
    const isMeant =
      known && schema.type !== 'null' && (kind === 'plain' || schema.type === 'object')
    if (isMeant) return known
    switch (schema.type) {
      case 'null':
        return fc.constant(null)
      case 'boolean':
        return fc.boolean()
      case 'integer':
      case 'number':
        return numbers(schema, kind)
      case 'string':
        return strings(schema, kind)
      case 'array':
        return lists(schema, kind, name, depth)
      default:
        return schema.type === 'object' || schema.properties
          ? objects(schema, kind, depth)
          : fc.jsonValue({ maxDepth: 2 })
    }
  }

  const lists = (schema: Schema, kind: Kind, name: string, depth: number): Values => {
    const least = schema.minItems ?? 0
    const most = Math.min(schema.maxItems ?? 4, 60)
    const item =
      /^(filter|event)Types$/.test(name) && schema.items?.type === 'string'
        ? fc.constantFrom(...fewTypes)
        : values(schema.items ?? {}, kind, '', depth + 1)
    const between = (minLength: number, maxLength: number) =>
      fc.uniqueArray(item, { minLength, maxLength, selector: (value) => JSON.stringify(value) })
    return kind === 'edge'
      ? fc.oneof(between(least, least), between(least, most))
      : between(least, most)
  }

  const objects = (schema: Schema, kind: Kind, depth: number): Values => {
    if (depth > 6) return fc.constant({})
    if (!schema.properties) {
      const { additionalProperties: others } = schema
      const value =
        typeof others === 'object'
          ? values(others, kind, '', depth + 1)
          : fc.jsonValue({ maxDepth: 2 })
      return fc.dictionary(wordOf(12), value, { maxKeys: 4 })
    }
    const fields = Object.fromEntries(
      Object.entries(schema.properties).map(([name, one]) => [
        name,
        values(one, kind, name, depth + 1),
      ]),
    )
    return fc.record(fields, { requiredKeys: [...(schema.required ?? [])] })
  }

  const values = (schema: Schema, kind: Kind, name = '', depth = 0): Values => {
    // A field's name bears on its values, and a schema that stands in a field has one name.
    const found = name === '' ? kept.get(kind)?.get(schema) : undefined
    const made = found ?? make(schema, kind, name, depth)
    if (name === '') kept.get(kind)?.set(schema, made)
    return made
  }
  return (schema: Schema, kind: Kind, name = ''): Values => values(schema, kind, name)
}

function numbers({ minimum, maximum, type }: Schema, kind: Kind): Values {
  const min = Math.max(minimum ?? 0, -1e6)
  const max = Math.min(maximum ?? 1e6, 2 ** 31)
  if (kind === 'edge') return fc.constantFrom(min, max)
  return type === 'integer' ? fc.integer({ min, max }) : fc.constantFrom(min, max)
}

/** The characters and the lengths of a pattern such as `^[a-z]+$` or `^[a-z]{2,5}$`. */
function runOf(pattern: string): { unit: string[]; least: number; most: number } | undefined {
  const [, set, least = '1', most = least] =
    /^\^(\[[^\]]+\])(?:\+|\{(\d+)(?:,(\d*))?\})\$$/.exec(pattern) ?? []
  if (set === undefined) return undefined
  const form = new RegExp(`^${set}$`)
  const printable = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n))
  const open = pattern.endsWith('+$') || most === ''
  return {
    unit: printable.filter((one) => form.test(one)),
    least: Number(least),
    most: open ? Number.POSITIVE_INFINITY : Number(most),
  }
}

/** Many fields have the same kind of text, and to make what makes one takes its time. */
const texts = new Map<string, Values>()

function strings(schema: Schema, kind: Kind): Values {
  const { format, pattern, minLength, maxLength } = schema
  const key = JSON.stringify({ kind, format, pattern, minLength, maxLength })
  const made = texts.get(key) ?? textsOf(schema, kind)
  texts.set(key, made)
  return made
}

function textsOf(schema: Schema, kind: Kind): Values {
  const { format, pattern } = schema
  const run = pattern === undefined ? undefined : runOf(pattern)
  const minLength = Math.max(schema.minLength ?? 0, run?.least ?? 0)
  const maxLength = Math.min(schema.maxLength ?? 200, run?.most ?? Number.POSITIVE_INFINITY)
  if (format === 'date-time') return instants
  if (format === 'date') return instants.map((instant) => String(instant).slice(0, 10))
  if (format === 'uri') return uris
  if (format === 'color') return fc.constantFrom('#fff', '#01020A', '#01020aff')
  if (format === 'email') return wordOf(8).map((word) => `m${word.replaceAll('.', '')}@a.example`)
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength
  if (pattern?.includes('whsec')) return secret
  const unit = run?.unit
  if (pattern !== undefined && !run) return fc.stringMatching(new RegExp(pattern)).filter(fits)
  const most = Math.min(maxLength, 5000)
  const of = (least: number, greatest: number) =>
    fc.string({
      unit: unit ? fc.constantFrom(...unit) : 'grapheme',
      minLength: least,
      maxLength: greatest,
    })
  if (kind === 'plain') return of(minLength, Math.min(most, minLength + 20))
  // A grapheme is up to several UTF-16 units, which is what a length counts.
  const full = fc.constantFrom(...(unit ?? ['x', 'é'])).map((one) => one.repeat(most))
  return fc.oneof(of(minLength, minLength).filter(fits), full)
}
