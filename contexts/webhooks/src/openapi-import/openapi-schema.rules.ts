import { isObject, type JsonObject, refName, refTarget } from '../schema/index.ts'

/** Why a document was not understood; its message is for the caller. */
export class SpecProblem extends Error {}

/** How much of a schema is written out before giving up: references double with every level. */
const maxValues = 20_000
const maxDepth = 64

/** The document, and what has become of one schema of it so far. */
type Work = {
  readonly document: JsonObject
  /** Schemas that contain themselves, by the name they get in `definitions`. */
  readonly circular: Map<string, unknown>
  left: number
}

/**
 * A schema of an OpenAPI document as a JSON Schema that stands by itself: references written out, the
 * dialect of OpenAPI 3.0 turned into that of JSON Schema. What contains itself stays a reference,
 * into `definitions`.
 * @throws SpecProblem when a reference leads outside or nowhere, or the schema is too large
 */
export function standalone(document: JsonObject, schema: unknown): JsonObject {
  const work: Work = { document, circular: new Map(), left: maxValues }
  const made = schemaOf(schema, work, [])
  const result = isObject(made) ? made : {}
  if (work.circular.size === 0) return result
  const own = isObject(result.definitions) ? result.definitions : {}
  return { ...result, definitions: { ...own, ...Object.fromEntries(work.circular) } }
}

/** Follows references until something else stands there. @throws SpecProblem */
export function followed(document: JsonObject, value: unknown): unknown {
  let found = value
  for (let steps = 0; isObject(found) && typeof found.$ref === 'string'; steps++) {
    if (steps > maxDepth) throw new SpecProblem('A reference leads to itself')
    found = targetOf(document, found.$ref)
  }
  return found
}

function targetOf(document: JsonObject, ref: string): unknown {
  const shown = ref.slice(0, 200)
  if (!ref.startsWith('#'))
    throw new SpecProblem(`References must stay inside the document: ${shown}`)
  const found = refTarget(document, ref)
  if (found === undefined) throw new SpecProblem(`There is nothing at ${shown}`)
  return found
}

/** Keywords whose value is plain data, not schemas. */
const data = new Set(['const', 'default', 'enum', 'example', 'examples'])
/** Keywords whose value is schemas by name: a property may be called `default`. */
const maps = new Set([
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
])

function spend(work: Work, depth: number): void {
  if (--work.left < 0)
    throw new SpecProblem('A schema is too large with its references written out')
  if (depth > maxDepth) throw new SpecProblem('A schema is nested too deep')
}

function schemaOf(schema: unknown, work: Work, inside: readonly string[], depth = 0): unknown {
  spend(work, depth)
  if (Array.isArray(schema)) return schema.map((one) => schemaOf(one, work, inside, depth + 1))
  if (!isObject(schema)) return schema
  const { $ref, ...rest } = schema
  const own = jsonSchema(
    Object.fromEntries(
      Object.entries(rest).map(([keyword, value]) => [
        keyword,
        memberOf(keyword, value, work, inside, depth),
      ]),
    ),
  )
  if (typeof $ref !== 'string') return own
  const written = writtenOut($ref, work, inside, depth)
  return isObject(written) ? { ...written, ...own } : written
}

function memberOf(
  keyword: string,
  value: unknown,
  work: Work,
  inside: readonly string[],
  depth: number,
): unknown {
  if (data.has(keyword)) {
    work.left -= JSON.stringify(value).length / 16
    return value
  }
  if (!maps.has(keyword) || !isObject(value)) return schemaOf(value, work, inside, depth + 1)
  const named = Object.entries(value).map(([name, one]) => [
    name,
    schemaOf(one, work, inside, depth + 2),
  ])
  return Object.fromEntries(named)
}

function writtenOut(ref: string, work: Work, inside: readonly string[], depth: number): unknown {
  const name = refName(ref) || 'root'
  if (inside.includes(ref)) {
    if (!work.circular.has(name)) work.circular.set(name, {})
    return { $ref: `#/definitions/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` }
  }
  const made = schemaOf(targetOf(work.document, ref), work, [...inside, ref], depth + 1)
  if (work.circular.has(name)) work.circular.set(name, made)
  return made
}

/** OpenAPI 3.0's own spellings in those of JSON Schema. */
function jsonSchema(schema: JsonObject): JsonObject {
  const { nullable, exclusiveMinimum: low, exclusiveMaximum: high, ...rest } = schema
  const { minimum, maximum, ...unbound } = rest
  return {
    ...unbound,
    ...(nullable === true && typeof rest.type === 'string' && { type: [rest.type, 'null'] }),
    ...bound('minimum', 'exclusiveMinimum', minimum, low),
    ...bound('maximum', 'exclusiveMaximum', maximum, high),
  }
}

/** In 3.0 `exclusiveMinimum` says how `minimum` is meant; in 3.1 it is a number of its own. */
function bound(name: string, exclusive: string, value: unknown, how: unknown): JsonObject {
  const isMeant = how === true && value !== undefined
  return {
    ...(value !== undefined && { [isMeant ? exclusive : name]: value }),
    ...(how !== undefined && typeof how !== 'boolean' && { [exclusive]: how }),
  }
}
