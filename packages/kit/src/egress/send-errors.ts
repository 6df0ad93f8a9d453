/**
 * Every way in which a request ends without an HTTP answer. The code is stable (recorded with the
 * attempt, counted in metrics); the text is what a tenant reads as the attempt's response. The texts
 * are fixed, so no resolved address and no library's wording leaks through them.
 */
export const SEND_ERRORS = {
  timeout_total: 'request timed out',
  dns_nxdomain: 'error resolving name: no such host',
  dns_failed: 'error resolving name: the name server gave no answer',
  blocked_address: 'requests to this IP range are blocked (see the server configuration)',
  blocked_url: 'error making request: this URL is not allowed',
  connect_refused: 'error making request: connection refused',
  connect_unreachable: 'error making request: host unreachable',
  connect_timeout: 'error making request: connecting timed out',
  connection_reset: 'error making request: connection closed before a response came',
  response_incomplete: 'error making request: connection closed before the response was complete',
  response_malformed: 'error making request: the response is not valid HTTP',
  response_header_too_large: 'error making request: the response headers are too large',
  tls_expired: 'error making request: the TLS certificate has expired',
  tls_wrong_host: 'error making request: the TLS certificate is for another host',
  tls_invalid: 'error making request: the TLS certificate or handshake is not valid',
  invalid_request: 'error making request: a header or the body cannot be sent',
  egress_closed: 'error making request: the sender is shutting down',
  request_failed: 'error making request: unexpected failure',
} as const

/** Stable code of a failed request, a key of `SEND_ERRORS`. */
export type SendErrorCode = keyof typeof SEND_ERRORS

/** A failed request as recorded. */
export type SendError = { readonly code: SendErrorCode; readonly message: string }

/** Thrown inside the connector, where the cause is known best. */
export class EgressError extends Error {
  readonly code: SendErrorCode
  constructor(code: SendErrorCode) {
    super(SEND_ERRORS[code])
    this.code = code
  }
}

/** Codes of Node, OpenSSL and undici in our words; what is missing here is `request_failed`. */
const BY_CODE: Readonly<Record<string, SendErrorCode>> = {
  ENOTFOUND: 'dns_nxdomain',
  ENODATA: 'dns_nxdomain',
  EBADNAME: 'dns_nxdomain',
  EAI_NONAME: 'dns_nxdomain',
  EAI_AGAIN: 'dns_failed',
  ESERVFAIL: 'dns_failed',
  EREFUSED: 'dns_failed',
  ETIMEOUT: 'dns_failed',
  ECONNREFUSED: 'connect_refused',
  EHOSTUNREACH: 'connect_unreachable',
  ENETUNREACH: 'connect_unreachable',
  EADDRNOTAVAIL: 'connect_unreachable',
  EACCES: 'connect_unreachable',
  EPERM: 'connect_unreachable',
  ETIMEDOUT: 'connect_timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  UND_ERR_SOCKET: 'connection_reset',
  UND_ERR_HEADERS_OVERFLOW: 'response_header_too_large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'response_incomplete',
  CERT_HAS_EXPIRED: 'tls_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls_wrong_host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_invalid',
  EPROTO: 'tls_invalid',
  UND_ERR_INVALID_ARG: 'invalid_request',
  UND_ERR_NOT_SUPPORTED: 'invalid_request',
  UND_ERR_DESTROYED: 'egress_closed',
  UND_ERR_CLOSED: 'egress_closed',
}

/** OpenSSL's names of a certificate that does not verify have no common prefix, only common words. */
const TLS_WORDS =
  /CERT|VERIFY|CRL|ISSUER|^ERR_(TLS|SSL)|^(INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$/

/** The text that belongs to a code. */
export function sendError(code: SendErrorCode): SendError {
  return { code, message: SEND_ERRORS[code] }
}

/**
 * Names a failure.
 * @param answered whether any byte of the response had arrived
 */
export function classifyError(error: unknown, answered: boolean): SendErrorCode {
  if (error instanceof EgressError) return error.code
  if (!(error instanceof Error) || !('code' in error)) return 'request_failed'
  const raw = String(error.code)
  if (error.name === 'HTTPParserError') return 'response_malformed' // its code is not reliable
  // undici names what it cannot accept (100, 101, bytes before a request) only by this text.
  if (raw === 'UND_ERR_SOCKET' && error.message.startsWith('bad ')) return 'response_malformed'
  const code = BY_CODE[raw] ?? (TLS_WORDS.test(raw) ? 'tls_invalid' : 'request_failed')
  return code === 'connection_reset' && answered ? 'response_incomplete' : code
}

/** Failures after which one more try makes sense; none of them is possible once an answer began. */
const RETRYABLE: ReadonlySet<SendErrorCode> = new Set([
  'connection_reset',
  'connect_refused',
  'connect_unreachable',
  'dns_failed',
])

/** Whether a failure is one of the connection, which a second try may not meet. */
export function isConnectionFailure(code: SendErrorCode): boolean {
  return RETRYABLE.has(code)
}
