/** A JSON schema, as far as it is compared. */
type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}
type Parameter = { $ref?: string; name: string; in: string; required?: boolean; schema: Schema }
type Body = { content?: Record<string, { schema: Schema }> }
type Operation = {
  parameters?: Parameter[]
  requestBody?: Body
  responses: Record<string, Body & { $ref?: string }>
}
/** An OpenAPI document, as far as it is compared. */
export type Document = { paths: Record<string, Record<string, Operation>>; components?: unknown }

const methods = ['get', 'post', 'put', 'patch', 'delete']

/**
 * Where our API would surprise a client of the compatible service: an operation or field that is not
 * there, an input that is taken more narrowly, an answer that promises less.
 * @returns a line each, `METHOD /path: what`
 */
export function incompatibilities(theirs: Document, ours: Document): string[] {
  const found: string[] = []
  const known = new Map(operationsOf(ours))
  for (const [name, operation] of operationsOf(theirs)) {
    const mine = known.get(name)
    const say = (what: string) => found.push(`${name}: ${what}`)
    if (!mine) say('missing')
    else compareOperation(operation, mine, theirs, ours, say)
  }
  return found
}

function operationsOf({ paths }: Document): [string, Operation][] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method): [string, Operation][] => {
      const operation = item[method]
      return operation ? [[`${method.toUpperCase()} ${normal(path)}`, operation]] : []
    }),
  )
}

/** Both slash forms are one path, and a parameter's name does not matter. */
const normal = (path: string) => path.replace(/\/$/, '').replaceAll(/\{\w+\}/g, '{}')

function compareOperation(
  theirs: Operation,
  ours: Operation,
  theirDocument: Document,
  ourDocument: Document,
  say: (what: string) => void,
): void {
  const their = (schema: Schema) => resolve(schema, theirDocument)
  const our = (schema: Schema) => resolve(schema, ourDocument)
  const mine = new Map(queryOf(ours, ourDocument).map((one) => [one.name, one]))
  for (const { name } of queryOf(theirs, theirDocument))
    if (!mine.has(name)) say(`query ${name} missing`)
  for (const { name, required } of mine.values())
    if (
      required &&
      !queryOf(theirs, theirDocument).some((one) => one.name === name && one.required)
    )
      say(`query ${name} required`)
  const taken = schemaOf(theirs.requestBody)
  const given = schemaOf(ours.requestBody)
  if (taken && !given) say('body missing')
  if (taken && given) compareInput(their(taken), our(given), 'body', their, our, say)
  for (const [status, answer] of Object.entries(theirs.responses)) {
    if (!status.startsWith('2')) continue
    const same = ours.responses[status]
    if (!same) say(`answer ${status} missing`)
    const promised = schemaOf(answer)
    const kept = schemaOf(same)
    if (promised && kept) compareOutput(their(promised), our(kept), status, their, our, say)
    else if (same && promised) say(`answer ${status} without body`)
  }
}

const schemaOf = (body: Body | undefined) => body?.content?.['application/json']?.schema

function queryOf({ parameters = [] }: Operation, document: Document): Parameter[] {
  return parameters
    .map((parameter) =>
      parameter.$ref ? (lookUp(parameter.$ref, document) as Parameter) : parameter,
    )
    .filter((parameter) => parameter.in === 'query')
}

type Resolve = (schema: Schema) => Schema

/** A schema without reference; of an alternative with null, the other branch. */
function resolve(schema: Schema, document: Document): Schema {
  if (schema.$ref) return resolve(lookUp(schema.$ref, document) as Schema, document)
  const branches = (schema.anyOf ?? schema.oneOf)?.filter((branch) => branch.type !== 'null')
  const [only] = branches ?? []
  return only && branches?.length === 1 ? resolve(only, document) : schema
}

function lookUp(ref: string, document: Document): unknown {
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => Reflect.get(Object(at), key.replaceAll('~1', '/')), document)
}

function compareInput(
  theirs: Schema,
  ours: Schema,
  at: string,
  their: Resolve,
  our: Resolve,
  say: (what: string) => void,
): void {
  for (const name of ours.required ?? [])
    if (!theirs.required?.includes(name)) say(`${at}.${name} required`)
  for (const [name, property] of Object.entries(theirs.properties ?? {})) {
    const mine = ours.properties?.[name]
    if (!mine) say(`${at}.${name} ignored`)
    else compareInput(their(property), our(mine), `${at}.${name}`, their, our, say)
  }
  if (theirs.items && ours.items)
    compareInput(their(theirs.items), our(ours.items), `${at}[]`, their, our, say)
  const least = ['minLength', 'minimum', 'minItems'] as const
  const most = ['maxLength', 'maximum', 'maxItems'] as const
  for (const key of least)
    if ((ours[key] ?? Number.NEGATIVE_INFINITY) > Math.max(theirs[key] ?? 0, 0))
      say(`${at} ${key} ${ours[key]}`)
  for (const key of most)
    if ((ours[key] ?? Number.POSITIVE_INFINITY) < (theirs[key] ?? unbounded))
      say(`${at} ${key} ${ours[key]}`)
  for (const value of theirs.enum ?? []) if (!takes(ours, value)) say(`${at} refuses ${value}`)
}

/** Bounds of ours at or above this are none to speak of where theirs has none. */
const unbounded = 1000

const takes = (schema: Schema, value: unknown): boolean =>
  schema.enum?.includes(value) ??
  schema.anyOf?.some((branch) => takes(branch, value)) ??
  ('const' in schema ? schema.const === value : true)

function compareOutput(
  theirs: Schema,
  ours: Schema,
  at: string,
  their: Resolve,
  our: Resolve,
  say: (what: string) => void,
): void {
  for (const [name, property] of Object.entries(theirs.properties ?? {})) {
    const mine = ours.properties?.[name]
    if (!mine) say(`${at}.${name} not answered`)
    else {
      if (theirs.required?.includes(name) && !ours.required?.includes(name))
        say(`${at}.${name} not always answered`)
      compareOutput(their(property), our(mine), `${at}.${name}`, their, our, say)
    }
  }
  if (theirs.items && ours.items)
    compareOutput(their(theirs.items), our(ours.items), `${at}[]`, their, our, say)
}
