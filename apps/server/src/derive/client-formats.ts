import { isSchema, propertiesOf, type Schema, unionOf } from './client-types.ts'

/** What the published client checks of an input: the formats of the specification's §5. */
export type Format = 'uri' | 'date-time' | 'color' | 'uint16'

/** The format that one schema asks for. */
function formatOf(schema: Schema): Format | undefined {
  const { format, type, maximum, pattern } = schema
  if (format === 'uri' || format === 'date-time' || format === 'color') return format
  if (type === 'integer' && maximum === 65535) return 'uint16'
  return typeof pattern === 'string' && pattern.startsWith('^#') ? 'color' : undefined
}

/**
 * Where a value has fields with a format: dotted paths, `*` for every item of a list and every value
 * of a map, e.g. `data.*.createdAt`.
 */
export function formatsOf(schema: Schema, path: readonly string[] = []): Record<string, Format> {
  const own = formatOf(schema)
  if (own) return { [path.join('.')]: own }
  const below: [string, unknown][] = [
    ['*', schema.items],
    ['*', schema.additionalProperties],
    ...propertiesOf(schema),
  ]
  return Object.assign(
    {},
    ...unionOf(schema).map((one) => formatsOf(one, path)),
    ...below.flatMap(([name, one]) => (isSchema(one) ? [formatsOf(one, [...path, name])] : [])),
  )
}

/** The paths of an answer's instants. */
export const datesOf = (schema: Schema): string[] =>
  Object.entries(formatsOf(schema))
    .filter(([, format]) => format === 'date-time')
    .map(([path]) => path)
