import type { ErrorFormat, Failure, Issue } from '@countersign/kit/errors'
import { fail } from '@countersign/kit/errors'

/** Code and default text of each status (contract 2.5). */
const defaults: Readonly<Record<number, readonly [code: string, detail: string]>> = {
  400: ['generic_error', 'Generic error'],
  401: ['authentication_failed', 'Incorrect authentication credentials.'],
  403: ['insufficient access', 'Insufficient access for the given operation.'],
  404: ['not_found', 'Entity not found'],
  405: ['method_not_allowed', 'Method Not Allowed'],
  409: ['conflict', 'A conflict has occurred'],
  413: ['payload_too_large', 'Request payload is too large.'],
  415: ['unsupported_media_type', 'Unsupported Media Type'],
  429: ['rate_limit', 'Too many requests'],
  500: ['server_error', 'Internal Server Error'],
  501: ['not_implemented', 'This API endpoint is not yet implemented.'],
  503: ['unavailable', 'The service is not available right now. Try again in a moment.'],
}

/** The webhook service's error body: `{detail: [{loc, msg, type}]}` for 422, else `{code, detail}`. */
export const webhookErrors: ErrorFormat = (failure) => {
  if (failure.status === 422)
    return {
      detail: failure.issues.map(({ loc, msg, type }) => ({
        loc: loc.map((part) => (typeof part === 'number' ? `[${part}]` : part)),
        msg,
        type,
      })),
    }
  const [code, detail] = defaults[failure.status] ?? ['generic_error', 'Generic error']
  return { code: failure.wire ?? code, detail: failure.message || detail }
}

/** Kinds of issue that mean: not the type that was expected, so the rest was not looked at. */
const undecodable = new Set(['invalid_type', 'invalid_value', 'invalid_union', 'invalid_json'])

/**
 * A refusal as this API knows it: a query of the wrong type is 400; a body that cannot be decoded is
 * 422 with that one issue; broken rules are 422 with all of them.
 */
export function refineWebhookFailure(failure: Failure): Failure {
  const wrong = failure.issues.find(({ type }) => undecodable.has(type))
  if (failure.status === 500) return fail('internal', 'Internal Server Error')
  if (!wrong) return failure.status === 422 ? allRules(failure) : failure
  if (wrong.loc[0] !== 'body')
    return fail('bad_request', `Failed to deserialize query string: ${failure.message}`)
  return refused([{ ...wrong, msg: decodeMessage(wrong), type: 'value_error.jsondecode' }])
}

const refused = (issues: readonly Issue[]) =>
  fail('invalid', issues[0]?.msg ?? 'Invalid request', { issues })

const allRules = ({ issues }: Failure) =>
  refused(issues.map((issue) => ({ ...issue, type: kept(issue.type) })))

/** Kinds of rule that clients tell apart stay; what the validator calls the others does not matter. */
const kept = (type: string) => (type.startsWith('application_uid_') ? type : 'value_error')

function decodeMessage({ loc, msg }: Issue): string {
  if (!/received undefined$/.test(msg)) return msg
  const field = loc.at(-1)
  return loc.length === 1 ? 'A JSON body is missing' : `missing field \`${field}\``
}
