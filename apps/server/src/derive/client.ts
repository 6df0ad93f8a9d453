import { writeFile } from 'node:fs/promises'
import { type Operation, operationsOf } from '@countersign/contracts'
import { webhooks } from '@countersign/contracts/webhooks'
import * as z from 'zod'
import { datesOf, type Format, formatsOf } from './client-formats.ts'
import { clientNames } from './client-names.ts'
import {
  constraintOf,
  type Direction,
  field,
  isSchema,
  keyOf,
  type Names,
  propertiesOf,
  requiredOf,
  type Schema,
  typeOf,
} from './client-types.ts'

const folder = new URL('../../../../clients/webhooks/src/', import.meta.url)
const head = '// Derived from packages/contracts by `npm run derive`; do not edit.\n'

/** Writes the operations and types of the published webhook client from the contract. */
export async function deriveClient(): Promise<void> {
  const names: Names = new Map()
  // Twice, so that a type can refer to one that is declared further down.
  collect({ models: new Map(), names })
  const models = new Map<string, string>()
  const groups = collect({ models, names })
  const all = [...groups]
  await write(
    'operations.gen.ts',
    "import type { OperationTable } from './operation.ts'\n\n" +
      '/** Every operation of the service, by group and name. */\n' +
      `export const operations: OperationTable = {\n${all.map(([name, { table }]) => `  ${name}: {\n${table.join('')}  },\n`).join('')}}\n`,
  )
  await write(
    'models.gen.ts',
    [...models].map(([name, text]) => `${text.replaceAll('$name', name)}\n`).join('\n'),
  )
  await write(
    'client.gen.ts',
    `import type { ${[...models.keys()].toSorted().join(', ')} } from './models.gen.ts'\n` +
      "import type { CallOptions, Page, PostOptions } from './operation.ts'\n\n" +
      '/** The service, one function for each of its operations. */\n' +
      `export type Client = {\n${all.map(([name, { methods }]) => `  readonly ${name}: {\n${methods.join('')}  }\n`).join('')}}\n`,
  )
}

type Group = { readonly table: string[]; readonly methods: string[] }

/** The rows and methods of each group; the types that they need come to be known. */
function collect(known: Known): Map<string, Group> {
  const groups = new Map<string, Group>()
  // The portal's page calls its own; the compatible client doesn't know them.
  const { portal: _, ...theirs } = webhooks
  for (const { name, operation } of operationsOf(theirs)) {
    const [groupName = '', method = ''] = name.split('.')
    const group = groups.get(groupName) ?? { table: [], methods: [] }
    groups.set(groupName, group)
    const { row, signature } = factsOf(groupName, method, operation, known)
    group.table.push(`    ${method}: ${row},\n`)
    group.methods.push(signature)
  }
  return groups
}

const write = (name: string, text: string) => writeFile(new URL(name, folder), `${head}\n${text}`)

type Known = { readonly models: Map<string, string>; readonly names: Names }

function factsOf(group: string, method: string, operation: Operation, known: Known) {
  const fallback = pascal(group) + pascal(method)
  const path = operation.path.replaceAll(/\{\w+\}/g, '{}')
  const given = clientNames[`${operation.method} ${path}`] ?? { call: `v1${fallback}` }
  const body = operation.body && schemaOf(operation.body, 'input')
  const bodyName = given.body ?? `${camel(fallback)}In`
  const bodyType = body && model(pascal(bodyName), body, 'input', known)
  const query = operation.query && queryOf(operation.query)
  const answers = Object.values(operation.returns).filter((schema) => schema !== null)
  const [answer] = given.answer || !(`${operation.method} ${path}` in clientNames) ? answers : []
  const answerSchema = answer && schemaOf(answer, 'output')
  const answerType = answerSchema
    ? answerOf(given.answer ?? `${fallback}Out`, answerSchema, known)
    : 'void'
  const empty = Object.entries(operation.returns)
    .filter(([, schema]) => schema === null || !answerSchema)
    .map(([status]) => Number(status))
  const row: Record<string, unknown> = {
    call: given.call,
    method: operation.method,
    path: operation.path,
    ...(operation.access === 'anyone' && { open: true }),
    ...(body && { body: bodyName }),
    ...(body && some('checks', formatsOf(body))),
    ...(query &&
      some(
        'query',
        propertiesOf(query).map(([name]) => name),
      )),
    ...(query && some('required', requiredOf(query))),
    ...(query && some('queryChecks', queryChecks(query))),
    ...some('empty', empty),
    ...(answerSchema && some('dates', datesOf(answerSchema))),
  }
  const parameters = [
    ...[...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => `${camel(name)}: string`),
    ...(bodyType ? [`${bodyName}: ${bodyType}`] : []),
    optionsOf(operation, query),
  ]
  const doc = [
    `${operation.summary}.`,
    `\`${operation.method} ${operation.path}\`, answers ${Object.keys(operation.returns).join(' or ')}.`,
    ...(operation.deprecated ? ['@deprecated'] : []),
  ]
  return {
    row: literalOf(row),
    signature: `    /**\n${doc.map((line) => `     * ${line}\n`).join('')}     */\n    ${method}(${parameters.join(', ')}): Promise<${answerType}>\n`,
  }
}

