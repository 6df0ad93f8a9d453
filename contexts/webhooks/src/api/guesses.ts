import { asFailure } from '@countersign/kit/errors'
import type { Guesses } from '@countersign/kit/guesses'
import type { Around } from '@countersign/kit/serve'

/** Limits the wrong tokens sent to an operation that is open to anyone and takes its token in the body. */
export const countingGuesses =
  <Caller>(counted: Guesses, around: Around<Caller>): Around<Caller> =>
  async (call) => {
    if (call.operation.access !== 'anyone' || call.operation.method === 'GET') return around(call)
    counted.check(call.request.ip)
    return around(call).catch((error: unknown) => {
      throw asFailure(error).status === 401 ? counted.wrong(call.request.ip) : error
    })
  }
