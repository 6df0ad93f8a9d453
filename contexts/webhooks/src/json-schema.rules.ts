/** What is wrong with a JSON Schema, and where. */
export type SchemaProblem = { readonly path: readonly string[]; readonly message: string }

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
const maxDepth = 20

/** Keywords of draft 7 whose value is a schema, a list of schemas, or schemas by name. */
const schemaKeywords = new Set(
  'additionalItems additionalProperties contains else if not propertyNames then'.split(' '),
)
const schemaListKeywords = new Set(['allOf', 'anyOf', 'oneOf'])
const schemaMapKeywords = new Set(['$defs', 'definitions', 'patternProperties', 'properties'])
const textKeywords = new Set(
  '$comment $id $ref $schema contentEncoding contentMediaType description format pattern title'.split(
    ' ',
  ),
)
const countKeywords = new Set(
  'maxItems maxLength maxProperties minItems minLength minProperties'.split(' '),
)
const numberKeywords = new Set(['exclusiveMaximum', 'exclusiveMinimum', 'maximum', 'minimum'])

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isTexts = (value: unknown) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/**
 * What makes a value no JSON Schema of draft 7, or null. It reads and compares only: a schema is the
 * customer's, so nothing of it is compiled or run here.
 */
export function schemaProblem(schema: unknown, path: readonly string[] = []): SchemaProblem | null {
  if (typeof schema === 'boolean') return null
  if (!isObject(schema)) return { path, message: 'A schema must be an object or a boolean' }
  if (path.length > maxDepth) return { path, message: `A schema may be ${maxDepth} deep at most` }
  for (const [keyword, value] of Object.entries(schema)) {
    const here = [...path, keyword]
    const message = keywordProblem(keyword, value)
    const problem = message === null ? innerProblem(keyword, value, here) : { path: here, message }
    if (problem) return problem
  }
  return null
}

function keywordProblem(keyword: string, value: unknown): string | null {
  if (keyword === 'type') {
    const named = [value].flat()
    if (named.length === 0 || !named.every((type) => types.some((known) => known === type)))
      return `type must be among ${types.join(', ')}`
  }
  if (keyword === 'required' && !isTexts(value)) return 'required must be a list of names'
  if ((keyword === 'enum' || keyword === 'examples') && !Array.isArray(value))
    return `${keyword} must be a list`
  if (textKeywords.has(keyword) && typeof value !== 'string') return `${keyword} must be a text`
  if (numberKeywords.has(keyword) && typeof value !== 'number') return `${keyword} must be a number`
  if (keyword === 'multipleOf' && !(typeof value === 'number' && value > 0))
    return 'multipleOf must be a number above 0'
  if (countKeywords.has(keyword) && !(Number.isInteger(value) && Number(value) >= 0))
    return `${keyword} must be a whole number`
  return null
}

function innerProblem(
  keyword: string,
  value: unknown,
  path: readonly string[],
): SchemaProblem | null {
  const each = (items: readonly (readonly [string, unknown])[]) => {
    for (const [name, item] of items) {
      const problem = schemaProblem(item, [...path, name])
      if (problem) return problem
    }
    return null
  }
  const list = (items: readonly unknown[]) => each(items.map((item, i) => [String(i), item]))
  if (schemaKeywords.has(keyword)) return schemaProblem(value, path)
  if (keyword === 'items') return Array.isArray(value) ? list(value) : schemaProblem(value, path)
  if (schemaListKeywords.has(keyword))
    return Array.isArray(value) && value.length > 0
      ? list(value)
      : { path, message: `${keyword} must be a list of schemas` }
  if (schemaMapKeywords.has(keyword))
    return isObject(value)
      ? each(Object.entries(value))
      : { path, message: `${keyword} must be schemas by name` }
  return null
}
