/** Every error that an operation may answer, with its status. */
const statuses = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  invalid: 422,
  too_many_requests: 429,
  headers_too_large: 431,
  internal: 500,
  not_configured: 501,
  bad_gateway: 502,
  unavailable: 503,
} as const

/** The code of an error; the wire formats derive their own spelling from it. */
export type ErrorCode = keyof typeof statuses

/** One thing that is wrong with a request: where, what, and the kind of rule that it breaks. */
export type Issue = {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
}

/**
 * More about a failure: `wire` replaces the code in the answer, `retryAfter` is in seconds, `challenge`
 * goes into the header WWW-Authenticate, `allow` lists the methods of a 405, `details` are codes and ids
 * that a program needs to go on.
 */
type Detail = {
  readonly issues?: readonly Issue[]
  readonly wire?: string
  readonly retryAfter?: number
  readonly challenge?: string
  readonly allow?: string
  readonly details?: Readonly<Record<string, unknown>>
}

/**
 * What a caller without a good token is told to bring (RFC 6750, section 3). Only a token that was
 * brought and refused has an error.
 */
export const bearerChallenge = (facts: Readonly<Record<string, string>> = {}): string =>
  `Bearer ${Object.entries({ realm: 'Countersign', ...facts })
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`

/** A refusal that is meant for the caller: its message is shown as it stands. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly issues: readonly Issue[]
  readonly wire: string | undefined
  readonly retryAfter: number | undefined
  readonly challenge: string | undefined
  readonly allow: string | undefined
  readonly details: Readonly<Record<string, unknown>> | undefined
  constructor(code: ErrorCode, message: string, detail: Detail = {}) {
    super(message)
    this.name = 'Failure'
    this.code = code
    this.status = statuses[code]
    this.issues = detail.issues ?? []
    this.wire = detail.wire
    this.retryAfter = detail.retryAfter
    this.challenge = detail.challenge ?? (code === 'unauthorized' ? bearerChallenge() : undefined)
    this.allow = detail.allow
    this.details = detail.details
  }
}

/** Builds the refusal to throw: `throw fail('not_found', 'No such company')`. */
export const fail = (code: ErrorCode, message: string, detail?: Detail) =>
  new Failure(code, message, detail)

/** A refusal of one field: 422 with its path. */
export const invalid = (loc: Issue['loc'], msg: string, type = 'value_error') =>
  fail('invalid', `${loc.join('.')}: ${msg}`, { issues: [{ loc, msg, type }] })

/** How an API spells its errors on the wire. */
export type ErrorFormat = (failure: Failure) => unknown

/** The product's error body `{err: {name, code, message}}`, with the fields of a 422 and any details. */
export const productErrors: ErrorFormat = (failure) => ({
  err: {
    name: failure.wire ?? failure.code,
    code: failure.status,
    message: failure.message,
    ...(failure.issues.length > 0 && { fields: failure.issues }),
    ...(failure.details && { details: failure.details }),
  },
})

const isUnavailable = (code: string) =>
  /^(08|57P0|53|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)/.test(code) || code === '3D000'

/**
 * Numbers and times that PostgreSQL has no room for: numeric value out of range, invalid datetime,
 * datetime overflow, invalid time zone.
 */
const outOfRange = new Set(['22003', '22007', '22008', '22009'])

const codeOf = (status: number) =>
  Object.entries(statuses).find(([, one]) => one === status)?.[0] as ErrorCode | undefined

/**
 * Any error as a refusal. Ours stays; a database that is away is 503; a value that PostgreSQL cannot
 * hold (a NUL, in JSON half a surrogate pair, a number or time out of range) is 422; a lost race on a
 * unique key is 409; a 4xx of the HTTP server stays one; all else is a 500 that says nothing.
 */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const { code, statusCode, message, detail } = facts(error)
  if (statusCode === 413) return fail('payload_too_large', 'Request payload is too large.')
  if (statusCode >= 400 && statusCode < 500)
    return fail(codeOf(statusCode) ?? 'bad_request', message)
  if (code === '22021' || code === '22P05') return invalid(['body'], 'Text can’t contain NUL')
  if (code === '22P02' && detail.includes('surrogate'))
    return invalid(['body'], 'Text can’t contain unpaired surrogates')
  if (outOfRange.has(code)) return invalid(['body'], 'A number or a time is out of range')
  if (code === '23505') return fail('conflict', 'A conflict has occurred')
  if (
    isUnavailable(code) ||
    /timeout exceeded when trying to connect|Connection terminated|is not queryable/.test(message)
  )
    return fail('unavailable', 'The service is not available right now. Try again in a moment.', {
      retryAfter: 2,
    })
  return fail('internal', 'Internal error')
}

function facts(error: unknown) {
  const read = (key: string) =>
    typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined
  return {
    code: String(read('code') ?? ''),
    statusCode: Number(read('statusCode') ?? 0),
    message: String(read('message') ?? ''),
    detail: String(read('detail') ?? ''),
  }
}

/** Marks an error that may be passed over, with the reason why. */
export const mayFail = (_why: string, work: Promise<unknown>): Promise<void> =>
  work.then(
    () => undefined,
    () => undefined,
  )
