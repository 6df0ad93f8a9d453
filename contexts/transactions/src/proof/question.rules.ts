import type { ProofRequest } from '@countersign/contracts/transactions'
import * as z from 'zod/mini'

/** What a request asks for; sealed, as an address is personal data. */
export const Question = z.object({
  address: z.string(),
  /** What is to be signed, once somebody has looked. */
  challenge: z.optional(z.object({ message: z.string(), nonce: z.string(), until: z.string() })),
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

/** How long a nonce can be signed. */
const nonceMs = 30 * 60_000

/** A message that proves a wallet to this company, by this nonce. */
export const challengeOf = (
  address: string,
  company: string,
  nonce: string,
  at: Date,
): NonNullable<Question['challenge']> => ({
  message: [
    'I confirm that this wallet is my own.',
    `Address: ${address}`,
    `Company: ${company}`,
    `Nonce: ${nonce}`,
  ].join('\n'),
  nonce,
  until: new Date(at.getTime() + nonceMs).toISOString(),
})

/** Whether a message still can be signed. */
export const isFresh = ({ challenge }: Question, at: Date): boolean =>
  challenge !== undefined && new Date(challenge.until) > at

/** Whether a text that was signed answers what was asked: it has the address, the company and the nonce in it. */
export function answersChallenge(
  { address, challenge }: Question,
  company: string,
  message: string,
): boolean {
  if (!challenge) return false
  const text = message.toLowerCase()
  const isOf = [address, company].every((part) => text.includes(part.toLowerCase()))
  return isOf && message.includes(challenge.nonce)
}

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
