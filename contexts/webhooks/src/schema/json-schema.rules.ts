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
const flagKeywords = new Set(['readOnly', 'uniqueItems', 'writeOnly'])
const numberKeywords = new Set(['exclusiveMaximum', 'exclusiveMinimum', 'maximum', 'minimum'])

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isNames = (value: unknown) =>
  Array.isArray(value) &&
  value.every((item) => typeof item === 'string') &&
  new Set(value).size === value.length

/** Whether a text is a regular expression in either flavour. It is read, never run. */
function isPattern(text: string): boolean {
  return ['u', ''].some((flags) => {
    try {
      return new RegExp(text, flags) instanceof RegExp
    } catch {
      return false
    }
  })
}

/**
 * What makes a value no JSON Schema of draft 7, or null. It reads and compares only: a schema is the
 * customer's, so nothing of it is compiled or run here.
 */
export function schemaProblem(schema: unknown, path: readonly string[] = []): SchemaProblem | null {
  if (typeof schema === 'boolean') return null
  if (!isObject(schema)) return { path, message: 'A schema must be an object or a boolean' }
  if (path.length > maxDepth)
    return { path, message: `A schema can be at most ${maxDepth} levels deep` }
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
    if (new Set(named).size < named.length) return 'type must name each type once'
  }
  if (keyword === 'required' && !isNames(value))
    return 'required must be a list of names, each once'
  if ((keyword === 'enum' || keyword === 'examples') && !Array.isArray(value))
    return `${keyword} must be a list`
  if (textKeywords.has(keyword) && typeof value !== 'string') return `${keyword} must be a string`
  if (keyword === 'pattern' && typeof value === 'string' && !isPattern(value))
    return 'pattern must be a regular expression'
  if (flagKeywords.has(keyword) && typeof value !== 'boolean')
    return `${keyword} must be true or false`
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
  if (keyword === 'items' && !Array.isArray(value)) return schemaProblem(value, path)
  if (keyword === 'items' || schemaListKeywords.has(keyword))
    return Array.isArray(value) && value.length > 0
      ? list(value)
      : { path, message: `${keyword} must be a list of schemas` }
  if (keyword === 'dependencies' && isObject(value))
    return each(Object.entries(value).filter(([, item]) => !isNames(item)))
  if (keyword === 'dependencies' || schemaMapKeywords.has(keyword)) {
    if (!isObject(value)) return { path, message: `${keyword} must be schemas by name` }
    const wrong = Object.keys(value).find((name) => !isPattern(name))
    if (keyword === 'patternProperties' && wrong !== undefined)
      return { path: [...path, wrong], message: 'The name must be a regular expression' }
    return each(Object.entries(value))
  }
  return null
}
