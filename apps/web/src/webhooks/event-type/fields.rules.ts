/** One field of what an event carries. */
export interface Field {
  /** With the fields around it: `data.amount`; `[]` stands for each item of a list. */
  readonly path: string
  readonly type: string
  readonly required: boolean
  readonly description: string
}

const maxDepth = 5

/** The fields that a JSON Schema describes, outer ones first. */
export function fieldsOf(schema: unknown, before = '', depth = 0): Field[] {
  const { properties, required, items } = Object(schema)
  if (depth >= maxDepth) return []
  if (items) return fieldsOf(items, `${before}[]`, depth + 1)
  return Object.entries(Object(properties)).flatMap(([name, one]) => {
    const path = before ? `${before}.${name}` : name
    const { description } = Object(one)
    const field = {
      path,
      type: typeOf(one),
      required: Array.isArray(required) && required.includes(name),
      description: typeof description === 'string' ? description : '',
    }
    return [field, ...fieldsOf(one, path, depth + 1)]
  })
}

function typeOf(schema: unknown): string {
  const { type, enum: values, const: value, items, format } = Object(schema)
  if (Array.isArray(values)) return values.map(String).join(' | ')
  if (value !== undefined) return JSON.stringify(value)
  if (type === 'array') return `${typeOf(items)}[]`
  const name = Array.isArray(type) ? type.join(' | ') : String(type ?? 'any')
  return typeof format === 'string' ? `${name} (${format})` : name
}
