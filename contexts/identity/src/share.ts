import { networkChain } from '@countersign/contracts/identity'
import type { FairTurns, Share, Turn } from '@countersign/kit/fair-turns'
import { networkOf } from '@countersign/kit/token-attempt-limiter'
import type { Known } from './gate.ts'

/** Runs a call in its company's turn; signing in, which waits for the provider and has limits of its own, at once. */
export const inTurn = <T>(
  turns: FairTurns,
  { known, operation, connection }: Turn<Known>,
  work: () => Promise<T>,
): Promise<T> => (operation.navigation ? work() : turns.run(shareOf(known), work, connection))

/**
 * Whose turn a call takes. People and machines of a company each have turns of their own within the company's. Who
 * works for several counts as the first of them, whichever they act for. Strangers are told apart by their network.
 */
export function shareOf({ viewer, request }: Known): Share {
  const sender = viewer.userId ?? viewer.clientId ?? networkOf(request.ip)
  const [company = sender] = viewer.grants.map(({ vaspDID }) => vaspDID ?? networkChain).sort()
  return { company, sender }
}
