import type { Format } from './formats.ts'

/** What the client knows of one operation. */
export type OperationInfo = {
  /** Its name in errors, e.g. `v1EndpointCreate`. */
  readonly call: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v1`; `{name}` marks a path parameter. */
  readonly path: string
  /** Needs no token. */
  readonly open?: true
  /** The name of the body's parameter; absent when there is no body. */
  readonly body?: string
  /** Formats of the body's fields by path: `url`, `application.rateLimit`, `list.*.url`. */
  readonly checks?: Readonly<Record<string, Format>>
  /** Query parameters, by the names that they have on the wire. */
  readonly query?: readonly string[]
  /** Those of the query that must be given. */
  readonly required?: readonly string[]
  readonly queryChecks?: Readonly<Record<string, Format>>
  /** Statuses whose answer has no body. */
  readonly empty?: readonly number[]
  /** Where the answer has instants, by path. */
  readonly dates?: readonly string[]
}

/** Operations by group and name. */
export type OperationTable = {
  readonly [group: string]: { readonly [name: string]: OperationInfo }
}

/** What every call takes besides its parameters. */
export type CallOptions = {
  /** Ends the call, also between retries: `AbortSignal.timeout(10_000)` is a deadline. */
  readonly signal?: AbortSignal | undefined
}

/** What every POST takes. */
export type PostOptions = CallOptions & {
  /**
   * A name of this call: the service does what is asked once and answers a repetition alike. Without
   * one the client makes one up, so that its own retries do nothing twice.
   */
  readonly idempotencyKey?: string | undefined
}

/** One page of a list; `iterate` walks through all of them. */
export type Page<T> = {
  readonly data: readonly T[]
  /** For the next page; null when the page is empty. */
  readonly iterator: string | null
  /** For the page before. */
  readonly prevIterator?: string | null | undefined
  /** No more in the direction of travel. */
  readonly done: boolean
}
