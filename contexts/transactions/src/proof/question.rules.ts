import type { ProofRequest } from '@countersign/contracts/transactions'
import * as z from 'zod/mini'

/** What a request asks for; sealed, as an address is personal data. */
export const Question = z.object({
  address: z.string(),
  message: z.string(),
  test: z.optional(
    z.object({
      asset: z.string(),
      amount: z.string(),
      depositAddress: z.string(),
      until: z.string(),
      /** What the customer says that they sent. */
      txHash: z.optional(z.string()),
    }),
  ),
})
export type Question = z.infer<typeof Question>

/** Whether a payment can still be announced: within its day. */
export const isPayable = ({ test }: Question, at: Date): boolean =>
  test !== undefined && new Date(test.until) > at

/** A test as it is shown. */
export const shownTest = ({ test }: Question): ProofRequest['test'] =>
  test ? { ...test, txHash: test.txHash ?? null } : null

/** Where a request stands. */
export function stateOf(
  { test }: Question,
  { until, isProved }: { readonly until: Date; readonly isProved: boolean },
  at: Date,
): ProofRequest['state'] {
  if (isProved) return 'DONE'
  if (until <= at) return 'EXPIRED'
  return test?.txHash === undefined ? 'OPEN' : 'PAID'
}
