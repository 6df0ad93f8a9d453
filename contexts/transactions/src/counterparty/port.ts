import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'
import type { DueStep, NewStep } from '../transfer/index.ts'

/**
 * How what one company does reaches the other. Companies of this installation are reached by steps of their own; who
 * is reached by another protocol gets an adapter of its own (decision 0097).
 */
export type CounterpartyPort = {
  /**
   * The step by which something is left for the other company, in the transaction of the act: it calls nobody and
   * waits for nothing. A company elsewhere has no steps here: it gets one of the acting company's instead.
   */
  readonly leave: (company: string, step: NewStep) => NewStep
  /**
   * Does what was left (ARRIVE: a new transfer; FOLLOW: an act on one; VIEWED: a look at personal data), in a
   * transaction of the company whose step it is. What it throws is tried again later: until then this transfer alone
   * waits.
   */
  readonly deliver: (
    deps: TransactionsDeps,
    tx: TransactionsTx,
    company: string,
    step: DueStep,
    at: Date,
  ) => Promise<void>
}
