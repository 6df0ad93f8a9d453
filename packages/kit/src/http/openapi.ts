import { type Contract, type Operation, operationsOf } from '@countersign/contracts'
import type { RequestExample } from '@countersign/contracts/examples'
import type * as z from 'zod/mini'
import { type Components, components, plainSchema } from './openapi-components.ts'

/** What stands at the head of an OpenAPI document, and how its API authenticates and fails. */
export type OpenapiOptions = {
  readonly title: string
  readonly version: string
  readonly description: string
  readonly prefix: string
  readonly security: Readonly<Record<string, unknown>>
  /** Which of the schemes an operation accepts; all when absent. */
  readonly accepts?: (operation: Operation, scheme: string) => boolean
  /** The schema of a path parameter; any text when absent. */
  readonly pathParameter?: (name: string) => z.core.$ZodType | undefined
  /** Headers that some operations read, as parameters of the document. */
  readonly headers?: (operation: Operation) => readonly object[]
  /** Operation to a request that succeeds. */
  readonly examples?: Readonly<Record<string, RequestExample>>
  /** Status to schema of the errors that every operation may answer. */
  readonly errors: Readonly<Record<number, z.core.$ZodType>>
  /** Contracts whose exported schemas stand in the document once, under their names. */
  readonly named?: readonly object[]
  /** Name to schema of the webhooks that the API itself sends. */
  readonly webhooks?: Readonly<Record<string, z.core.$ZodType>>
}

/** An OpenAPI 3.1 document, as JSON. */
export type OpenapiDocument = {
  readonly openapi: string
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
    readonly license: object
  }
  readonly tags: readonly { readonly name: string }[]
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly webhooks?: unknown
  readonly components: unknown
}

/** The OpenAPI 3.1 document of one or more contracts served under one prefix. */
export function openapi(options: OpenapiOptions, contracts: readonly Contract[]): OpenapiDocument {
  const shared = components(options.named ?? [])
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { name, operation } of contracts.flatMap(operationsOf)) {
    const path = options.prefix + operation.path
    paths[path] = {
      ...paths[path],
      [operation.method.toLowerCase()]: describe(name, operation, options, shared),
    }
  }
  const webhooks = options.webhooks && webhooksOf(options.webhooks, shared)
  const responses = errorsOf(options, shared)
  const { parameters, operations } = sharedParameters(paths)
  return {
    openapi: '3.1.0',
    info: {
      title: options.title,
      version: options.version,
      description: options.description,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: tagsOf(paths),
    paths: operations,
    ...(webhooks && { webhooks }),
    components: {
      schemas: shared.schemas(),
      parameters,
      responses,
      securitySchemes: options.security,
    },
  }
}

type Paths = OpenapiDocument['paths']

/** The groups of the contract, each once. */
const tagsOf = (paths: Paths) =>
  [
    ...new Set(
      Object.values(paths)
        .flatMap((item) => Object.values(item))
        .flatMap((operation): string[] => Reflect.get(Object(operation), 'tags')),
    ),
  ].map((name) => ({ name }))

/** Parameters that more than one operation has, named once. */
function sharedParameters(paths: Paths): { parameters: object; operations: Paths } {
  const listOf = (operation: unknown): object[] => Reflect.get(Object(operation), 'parameters')
  const all = Object.values(paths).flatMap((item) => Object.values(item).flatMap(listOf))
  const texts = all.map((parameter) => JSON.stringify(parameter))
  const often = new Set(texts.filter((text, at) => texts.indexOf(text) !== at))
  const named = new Map<string, [name: string, parameter: unknown]>()
  for (const text of often) {
    const parameter: unknown = JSON.parse(text)
    const name = String(Reflect.get(Object(parameter), 'name'))
    const same = [...named.values()].filter(([other]) => other.replace(/-\d+$/, '') === name).length
    named.set(text, [same === 0 ? name : `${name}-${same + 1}`, parameter])
  }
  const refer = (parameter: object) => {
    const known = named.get(JSON.stringify(parameter))
    return known ? { $ref: `#/components/parameters/${known[0]}` } : parameter
  }
  const operations = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, one]) => [
        method,
        { ...Object(one), parameters: listOf(one).map(refer) },
      ]),
    ),
  ])
  return {
    parameters: Object.fromEntries(named.values()),
    operations: Object.fromEntries(operations),
  }
}

const webhooksOf = (
  webhooks: Readonly<Record<string, z.core.$ZodType>>,
  shared: Components,
): Readonly<Record<string, object>> =>
  Object.fromEntries(
    Object.entries(webhooks).map(([name, schema]) => [
      name,
      {
        post: {
          operationId: name,
          summary: `Sent by the service: ${name}`,
          tags: [name.split('.')[0]],
          security: [],
          requestBody: { required: true, content: json(schema, 'output', shared) },
          responses: { '2XX': { description: 'Received' } },
        },
      },
    ]),
  )

const json = (
  schema: z.core.$ZodType,
  io: 'input' | 'output',
  shared: Components,
  type = 'application/json',
  example?: unknown,
) => ({
  [type]: { schema: shared.schema(schema, io), ...(example !== undefined && { example }) },
})

