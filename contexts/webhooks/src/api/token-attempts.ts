import { asFailure } from '@countersign/kit/errors'
import type { Middleware } from '@countersign/kit/serve'
import type { TokenAttemptLimiter } from '@countersign/kit/token-attempt-limiter'

/** Limits the wrong tokens sent to an operation that is open to anyone and takes its token in the body. */
export const limitTokenAttempts =
  <Caller>(counted: TokenAttemptLimiter, around: Middleware<Caller>): Middleware<Caller> =>
  async (call) => {
    if (call.operation.access !== 'anyone' || call.operation.method === 'GET') return around(call)
    counted.check(call.request.ip)
    return around(call).catch((error: unknown) => {
      throw asFailure(error).status === 401 ? counted.wrong(call.request.ip) : error
    })
  }
