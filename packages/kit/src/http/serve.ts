import { Readable } from 'node:stream'
import {
  type AnswerHeaders,
  type Contract,
  type IncomingFile,
  type Input,
  type Operation,
  type OutgoingFile,
  type Output,
  operationsOf,
} from '@countersign/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import { fileHeaders } from './download.ts'
import { fail, invalid } from './errors.ts'
import type { Turn } from './fair-turns.ts'
import { jsonBytes, rawBodyOf, visitorOf } from './http.ts'
import { jsonText, withRaw } from './raw-json.ts'
import { discard, readForm } from './upload.ts'
import { parse, refuseUnknown } from './validate.ts'

z.config(z.locales.en())

/** One function per operation. Leave one out, or return the wrong shape, and it does not compile. */
export type Handlers<C extends Contract, Caller> = {
  readonly [G in keyof C]: {
    readonly [K in keyof C[G]]: (
      caller: Caller,
      input: Input<C[G][K]>,
    ) => Promise<Output<C[G][K]>> | Output<C[G][K]>
  }
}

/** What of a request matters to who is calling. */
export type RequestFacts = {
  readonly requestId: string
  readonly method: string
  /** Path and query as they came. */
  readonly url: string
  readonly ip: string
  readonly header: (name: string) => string | undefined
}

/**
 * The two questions before a handler runs. `identify` says who calls, from the request's head alone;
 * `permit` whether they may, knowing what is asked for. Both refuse by throwing.
 */
export type Gate<Known, Caller> = {
  identify(request: RequestFacts, operation: Operation): Promise<Known>
  permit(known: Known, operation: Operation, asked: Asked): Promise<Caller> | Caller
  /** Headers that every answer to this sender carries, refusals too. */
  headersOf?(known: Known): AnswerHeaders
  /** Runs the handler once it is this sender's turn; at once when absent. */
  inTurn?<T>(turn: Turn<Caller>, work: () => Promise<T>): Promise<T>
}

/** The parts of a request, as they came: before any of them is validated. */
export type Asked = {
  readonly path: Readonly<Record<string, string>>
  readonly query: unknown
  readonly body: unknown
}

/** What a request gives as its company, in whichever part the operation has the field. */
export const companyNamed = ({ path, query, body }: Asked, field: string): unknown =>
  [path, query, body]
    .map((part) => (isObject(part) && Object.hasOwn(part, field) ? part[field] : undefined))
    .find((value) => value !== undefined)

/** An answer that only needs to be sent. */
export type Rendered = {
  readonly status: number
  readonly headers?: AnswerHeaders | undefined
  /** JSON text; absent when the body is empty. */
  readonly text?: string | undefined
  readonly file?: OutgoingFile | undefined
}

/**
 * Stands around every handler, once the gate has agreed: runs `work`, which is the handler and the
 * check of its answer, or answers in its place.
 */
export type Middleware<Caller> = (call: {
  readonly operation: Operation
  readonly request: RequestFacts
  readonly caller: Caller
  readonly work: (caller: Caller) => Promise<Rendered>
}) => Promise<Rendered>

/** What to serve: the declarations, their functions, and who may call. */
export type Service<C extends Contract, Known, Caller> = {
  readonly contract: C
  /** In front of every path, e.g. `/api/v1`. */
  readonly prefix: string
  readonly handlers: Handlers<C, Caller>
  readonly gate: Gate<Known, Caller>
  readonly around?: Middleware<Caller>
  /** Refuses query parameters that an operation does not declare, instead of ignoring them. */
  readonly strictQuery?: boolean
}

/** Adds a route for each operation of the contract. A handler runs only after both gates agreed. */
export function serve<C extends Contract, Known, Caller>(
  app: FastifyInstance,
  { contract, prefix, handlers, gate, around, strictQuery = false }: Service<C, Known, Caller>,
): void {
  const known = new WeakMap<FastifyRequest, Known>()
  for (const { name, operation } of operationsOf(contract)) {
    const [group = '', verb = ''] = name.split('.')
    const handler: unknown = Reflect.get(Reflect.get(handlers, group) ?? {}, verb)
    if (!operation.access) throw new Error(`Operation without access rule: ${name}`)
    if (typeof handler !== 'function') throw new Error(`Operation without handler: ${name}`)
    const route: RouteOptions = {
      method: operation.method,
      url: prefix + operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit: operation.bodyLimit ?? 64 * 1024,
      config: { form: operation.form === true, slowBody: operation.upload !== undefined },
      // Nobody asks for the head of a file, and to open one for it would be a download.
      ...(operation.download && { exposeHeadRoute: false }),
      // Before the body is read, so that a stranger's bytes cost nothing.
      onRequest: async (request, reply) => {
        const sender = await gate.identify(factsOf(request), operation)
        known.set(request, sender)
        for (const [name, value] of Object.entries(gate.headersOf?.(sender) ?? {}))
          reply.header(name, value)
      },
      handler: async (request, reply) => {
        const who = known.get(request)
        if (who === undefined) throw new Error('The request was not identified')
        const path = pathOf(request)
        const given = operation.upload === undefined ? bodyOf(request, operation) : undefined
        const { access } = operation
        const asked = { path, query: request.query, body: given }
        // A stranger hears that they may not, before they hear what else is wrong.
        const first = typeof access === 'object' && (await gate.permit(who, operation, asked))
        if (strictQuery) refuseUnknown(operation, request.query)
        const query = operation.query && parse(operation.query, request.query, 'query')
        const permit = async (body: unknown) => {
          if (!first) return gate.permit(who, operation, { path, query, body })
          refuseOtherCompany(operation, asked, { path, query, body })
          return first
        }
        const answer = async (caller: Caller, body: unknown, file?: IncomingFile) => {
          const input = {
            ...path,
            ...(operation.query && { query }),
            ...(operation.body && { body }),
            ...(file && { file }),
          }
          const work = async (as: Caller) => render(operation, await handler(as, input))
          const run = () =>
            around ? around({ operation, request: factsOf(request), caller, work }) : work(caller)
          const turn = { caller, operation, connection: reply.raw }
          return gate.inTurn ? gate.inTurn(turn, run) : run()
        }
        if (operation.upload === undefined) {
          const body = operation.body && parse(operation.body, given, 'body')
          return send(reply, await answer(await permit(body), body))
        }
        try {
          const caller = await permit(undefined)
          const { fields, file } = await readForm(request.raw, operation.upload)
          const body = operation.body && parse(operation.body, fields, 'body')
          return send(reply, await answer(caller, body, file))
        } finally {
          discard(request.raw, 2 * operation.upload)
        }
      },
    }
    if (operation.upload === undefined) app.route(route)
    else
      app.register(async (scope) => {
        // The form is read as a stream, by the handler.
        scope.removeAllContentTypeParsers()
        scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
        scope.route(route)
      })
  }
}

