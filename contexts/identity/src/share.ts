import { networkChain } from '@countersign/contracts/identity'
import type { FairTurns, Share, Turn } from '@countersign/kit/fair-turns'
import { networkOf } from '@countersign/kit/token-attempt-limiter'
import type { Caller } from './gate.ts'

/** Runs a call in its company's turn; signing in, which waits for the provider and has limits of its own, at once. */
export const inTurn = <T>(
  turns: FairTurns,
  { caller, operation, connection }: Turn<Caller>,
  work: () => Promise<T>,
): Promise<T> => (operation.navigation ? work() : turns.run(shareOf(caller), work, connection))

/**
 * Whose turn a call takes: the turn of the company that it acts for, where its sender works for that one, else of the
 * first that they work for. People and machines of a company each have turns of their own within the company's. Who
 * works for none shares the turns of strangers, and these are told apart by their network.
 */
export function shareOf({ viewer, company, request }: Caller): Share {
  const companies = viewer.grants.map(({ vaspDID }) => vaspDID ?? networkChain).sort()
  const own = companies.find((did) => did === company) ?? companies[0]
  return {
    company: own ?? 'strangers',
    sender: viewer.userId ?? viewer.clientId ?? networkOf(request.ip),
  }
}
