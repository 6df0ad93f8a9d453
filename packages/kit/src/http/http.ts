import { isIP } from 'node:net'
import { parse as parseQuery } from 'node:querystring'
import { finished } from 'node:stream'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { isAmong, type Subnet } from '../egress/address.ts'
import { ksuid } from '../ids.ts'
import { isDecodable, parseBody } from './body.ts'
import { answerClientError } from './client-error.ts'
import { asFailure, type ErrorFormat, type Failure, fail } from './errors.ts'
import { methodsOf, routing } from './methods.ts'

/** What one finished request was, for logs and metrics. `route` is the template, never the address. */
export type RequestFacts = {
  readonly requestId: string
  readonly method: string
  readonly route: string
  readonly status: number
  readonly durationMs: number
}

/** The settings of one HTTP server. */
export type HttpOptions = {
  readonly log: FastifyBaseLogger
  /** How this server spells errors, also those of unknown routes. */
  readonly errors: ErrorFormat
  /** Turns a refusal into the one that this API answers instead, e.g. 400 into 422. */
  readonly refine?: (failure: Failure) => Failure
  /** What to say of a path that no route has, if there is more to say. */
  readonly explainUnknown?: (url: string) => Failure | undefined
  readonly observe?: (facts: RequestFacts) => void
  /** The proxies in front of this server: only what they forward says who asks. Nobody when absent. */
  readonly proxies?: readonly Subnet[]
  /** Comes before anything is refused. @returns whether it has answered, e.g. a preflight */
  readonly first?: (request: FastifyRequest, reply: FastifyReply) => boolean
  /** Browsers reach this server by https: they are told to try nothing else for two years. */
  readonly https?: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's body is a form instead of JSON. */
    form?: boolean
  }
}

const rawBodies = new WeakMap<FastifyRequest, Buffer>()

/** A request's body as it came, once it was parsed. */
export const rawBodyOf = (request: FastifyRequest): Buffer | undefined => rawBodies.get(request)

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may take as long as the server allows: files over a slow line. */
    slowBody?: boolean
  }
}

/** Long enough for 25 MB at 0.7 Mbit/s. */
const slowBodyMs = 300_000

/** As bytes: to a text Fastify would add a charset, and some clients compare with `application/json`. */
export const jsonBytes = (text: string): Buffer => Buffer.from(text)

const requestIdForm = /^[A-Za-z0-9_-]{8,64}$/

/**
 * A server that answers JSON and nothing else until routes are added: request ids, both slash forms
 * without redirect, bounded bodies, errors in one format, one log line per request.
 */
export function httpServer({
  log,
  errors,
  refine,
  explainUnknown,
  observe,
  proxies = [],
  first,
  https = false,
}: HttpOptions): FastifyInstance {
  const alwaysSent = (request: FastifyRequest) => ({
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...(https && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  })
  const answer = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const found = asFailure(error)
    const failure = refine ? refine(found) : found
    if (failure.status >= 500) log.error({ event: 'failure', requestId: request.id, err: error })
    if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter)
    if (failure.allow !== undefined) reply.header('allow', failure.allow)
    if (failure.challenge !== undefined) reply.header('www-authenticate', failure.challenge)
    return reply
      .code(failure.status)
      .header('content-type', 'application/json')
      .send(jsonBytes(JSON.stringify(errors(failure))))
  }
  const record = (facts: RequestFacts) => {
    observe?.(facts)
    log.info({ event: 'request', ...facts })
  }
  const app = Fastify({
    loggerInstance: log,
    // What Node's parser refuses.
    clientErrorHandler: (error, socket) => {
      const answered = answerClientError(error, socket, errors)
      if (answered) record({ ...answered, method: 'unknown', route: 'unknown', durationMs: 0 })
    },
    // Node would answer itself, in a form of its own; the first hook below asks for it instead.
    http: { requireHostHeader: false },
    // A path that cannot be decoded, e.g. `/%ff`; no hook has run for it.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(alwaysSent(request))
      answer(fail('not_found', 'No such route'), request, reply)
    },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    trustProxy: proxies.length > 0 && ((address) => isAmong(address, proxies)),
    requestTimeout: slowBodyMs,
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && requestIdForm.test(given) ? given : ksuid(Date.now())
    },
    routerOptions: {
      ...routing,
      // `a[]=1` and `a[0]=1` mean what `a=1` means.
      querystringParser: (text) => parseQuery(text.replace(/(%5B|\[)\d*(%5D|\])=/gi, '=')),
    },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const bytes = Buffer.from(body)
      rawBodies.set(request, bytes)
      const { form } = request.routeOptions.config
      done(null, parseBody(bytes, request.headers['content-type'], form))
    } catch (error) {
      done(asFailure(error))
    }
  })
  const refuseUnknown = methodsOf(app, explainUnknown)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(alwaysSent(request))
    if (first?.(request, reply)) return reply
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw fail('bad_request', 'The Host header is missing')
    const [, query = ''] = request.url.split(/\?(.*)/s)
    if (!isDecodable(query)) throw fail('bad_request', 'The query isn’t valid UTF-8')
    // Before the body is read: Fastify has rules of its own for that of a method it does not know.
    refuseUnknown(request)
    if (!request.routeOptions.config.slowBody) enforceBodyTimeout(request)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.raw.complete === false) await bodyPassed(request, reply)
    return payload
  })
  app.addHook('onResponse', async (request, reply) => {
    record({
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
    })
  })
  // Any expectation is met by answering; Node would refuse those that it does not know in its own form.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  app.setNotFoundHandler(() => {
    throw fail('not_found', 'No such route')
  })
  app.setErrorHandler(answer)
  return app
}

/**
 * The address of who asks: the last one in `X-Forwarded-For` that is not a proxy of ours, so that what a
 * visitor wrote there counts for nothing. What is no address counts as its sender. The names that a
 * proxy forwards (`X-Forwarded-Host`, `-Proto`) are read nowhere: our own are configured.
 */
export const visitorOf = ({ ip, socket }: FastifyRequest): string =>
  isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip

/** Closes a connection whose body takes too long to come; the server itself allows for uploads. */
function enforceBodyTimeout({ raw }: FastifyRequest): void {
  if (raw.headers['content-length'] === undefined && !raw.headers['transfer-encoding']) return
  const overdue = setTimeout(() => raw.destroy(), 60_000)
  overdue.unref()
  const stop = () => clearTimeout(overdue)
  raw.once('end', stop).once('close', stop)
}

/** How long a client that closes is given to write on before it is answered. */
const writeOnMs = 10_000

/**
 * A body that is refused is still on its way. To close the connection on it resets it, and the client
 * never reads why; so the rest is read and dropped, before the answer where the connection ends with it.
 */
async function bodyPassed({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const closes = /\bclose\b/i.test(raw.headers.connection ?? '') || raw.httpVersion === '1.0'
  if (!closes) {
    reply.removeHeader('connection')
    return
  }
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, writeOnMs)
    finished(raw, { writable: false }, () => {
      clearTimeout(timer)
      resolve()
    })
    raw.resume()
  })
}
