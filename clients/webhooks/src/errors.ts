/** A required parameter that was null or undefined. Nothing was sent. */
export class RequiredError extends Error {
  /** The parameter, e.g. `appId`. */
  readonly field: string
  constructor(field: string, call: string) {
    super(`Required parameter ${field} was null or undefined when calling ${call}.`)
    this.name = 'RequiredError'
    this.field = field
  }
}

/** A parameter that does not have the form it needs. Nothing was sent. */
export class FormatError extends Error {
  /** The parameter and the way to the value in it, e.g. `endpointIn.url`. */
  readonly field: string
  constructor(field: string, expected: string, call: string) {
    super(`Parameter ${field} is not ${expected} when calling ${call}.`)
    this.name = 'FormatError'
    this.field = field
  }
}

/** A body that the serializer can not read or write. */
export class SerializerError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SerializerError'
  }
}

/**
 * The service refused. The message is `HTTP-Code: <code>\nMessage: <JSON of the body>`.
 * Of 400, 401, 403, 404, 409 and 429 the body is an `HttpErrorOut`, of 422 an `HTTPValidationError`,
 * of any other status a text that begins with `Unknown API Status Code!` and ends with the answer's.
 */
export class ApiException<Body = unknown> extends Error {
  readonly code: number
  readonly body: Body
  /** By lower-case name, e.g. `retry-after`. */
  readonly headers: Readonly<Record<string, string>>
  constructor(code: number, body: Body, headers: Readonly<Record<string, string>> = {}) {
    super(`HTTP-Code: ${code}\nMessage: ${JSON.stringify(body)}`)
    this.name = 'ApiException'
    this.code = code
    this.body = body
    this.headers = headers
  }
}

/** A webhook that is not what its sender signed, or is too old or too new. */
export class WebhookVerificationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WebhookVerificationError'
  }
}

/** Error body of every listed status but 422. */
export type HttpErrorOut = { readonly code: string; readonly detail: string }

/** One broken rule: where (`['body', 'url']`), what, and of which kind. */
export type ValidationError = {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
}

/** Error body of 422. */
export type HTTPValidationError = { readonly detail: readonly ValidationError[] }

const detailOf = (error: unknown): unknown =>
  error instanceof ApiException && typeof error.body === 'object' && error.body !== null
    ? Reflect.get(error.body, 'detail')
    : undefined

/** True for a refusal with code and detail. */
export const isHttpError = (error: unknown): error is ApiException<HttpErrorOut> =>
  typeof detailOf(error) === 'string'

/** True for a refusal that lists broken rules. */
export const isValidationError = (error: unknown): error is ApiException<HTTPValidationError> =>
  Array.isArray(detailOf(error))