const schemaOf = (schema: z.core.$ZodType, io: Direction): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

/** A query as a caller gives it: booleans as booleans, numbers of a few values as these. */
function queryOf(query: z.core.$ZodType): Schema {
  const input = schemaOf(query, 'input')
  const output = Object.fromEntries(propertiesOf(schemaOf(query, 'output')))
  const properties = propertiesOf(input).map(([name, schema]) => {
    const [first] = Array.isArray(schema.anyOf) ? schema.anyOf : []
    const flag = isSchema(first) && first.type === 'boolean'
    return [name, flag ? { type: 'boolean' } : output[name]?.enum ? output[name] : schema]
  })
  return { ...input, properties: Object.fromEntries(properties) }
}

/** `limit` is the service's to judge; what is a format is checked here. */
const queryChecks = (query: Schema): Record<string, Format> =>
  Object.fromEntries(Object.entries(formatsOf(query)).filter(([path]) => !path.includes('*')))

function optionsOf(operation: Operation, query: Schema | undefined): string {
  const base = operation.method === 'POST' ? 'PostOptions' : 'CallOptions'
  const fields = query ? propertiesOf(query) : []
  if (!query || fields.length === 0) return `options?: ${base}`
  const given = fields.map(([name, schema]) => {
    const one = requiredOf(query).includes(name) ? { required: [camel(name)] } : {}
    return field(camel(name), schema, one, 'input', new Map())
  })
  const mark = requiredOf(query).length > 0 ? '' : '?'
  return `options${mark}: ${base} & { ${given.join('; ')} }`
}

function answerOf(name: string, schema: Schema, known: Known): string {
  const { data, iterator, done } = Object.fromEntries(propertiesOf(schema))
  if (data && iterator && done && isSchema(data.items))
    return `Page<${model(name, data.items, 'output', known)}>`
  return model(name, schema, 'output', known)
}

/** The name of a model; of two shapes that want the same name the second is numbered. */
function model(name: string, schema: Schema, direction: Direction, known: Known): string {
  // A map is as well known by what it holds.
  if (propertiesOf(schema).length === 0) return typeOf(schema, direction, new Map())
  const text = modelText(schema, direction, known.names)
  let free = name
  for (let n = 2; (known.models.get(free) ?? text) !== text; n++) free = `${name}${n}`
  known.models.set(free, text)
  known.names.set(keyOf(schema, direction), free)
  return free
}

function modelText(schema: Schema, direction: Direction, names: Names): string {
  const about = `/** ${direction === 'input' ? 'Body of a request' : 'An answer'}: $name. */\n`
  const lines = propertiesOf(schema).map(([name, one]) => {
    const constraint = constraintOf(one).replaceAll('*/', '*\\/')
    const doc = direction === 'input' && constraint ? `  /** ${constraint} */\n` : ''
    return `${doc}  ${field(name, one, schema, direction, names)}\n`
  })
  return `${about}export type $name = {\n${lines.join('')}}`
}

const some = (name: string, value: object) =>
  Object.keys(value).length > 0 ? { [name]: value } : {}

/** A value as TypeScript, on one line. */
function literalOf(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`
  if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`
  if (!isSchema(value)) return String(value)
  return `{ ${Object.entries(value)
    .map(([name, one]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${literalOf(one)}`)
    .join(', ')} }`
}

const camel = (name: string) =>
  name
    .replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^\w/, (letter) => letter.toLowerCase())
const pascal = (name: string) => name.replace(/^\w/, (letter) => letter.toUpperCase())
