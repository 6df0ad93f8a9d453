import { isObject, type JsonObject } from '../schema/index.ts'
import { followed, SpecProblem, standalone } from './openapi-schema.rules.ts'

/** An event type as a document describes it. */
export type DescribedType = {
  readonly name: string
  readonly description: string
  readonly deprecated: boolean
  /** JSON Schema of the request's body; null when none is given. */
  readonly schema: JsonObject | null
}

const maxTypes = 2_000

/**
 * The event types of an OpenAPI document: its `webhooks` (3.1) or `x-webhooks` (3.0), then the
 * callbacks of its operations and components. Of a name that stands twice, the first one counts.
 * @throws SpecProblem
 */
export function typesOf(document: unknown): DescribedType[] {
  if (!isObject(document)) throw new SpecProblem('The document must be an object')
  const { openapi } = document
  if (typeof openapi !== 'string' || !/^3\.[01](\.|$)/.test(openapi))
    throw new SpecProblem('The document must be OpenAPI 3.0 or 3.1')
  const found = new Map<string, DescribedType>()
  for (const [name, item] of entriesOf(document)) {
    if (found.has(name)) continue
    if (found.size >= maxTypes) throw new SpecProblem(`At most ${maxTypes} event types`)
    found.set(name, described(document, name, item))
  }
  return [...found.values()]
}

/** Everything that describes an event: its name and path item, which may be a reference. */
function* entriesOf(document: JsonObject): Generator<readonly [string, unknown]> {
  yield* members(document.webhooks)
  yield* members(document['x-webhooks'])
  for (const [, given] of members(document.paths)) {
    for (const [, operation] of members(followed(document, given)))
      if (isObject(operation)) yield* callbacksOf(document, operation.callbacks)
  }
  yield* callbacksOf(document, isObject(document.components) && document.components.callbacks)
}

/** A callback's path items stand under the addresses that are called: the first one describes it. */
function* callbacksOf(document: JsonObject, callbacks: unknown) {
  for (const [name, callback] of members(callbacks)) {
    const [first] = members(followed(document, callback))
    if (first) yield [name, first[1]] as const
  }
}

const members = (value: unknown): [string, unknown][] =>
  isObject(value) ? Object.entries(value) : []

function described(document: JsonObject, name: string, given: unknown): DescribedType {
  const item = followed(document, given)
  const operation = isObject(item) ? (item.post ?? item.put) : undefined
  const { description, summary, requestBody, deprecated } = isObject(operation) ? operation : {}
  const text = [description, summary, name].find((one) => typeof one === 'string' && one !== '')
  const schema = bodySchema(document, requestBody)
  return { name, description: String(text), deprecated: deprecated === true, schema }
}

function bodySchema(document: JsonObject, requestBody: unknown): JsonObject | null {
  const body = followed(document, requestBody)
  const content = isObject(body) && isObject(body.content) ? body.content : {}
  const types = Object.keys(content)
  const json = types.find((type) => /^application\/([\w.-]+\+)?json\b/i.test(type))
  const media = json === undefined ? undefined : content[json]
  if (!isObject(media) || media.schema === undefined) return null
  const schema = standalone(document, media.schema)
  const example = media.example ?? exampleOf(document, media.examples)
  // The example beside the schema is the one that somebody wrote for this very event.
  return example === undefined || 'examples' in schema ? schema : { ...schema, examples: [example] }
}

function exampleOf(document: JsonObject, examples: unknown): unknown {
  const [first] = members(examples)
  const named = first && followed(document, first[1])
  return isObject(named) ? named.value : undefined
}
