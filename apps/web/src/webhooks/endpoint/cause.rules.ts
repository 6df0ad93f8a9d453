import { msg, t } from '../../ui/language.ts'

/** An attempt, as far as it tells why it failed. */
export interface Failed {
  /** 0 when there was no HTTP answer. */
  readonly statusCode: number
  /** The answer’s body, or why there was none. */
  readonly response: string
}

const byStatus: Readonly<Record<number, string>> = {
  400: msg('it doesn’t understand the message'),
  401: msg('it doesn’t accept our signature or credentials'),
  403: msg('it refuses our calls'),
  404: msg('the path doesn’t exist there'),
  405: msg('it doesn’t accept POST requests at this path'),
  408: msg('it gave up waiting for the message'),
  410: msg('it says that it’s gone for good'),
  413: msg('it refuses messages of this size'),
  429: msg('it says that we call too often'),
  502: msg('the server behind its gateway doesn’t answer'),
  503: msg('it’s overloaded or under maintenance'),
  504: msg('the server behind its gateway doesn’t answer in time'),
}

/** The service’s words for a call without an answer, and ours. */
const withoutAnswer: readonly (readonly [string, string])[] = [
  ['timed out', msg('it didn’t answer in time')],
  ['no such host', msg('the host name doesn’t exist')],
  ['name server gave no answer', msg('the host name couldn’t be looked up')],
  ['IP range', msg('the address is in a network that we don’t call')],
  ['connection refused', msg('nothing listens at this address and port')],
  ['host unreachable', msg('the host can’t be reached')],
  ['closed before', msg('it closed the connection without an answer')],
  ['not valid HTTP', msg('what answers there isn’t HTTP')],
  ['certificate has expired', msg('its TLS certificate has expired')],
  ['for another host', msg('its TLS certificate is for another host')],
  ['TLS certificate or handshake', msg('its TLS certificate isn’t valid')],
  ['must be https', msg('the address must begin with https')],
  ['port is not allowed', msg('the port isn’t allowed')],
]

/** Why an attempt failed, as the end of a sentence: `the path doesn’t exist there`. */
export function causeOf({ statusCode, response }: Failed): string {
  const known = byStatus[statusCode]
  if (known) return t(known)
  if (statusCode >= 500) return t('it fails on its own side')
  if (statusCode >= 400) return t('it refuses the message')
  if (statusCode >= 300) return t('it redirects, and redirects aren’t followed')
  if (statusCode > 0) return t('it gave no proper answer')
  const [, words] = withoutAnswer.find(([part]) => response.includes(part)) ?? []
  if (words) return t(words)
  return response.replace(/^error making request: /, '') || t('it gave no answer')
}

/** What stands before the cause: the answer’s number, or that there was none. */
export const answerOf = ({ statusCode }: Failed): string =>
  statusCode > 0 ? String(statusCode) : t('No answer')
