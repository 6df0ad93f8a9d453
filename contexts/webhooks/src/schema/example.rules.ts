import { exampleNumber, exampleText } from './example-text.rules.ts'
import { isObject, type JsonObject, refTarget } from './json-ref.rules.ts'

/** Why a schema gives no example. */
export type NoExample = { readonly problem: string }

/** A value that fits a schema, or why there is none. */
export type Example = { readonly example: unknown } | NoExample

/** How much is made before giving up: schemas double with every level. */
const maxWork = 10_000
const maxDepth = 20
const maxItems = 10
/** References inside each other. */
const maxRefs = 100
/** Characters that cost as much as one value. */
const charactersEach = 64

/** A schema in its document, and what may still be made of it. */
type Work = { readonly root: JsonObject; left: number }
/** Where in the schema: how deep, and inside which references. */
type Place = { readonly depth: number; readonly inside: readonly string[] }

class NotPossible extends Error {}

/** In place of a value of a schema inside itself: whoever holds it leaves it out. */
const cut: unique symbol = Symbol('inside itself')

/**
 * An example of what a schema of the customer describes (contract, generate-example): what it says
 * itself (`examples`, `example`, `default`, `const`, `enum`), else by type. It interprets: nothing
 * of the schema is compiled, no `pattern` is run, no other document is read, and the work is bounded
 * whatever the schema says. The same schema gives the same example.
 */
export function exampleOf(schema: JsonObject): Example {
  try {
    const example = make(schema, { root: schema, left: maxWork }, { depth: 0, inside: ['#'] })
    return example === cut ? { problem: 'The schema only refers to itself' } : { example }
  } catch (error) {
    if (error instanceof NotPossible) return { problem: error.message }
    throw error
  }
}

function spend(work: Work, values: number): void {
  work.left -= values
  if (work.left < 0) throw new NotPossible('The schema describes too much for an example')
}

function make(given: unknown, work: Work, { depth, inside }: Place): unknown {
  const followed: string[] = []
  const schema = merged(given, work, inside, followed)
  if (schema === cut) return cut
  const said = saying(schema)
  if (said) {
    spend(work, (JSON.stringify(said.value)?.length ?? 0) / charactersEach)
    return said.value
  }
  if (depth >= maxDepth) return null
  const place = { depth: depth + 1, inside: [...inside, ...followed] }
  const type = typeOf(schema)
  if (type === 'object') return objectOf(schema, work, place)
  if (type === 'array') return listOf(schema, work, place)
  if (type === 'integer' || type === 'number') return exampleNumber(schema, type === 'integer')
  if (type === 'boolean') return true
  if (type === 'null') return null
  const text = exampleText(schema)
  spend(work, text.length / charactersEach)
  return text
}

/** What the schema itself gives as an example, in the order of the contract. */
function saying(schema: JsonObject): { value: unknown } | undefined {
  const { examples, example } = schema
  if (Array.isArray(examples) && examples.length > 0) return { value: examples[0] }
  if (example !== undefined) return { value: example }
  if ('default' in schema) return { value: schema.default }
  if ('const' in schema) return { value: schema.const }
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return { value: schema.enum[0] }
  return undefined
}

/**
 * The schema with its reference followed, and the parts of `allOf` and the first choices beneath it.
 * @param inside the references inside which it stands
 * @param followed gets those that are followed
 */
function merged(
  given: unknown,
  work: Work,
  inside: readonly string[],
  followed: string[],
): JsonObject | typeof cut {
  if (!isObject(given)) return {}
  spend(work, 1 + Object.keys(given).length / 4)
  const { $ref, allOf, anyOf, oneOf, ...own } = given
  const parts = [
    ...(Array.isArray(allOf) ? allOf : []),
    ...[anyOf, oneOf].flatMap((choices) => (Array.isArray(choices) ? choices.slice(0, 1) : [])),
  ]
  if (typeof $ref === 'string') {
    if (inside.includes($ref)) return cut
    if (inside.length >= maxRefs) throw new NotPossible('The schema refers on and on')
    followed.push($ref)
    parts.unshift(target($ref, work))
  }
  const here = typeof $ref === 'string' ? [...inside, $ref] : inside
  let result: JsonObject = own
  for (const part of parts) {
    const under = merged(part, work, here, followed)
    if (under === cut) return cut
    result = over(under, result, work)
  }
  return result
}

function target(ref: string, { root }: Work): unknown {
  const found = refTarget(root, ref)
  if (found === undefined) throw new NotPossible(`There is no ${ref.slice(0, 200)} in the schema`)
  return found
}

/** Two schemas that both hold: members of both, and of one name those of `own`. */
function over(part: JsonObject, own: JsonObject, work: Work): JsonObject {
  const under = isObject(part.properties) ? part.properties : undefined
  const upper = isObject(own.properties) ? own.properties : undefined
  if (!under || !upper) return { ...part, ...own }
  spend(work, (Object.keys(under).length + Object.keys(upper).length) / 4)
  return { ...part, ...own, properties: { ...under, ...upper } }
}

function typeOf(schema: JsonObject): unknown {
  const [type] = [schema.type].flat().filter((one) => one !== 'null' || schema.type === 'null')
  if (type !== undefined) return type
  if (schema.properties !== undefined || schema.additionalProperties !== undefined) return 'object'
  if (schema.items !== undefined || schema.prefixItems !== undefined) return 'array'
  const isNumber = ['minimum', 'maximum', 'multipleOf'].some((keyword) => keyword in schema)
  return isNumber ? 'number' : Array.isArray(schema.type) ? 'null' : 'string'
}

function objectOf({ properties, additionalProperties }: JsonObject, work: Work, place: Place) {
  const named = Object.entries(isObject(properties) ? properties : {})
  const entries: [string, unknown][] =
    named.length === 0 && isObject(additionalProperties) ? [['key', additionalProperties]] : named
  const made = entries.map(([name, schema]): [string, unknown] => {
    spend(work, name.length / charactersEach)
    return [name, make(schema, work, place)]
  })
  return Object.fromEntries(made.filter(([, value]) => value !== cut))
}

function listOf({ items, prefixItems, minItems }: JsonObject, work: Work, place: Place) {
  const first = [prefixItems, items].find(Array.isArray) ?? []
  const rest = Array.isArray(items) ? undefined : items
  const least = typeof minItems === 'number' ? Math.min(minItems, maxItems) : 0
  const more = rest === undefined ? 0 : Math.max(least, 1, first.length) - first.length
  const schemas = [...first, ...Array.from({ length: Math.ceil(more) }, () => rest)]
  return schemas.map((schema) => make(schema, work, place)).filter((value) => value !== cut)
}
