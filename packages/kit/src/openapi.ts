import { type Contract, type Operation, operationsOf } from '@countersign/contracts'
import * as z from 'zod/mini'

/** What stands at the head of an OpenAPI document, and how its API authenticates and fails. */
export type OpenapiOptions = {
  readonly title: string
  readonly version: string
  readonly description: string
  readonly prefix: string
  readonly security: Readonly<Record<string, unknown>>
  /** Headers that some operations read, as parameters of the document. */
  readonly headers?: (operation: Operation) => readonly object[]
  /** Status to schema of the errors that every operation may answer. */
  readonly errors: Readonly<Record<number, z.core.$ZodType>>
  /** Name to schema of the webhooks that the API itself sends. */
  readonly webhooks?: Readonly<Record<string, z.core.$ZodType>>
}

/** An OpenAPI 3.1 document, as JSON. */
export type OpenapiDocument = {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly webhooks?: unknown
  readonly components: unknown
}

/** The OpenAPI 3.1 document of one or more contracts served under one prefix. */
export function openapi(options: OpenapiOptions, contracts: readonly Contract[]): OpenapiDocument {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { name, operation } of contracts.flatMap(operationsOf)) {
    const path = options.prefix + operation.path
    paths[path] = {
      ...paths[path],
      [operation.method.toLowerCase()]: describe(name, operation, options),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: options.title, version: options.version, description: options.description },
    servers: [{ url: '/' }],
    paths,
    ...(options.webhooks && { webhooks: webhooksOf(options.webhooks) }),
    components: { securitySchemes: options.security },
  }
}

const webhooksOf = (
  webhooks: Readonly<Record<string, z.core.$ZodType>>,
): Readonly<Record<string, object>> =>
  Object.fromEntries(
    Object.entries(webhooks).map(([name, schema]) => [
      name,
      {
        post: {
          operationId: name,
          tags: ['webhooks'],
          security: [],
          requestBody: { required: true, content: json(schema, 'output') },
          responses: { '2XX': { description: 'Received' } },
        },
      },
    ]),
  )

const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const json = (schema: z.core.$ZodType, io: 'input' | 'output') => ({
  'application/json': { schema: schemaOf(schema, io) },
})

function describe(name: string, operation: Operation, options: OpenapiOptions) {
  const { security, errors, headers = () => [] } = options
  const open = operation.access === 'anyone'
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary: operation.summary,
    ...(operation.deprecated && { deprecated: true }),
    security: open ? [] : Object.keys(security).map((scheme) => ({ [scheme]: [] })),
    parameters: [
      ...pathParameters(operation),
      ...queryParameters(operation),
      ...headers(operation),
    ],
    ...(operation.body && {
      requestBody: { required: true, content: json(operation.body, 'input') },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.returns).map(([status, schema]) => [
          status,
          {
            description: schema ? 'Success' : 'Success, no body',
            ...(schema && { content: json(schema, 'output') }),
          },
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(errors).map(([status, schema]) => [
          status,
          { description: 'Refused', content: json(schema, 'output') },
        ]),
      ),
    },
    ...(typeof operation.access === 'object' && { 'x-permission': operation.access.permission }),
  }
}

const pathParameters = (operation: Operation) =>
  [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

function queryParameters(operation: Operation) {
  if (!operation.query) return []
  const { properties = {}, required = [] } = schemaOf(operation.query, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    schema,
  }))
}
