import { Failure, fail } from '@countersign/kit/errors'

const busySeconds = 60
/**
 * A call that takes longer has failed. With one repetition, or three calls in turn, it still ends well before the
 * minute for which a worker has what it is working on.
 */
export const longestMs = 5_000

/** The status of an answer, wherever a provider’s library puts it. */
function statusOf(error: unknown): number {
  for (const name of ['statusCode', 'http_status_code', 'http_code']) {
    const value: unknown = Reflect.get(Object(error), name)
    if (typeof value === 'number') return value
  }
  return 0
}

/**
 * A provider’s refusal in our words: its own may name customers and keys. Its library throws errors, plain
 * objects, or whatever `fetch` throws.
 */
export function upstreamFailure(error: unknown): Failure {
  const status = statusOf(error)
  const wire = (name: string) => ({ wire: name })
  if (status === 401 || status === 403)
    return fail('bad_gateway', 'The billing provider refused our key.', wire('UpstreamAuth'))
  if (status === 429)
    return fail('unavailable', 'The billing provider is busy. Try again in a minute.', {
      wire: 'UpstreamBusy',
      retryAfter: busySeconds,
    })
  if (status >= 400 && status < 500)
    return fail('bad_gateway', 'The billing provider refused the request.', wire('UpstreamError'))
  return fail('unavailable', 'The billing provider can’t be reached right now. Try again later.', {
    wire: 'UpstreamUnavailable',
    retryAfter: busySeconds,
  })
}

/** Calls a provider. @throws 502, 503 */
export async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Failure ? error : upstreamFailure(error)
  }
}

/** Unix seconds as a time. */
export const timeOf = (seconds: number | null | undefined): Date | null =>
  seconds === null || seconds === undefined ? null : new Date(seconds * 1000)
