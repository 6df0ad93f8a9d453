import { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ksuid } from '../ids.ts'
import { type ErrorFormat, fail } from './errors.ts'

/** What Node's parser refuses, by the code of its error; anything else is a 400. */
const refusals: Readonly<Record<string, ReturnType<typeof fail>>> = {
  HPE_HEADER_OVERFLOW: fail('headers_too_large', 'The request’s headers are too large'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: fail('payload_too_large', 'Request payload is too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: fail('request_timeout', 'The request took too long to arrive'),
}
const malformed = fail('bad_request', 'Not a valid HTTP request')

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  431: 'Request Header Fields Too Large',
}

/**
 * Answers a request that never became one: there is no request and no reply, only the socket. The
 * answer looks like any other.
 * @returns what to log; nothing where nobody was answered
 */
export function answerClientError(
  error: Error & { readonly code?: string },
  socket: Socket,
  errors: ErrorFormat,
): { readonly requestId: string; readonly status: number } | undefined {
  const underWay: unknown = Reflect.get(socket, '_httpMessage')
  const isAnswered = underWay instanceof ServerResponse && underWay.headersSent
  // Nobody is there, or part of an answer is already on its way.
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswered) {
    socket.destroy()
    return undefined
  }
  const failure = refusals[error.code ?? ''] ?? malformed
  const requestId = ksuid(Date.now())
  const body = JSON.stringify(errors(failure))
  const lines = [
    `HTTP/1.1 ${failure.status} ${reasons[failure.status] ?? 'Bad Request'}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  return { requestId, status: failure.status }
}
