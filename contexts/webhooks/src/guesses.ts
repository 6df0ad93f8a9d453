import { asFailure } from '@countersign/kit/errors'
import type { Guesses } from '@countersign/kit/guesses'
import type { Around } from '@countersign/kit/serve'

/** Counts what an operation open to anyone refuses with 401: it takes its token in the body. */
export const countingGuesses =
  <Caller>(counted: Guesses, around: Around<Caller>): Around<Caller> =>
  (call) =>
    around(call).catch((error: unknown) => {
      if (call.operation.access === 'anyone' && asFailure(error).status === 401)
        throw counted.wrong(call.request.ip)
      throw error
    })
