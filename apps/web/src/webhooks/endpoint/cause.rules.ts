/** An attempt, as far as it tells why it failed. */
export interface Failed {
  /** 0 when there was no HTTP answer. */
  readonly statusCode: number
  /** The answer’s body, or why there was none. */
  readonly response: string
}

const byStatus: Readonly<Record<number, string>> = {
  400: 'it doesn’t understand the message',
  401: 'it doesn’t accept our signature or credentials',
  403: 'it refuses our calls',
  404: 'the path doesn’t exist there',
  405: 'it doesn’t take POST requests at this path',
  408: 'it gave up waiting for the message',
  410: 'it says that it’s gone for good',
  413: 'it refuses messages of this size',
  429: 'it says that we call too often',
  502: 'the server behind its gateway doesn’t answer',
  503: 'it’s overloaded or under maintenance',
  504: 'the server behind its gateway doesn’t answer in time',
}

/** The service’s words for a call without an answer, and ours. */
const withoutAnswer: readonly (readonly [string, string])[] = [
  ['timed out', 'it didn’t answer in time'],
  ['no such host', 'the host name doesn’t exist'],
  ['name server gave no answer', 'the host name couldn’t be looked up'],
  ['IP range', 'the address is in a network that we don’t call'],
  ['connection refused', 'nothing listens at this address and port'],
  ['host unreachable', 'the host can’t be reached'],
  ['closed before', 'it closed the connection without an answer'],
  ['not valid HTTP', 'what answers there isn’t HTTP'],
  ['certificate has expired', 'its TLS certificate has expired'],
  ['for another host', 'its TLS certificate is for another host'],
  ['TLS certificate or handshake', 'its TLS certificate isn’t valid'],
  ['must be https', 'the address must begin with https'],
  ['port is not allowed', 'the port isn’t allowed'],
]

/** Why an attempt failed, as the end of a sentence: `the path doesn’t exist there`. */
export function causeOf({ statusCode, response }: Failed): string {
  const known = byStatus[statusCode]
  if (known) return known
  if (statusCode >= 500) return 'it fails on its own side'
  if (statusCode >= 400) return 'it refuses the message'
  if (statusCode >= 300) return 'it redirects, and redirects aren’t followed'
  if (statusCode > 0) return 'it gave no proper answer'
  const [, words] = withoutAnswer.find(([part]) => response.includes(part)) ?? []
  return words ?? (response.replace(/^error making request: /, '') || 'it gave no answer')
}

/** What stands before the cause: the answer’s number, or that there was none. */
export const answerOf = ({ statusCode }: Failed): string =>
  statusCode > 0 ? String(statusCode) : 'No answer'
