import type { Dispatcher } from 'undici'
import type { Target } from './address.ts'
import type { Connection, ConnectionPool } from './pool.ts'
import {
  classifyError,
  isConnectionFailure,
  type SendError,
  type SendErrorCode,
  sendError,
} from './send-errors.ts'
import type { TimerWheel } from './timer-wheel.ts'

/** What came of one request. */
export type Outcome = {
  /** HTTP status; 0 exactly when `error` is set. */
  readonly status: number
  /** The first `KEPT_BYTES` of the response body as they came over the wire, never decoded. */
  readonly body: Buffer
  /** True when the body went on after `body`, or was not read to its end. */
  readonly truncated: boolean
  /** Response headers, names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Milliseconds from the call to the outcome, waiting for a connection included. */
  readonly durationMs: number
  readonly error: SendError | null
}

/** One request ready for the wire. */
export type PreparedRequest = {
  readonly target: Target
  /** Whose request it is. */
  readonly tenant: string
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Name, value, name, value… */
  readonly headers: string[]
  readonly body: string | Buffer
  /** Milliseconds for everything: waiting, name, connection, headers and body. */
  readonly timeoutMs: number
}

/** What `sendPrepared` works with. */
export type SendDeps = {
  readonly pool: ConnectionPool
  readonly wheel: TimerWheel
  /** Monotonic milliseconds. */
  readonly now: () => number
}

/** Bytes of a response body that are kept (webhooks contract §5.5). */
export const KEPT_BYTES = 20_000

/** Bytes of a response body that are read before the connection is closed. */
export const READ_BYTES = 64 * 1024

/** A failed connection is tried once more when the attempt is younger than this, in milliseconds. */
export const RETRY_WINDOW_MS = 1000

const NOTHING = Buffer.alloc(0)

/** An outcome without an answer. */
export function failedOutcome(code: SendErrorCode, durationMs: number, detail?: string): Outcome {
  const error = detail === undefined ? sendError(code) : { code, message: detail }
  return { status: 0, body: NOTHING, truncated: false, headers: {}, durationMs, error }
}

/**
 * Sends one request and calls `done` exactly once. Never throws.
 *
 * A response counts when it is complete within the deadline, or when its first 64 KiB are: what
 * exceeds them is not awaited. A connection that fails before any byte of a response is tried once
 * more on a new one, within the first second or, on a kept-alive socket, at any time: the peer
 * most likely closed it while it was idle. Delivery is at least once, so POST may be repeated.
 */
export function sendPrepared(
  request: PreparedRequest,
  { pool, wheel, now }: SendDeps,
  done: (outcome: Outcome) => void,
): void {
  const startedAt = now()
  const kept: Buffer[] = []
  let keptBytes = 0
  let readBytes = 0
  let status = 0
  let headers: Outcome['headers'] = {}
  let connection: Connection | null = null
  let answered = false
  let retried = false
  let settled = false

  const finish = (outcome: Outcome): void => {
    settled = true
    deadline.cancel()
    done(outcome)
  }

  const fail = (code: SendErrorCode): void => {
    if (settled) return
    settled = true
    if (connection !== null) pool.discard(connection)
    finish(failedOutcome(code, now() - startedAt))
  }

  const answer = (): void => {
    const [first = NOTHING] = kept
    finish({
      status,
      body: kept.length > 1 ? Buffer.concat(kept, keptBytes) : first,
      truncated: readBytes > keptBytes,
      headers,
      durationMs: now() - startedAt,
      error: null,
    })
  }

  const begin = (given: Connection): void => {
    connection = given
    given.client.dispatch(
      {
        method: request.method,
        path: request.target.path,
        headers: request.headers,
        body: request.body,
      },
      handler,
    )
  }

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart() {},
    onResponseStarted() {
      answered = true
    },
    onResponseStart(_controller, statusCode, responseHeaders) {
      status = statusCode // an interim answer (1xx) is overwritten by the one that follows
      headers = responseHeaders
    },
    onResponseData(_controller, chunk) {
      if (settled) return
      readBytes += chunk.length
      if (keptBytes < KEPT_BYTES) {
        // Copied, because a chunk is a view that would hold a whole read buffer.
        const part = Buffer.from(chunk.subarray(0, KEPT_BYTES - keptBytes))
        kept.push(part)
        keptBytes += part.length
      }
      if (readBytes <= READ_BYTES || connection === null) return
      settled = true
      pool.discard(connection)
      answer()
    },
    onResponseEnd() {
      if (settled || connection === null) return
      settled = true
      pool.release(connection)
      answer()
    },
    onResponseError(_controller, error) {
      if (settled || connection === null) return
      const code = classifyError(error, answered)
      const young = now() - startedAt < RETRY_WINDOW_MS
      const again = !retried && (young || connection.served > 0)
      const fresh = again && isConnectionFailure(code) ? pool.replace(connection) : null
      if (fresh === null) {
        fail(code)
        return
      }
      retried = true
      begin(fresh)
    },
  }

  const deadline = wheel.after(request.timeoutMs, () => fail('timeout_total'))
  pool.acquire(request.target.origin, {
    tenant: request.tenant,
    ended: () => settled,
    begin,
    refuse: (error) => fail(classifyError(error, false)),
  })
}