function factsOf(request: FastifyRequest): RequestFacts {
  return {
    requestId: request.id,
    method: request.method,
    url: request.url,
    ip: visitorOf(request),
    header: (name) => {
      const value = request.headers[name]
      return Array.isArray(value) ? value[0] : value
    },
  }
}

/** The gate was asked about the company that was sent; the handler acts for the one that was validated. */
function refuseOtherCompany({ access }: Operation, sent: Asked, validated: Asked): void {
  if (typeof access !== 'object' || access.company === undefined) return
  const field = access.company
  if (companyNamed(sent, field) !== companyNamed(validated, field))
    throw invalid([field], 'Expected a company’s DID')
}

const PathParams = z.record(
  z.string(),
  z.string().check(
    z.maxLength(512),
    z.refine((text) => !text.includes('\0')),
  ),
)

function pathOf(request: FastifyRequest): Readonly<Record<string, string>> {
  const result = PathParams.safeParse(request.params)
  if (!result.success) throw fail('not_found', 'Entity not found')
  return result.data
}

/** The body with other clients' field names turned into ours, and raw fields as their text. */
function bodyOf(request: FastifyRequest, { raw, aliases = {} }: Operation): unknown {
  const given = request.body
  if ((!raw && Object.keys(aliases).length === 0) || typeof given !== 'object' || given === null)
    return given
  if (Array.isArray(given)) return given
  const names = Object.entries(aliases).flatMap(([name, ours]) =>
    raw?.includes(ours) ? [name] : [],
  )
  const body = raw ? withRaw(given, rawBodyOf(request), [...raw, ...names]) : { ...given }
  for (const [theirs, ours] of Object.entries(aliases)) rename(body, theirs, ours)
  return body
}

/** Gives a field our name; a dot leads into an object of the body. @throws 422 on two values */
function rename(body: Record<string, unknown>, theirs: string, ours: string): void {
  const [group, name] = theirs.includes('.') ? theirs.split('.', 2) : ['', theirs]
  const own = ours.slice(ours.indexOf('.') + 1)
  const parent = group ? body[group] : body
  if (!isObject(parent) || name === undefined || !Object.hasOwn(parent, name)) return
  const { [name]: value, ...rest } = parent
  const kept = rest[own]
  if (kept != null && value != null && jsonText(kept) !== jsonText(value))
    throw invalid(
      ['body', ...theirs.split('.')],
      `${name} and ${own} are two names of one field: two different values were given`,
    )
  // What was taken out must not come back, and what says nothing must not replace what does.
  const renamed = kept == null && !(value == null && Object.hasOwn(rest, own)) ? value : kept
  if (group) body[group] = { ...rest, [own]: renamed }
  else {
    delete body[name]
    body[own] = renamed
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Answer = { status: number; body: unknown; headers?: AnswerHeaders }

function render(operation: Operation, output: unknown): Rendered {
  if (operation.download) {
    if (!isFile(output)) throw new Error(`The handler of ${operation.path} answered no file`)
    return { status: 200, headers: fileHeaders(output), file: output }
  }
  const { status, body, headers } = answerOf(operation, output)
  const schema = operation.returns[status]
  if (!schema) return { status, headers }
  // Parsing our own answer drops every field that the contract does not name: nothing else leaves.
  const checked = z.safeParse(schema, body)
  if (!checked.success)
    throw new Error(`The answer breaks its contract: ${JSON.stringify(checked.error.issues)}`)
  if (checked.data === undefined) return { status, headers }
  const text = operation.raw ? jsonText(checked.data) : JSON.stringify(checked.data)
  return { status, headers, text }
}

function send(reply: FastifyReply, { status, headers, text, file }: Rendered): FastifyReply {
  for (const [name, value] of Object.entries(headers ?? {}))
    reply.header(name, typeof value === 'string' ? value : [...value])
  reply.code(status)
  if (file) return reply.send(Readable.from(file.bytes))
  if (text === undefined) return reply.send()
  return reply.header('content-type', 'application/json').send(jsonBytes(text))
}

function answerOf(operation: Operation, output: unknown): Answer {
  const statuses = Object.keys(operation.returns).map(Number)
  const [only] = statuses
  if (only !== undefined && statuses.length === 1 && !operation.navigation)
    return { status: only, body: output }
  if (isAnswer(output) && statuses.includes(output.status)) return output
  throw new Error(`The handler of ${operation.path} answered without a status of its contract`)
}

const isFile = (output: unknown): output is OutgoingFile =>
  typeof output === 'object' && output !== null && 'bytes' in output && 'mediaType' in output

const isAnswer = (output: unknown): output is Answer =>
  typeof output === 'object' && output !== null && 'status' in output