/** What each refusal is called, and what it means for whoever asked. */
const refusals: Readonly<Record<number, readonly [name: string, meaning: string]>> = {
  400: ['BadRequest', 'The request is malformed'],
  401: ['Unauthorized', 'Missing or invalid credentials'],
  403: ['Forbidden', 'Not allowed with these credentials'],
  404: ['NotFound', 'Not found'],
  408: ['RequestTimeout', 'The request took too long to arrive'],
  409: ['Conflict', 'Already taken, or changed in the meantime'],
  413: ['PayloadTooLarge', 'The body is too large'],
  415: ['UnsupportedMediaType', 'Unsupported content type'],
  422: ['Invalid', 'Validation failed; each issue says where'],
  429: ['TooManyRequests', 'Rate limit exceeded; `Retry-After` says when to try again'],
  431: ['HeadersTooLarge', 'The address and the headers together are larger than 16 KiB'],
  501: ['NotConfigured', 'An external service isn’t configured here'],
  502: ['BadGateway', 'An external service gave no usable response'],
  503: ['Unavailable', 'Temporarily unavailable; `Retry-After` says when to try again'],
}

const refusalOf = (status: string) => refusals[Number(status)] ?? [`Status${status}`, 'Refused']

const errorsOf = ({ errors }: OpenapiOptions, shared: Components) =>
  Object.fromEntries(
    Object.entries(errors).map(([status, schema]) => {
      const [name, description] = refusalOf(status)
      const headers = headersOf(Number(status))
      return [name, { description, headers, content: json(schema, 'output', shared) }]
    }),
  )

/** Headers by which a client knows what to do next. */
function headersOf(status: number): Readonly<Record<string, object>> {
  const id = { 'X-Request-Id': header('Identifies this request in our logs', { type: 'string' }) }
  if (status === 401)
    return { ...id, 'WWW-Authenticate': header('How to authenticate', { type: 'string' }) }
  if (status !== 429 && status !== 503) return id
  return { ...id, 'Retry-After': header('Seconds to wait', { type: 'integer', minimum: 0 }) }
}

const header = (description: string, schema: object) => ({ description, schema })

/** Only what has a body can have a wrong one. */
const mayRefuse = ({ method }: Operation, status: number) =>
  method !== 'GET' || (status !== 413 && status !== 415)

/** Text fields and one file. */
const form = (schema: z.core.$ZodType) => {
  const { properties = {}, required = [], ...rest } = plainSchema(schema, 'input')
  return {
    'multipart/form-data': {
      schema: {
        ...rest,
        properties: { ...properties, file: { type: 'string', format: 'binary' } },
        required: [...required, 'file'],
      },
    },
  }
}

function describe(name: string, operation: Operation, options: OpenapiOptions, shared: Components) {
  const { security, errors, headers = () => [], accepts = () => true } = options
  const open = operation.access === 'anyone'
  const example = options.examples?.[name]
  const schemes = Object.keys(security).filter((scheme) => accepts(operation, scheme))
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary: operation.summary,
    ...(operation.deprecated && { deprecated: true }),
    security: open ? [] : schemes.map((scheme) => ({ [scheme]: [] })),
    parameters: [
      ...pathParameters(operation, options, example),
      ...queryParameters(operation),
      ...headers(operation),
    ],
    ...(operation.body && {
      requestBody: {
        required: true,
        content: operation.upload
          ? form(operation.body)
          : json(
              operation.body,
              'input',
              shared,
              operation.form && 'application/x-www-form-urlencoded',
              example?.body,
            ),
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.keys(errors)
          .filter((status) => mayRefuse(operation, Number(status)))
          .map((status) => [status, { $ref: `#/components/responses/${refusalOf(status)[0]}` }]),
      ),
      ...Object.fromEntries(
        Object.entries(operation.returns).map(([status, schema]) => [
          status,
          {
            description: describeAnswer(operation, Number(status)),
            headers: headersOf(Number(status)),
            ...(schema && { content: json(schema, 'output', shared) }),
            ...(operation.download && { content: { '*/*': { schema: {} } } }),
          },
        ]),
      ),
    },
    ...(typeof operation.access === 'object' && { 'x-permission': operation.access.permission }),
  }
}

function describeAnswer({ returns, download }: Operation, status: number): string {
  if (status >= 400) return 'Refused'
  if (status === 303) return 'Elsewhere, as the header Location says'
  return returns[status] || download ? 'Success' : 'Success, no body'
}

const pathParameters = (
  operation: Operation,
  { pathParameter }: OpenapiOptions,
  example: RequestExample | undefined,
) =>
  [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const schema = pathParameter?.(name)
    return {
      name,
      in: 'path',
      required: true,
      schema: schema ? plainSchema(schema, 'input') : { type: 'string', minLength: 1 },
      ...(example?.path?.[name] && { example: example.path[name] }),
    }
  })

function queryParameters(operation: Operation) {
  if (!operation.query) return []
  const { properties = {}, required = [] } = plainSchema(operation.query, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    schema,
  }))
}
