/** A JSON Schema, as far as the contracts' schemas become one. */
export type Schema = { readonly [key: string]: unknown }

/** Which way a value travels: a client may give a `Date` and leave defaults out, and gets a `Date`. */
export type Direction = 'input' | 'output'

/** True for a JSON object; also narrows a schema's parts. */
export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The properties of an object schema. */
export const propertiesOf = (schema: Schema): [name: string, schema: Schema][] =>
  Object.entries(isSchema(schema.properties) ? schema.properties : {}).flatMap(([name, value]) =>
    isSchema(value) ? [[name, value]] : [],
  )

/** The names that an object schema requires. */
export const requiredOf = (schema: Schema): readonly unknown[] =>
  Array.isArray(schema.required) ? schema.required : []

/** The alternatives of a union. */
export const unionOf = (schema: Schema): Schema[] =>
  [schema.anyOf, schema.oneOf].flatMap((all) => (Array.isArray(all) ? all.filter(isSchema) : []))

/** Named types by `keyOf` their schema, so that a nested one is referred to by name. */
export type Names = Map<string, string>

/** Under what a schema's type is known. */
export const keyOf = (schema: Schema, direction: Direction): string =>
  `${direction} ${JSON.stringify(schema)}`

/** The TypeScript type of a JSON Schema, on one line. */
export function typeOf(schema: Schema, direction: Direction, names: Names): string {
  const known = names.get(keyOf(schema, direction))
  if (known) return known
  if (Array.isArray(schema.enum)) return schema.enum.map(literal).join(' | ')
  if ('const' in schema) return literal(schema.const)
  const union = unionOf(schema)
  if (union.length > 0)
    return [...new Set(union.map((one) => typeOf(one, direction, names)))].join(' | ')
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type }, direction, names)).join(' | ')
  return basicType(schema, direction, names)
}

function basicType(schema: Schema, direction: Direction, names: Names): string {
  switch (schema.type) {
    case 'string':
      if (schema.format !== 'date-time') return 'string'
      return direction === 'output' ? 'Date' : 'Date | string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return `readonly ${wrapped(isSchema(schema.items) ? typeOf(schema.items, direction, names) : 'unknown')}[]`
    case 'object':
      return objectType(schema, direction, names)
    default:
      return 'unknown'
  }
}

function objectType(schema: Schema, direction: Direction, names: Names): string {
  const fields = propertiesOf(schema)
  if (fields.length > 0)
    return `{ ${fields.map(([name, one]) => field(name, one, schema, direction, names)).join('; ')} }`
  const values = schema.additionalProperties
  const value = isSchema(values) ? typeOf(values, direction, names) : 'unknown'
  return `{ readonly [name: string]: ${value} }`
}

/** One property; what a caller may leave out may also be given as undefined. */
export function field(
  name: string,
  schema: Schema,
  parent: Schema,
  direction: Direction,
  names: Names,
): string {
  const optional = !requiredOf(parent).includes(name)
  const type = typeOf(schema, direction, names)
  return `readonly ${name}${optional ? '?' : ''}: ${type}${optional ? ' | undefined' : ''}`
}

const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value)

const wrapped = (type: string) => (/[ |]/.test(type) && !type.startsWith('{') ? `(${type})` : type)

/** What a schema asks of a value besides its type, for people; empty when nothing. */
export function constraintOf(schema: Schema): string {
  const [first] = unionOf(schema).filter((one) => one.type !== 'null')
  if (first) return constraintOf(first)
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema
  const safe = (bound: unknown) =>
    typeof bound === 'number' && Number.isSafeInteger(bound) && Math.abs(bound) < 2 ** 53 - 1
  return [
    range(safe(minimum) ? minimum : undefined, safe(maximum) ? maximum : undefined, ''),
    range(minLength, maxLength, ' long'),
    range(minItems, maxItems, ' items'),
    schema.format === 'uri' && 'URI',
    typeof schema.pattern === 'string' && !schema.format && `\`${schema.pattern}\``,
    'default' in schema && `default ${JSON.stringify(schema.default)}`,
  ]
    .filter((part): part is string => typeof part === 'string' && part !== '')
    .join(', ')
}

function range(low: unknown, high: unknown, unit: string): string {
  if (low === undefined && high === undefined) return ''
  if (high === undefined) return `at least ${low}${unit}`
  return low === undefined ? `at most ${high}${unit}` : `${low} to ${high}${unit}`
}
