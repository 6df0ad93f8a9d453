import { planRefusal } from '@countersign/contracts/billing'
import type { RuleSetBody } from '@countersign/contracts/transactions'
import { fail } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import type { Caller, TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'

type Calling = Pick<CompanyCall<TransactionsDeps, Caller, DB>, 'tx' | 'company' | 'deps'>

/** How many rules the plan of a company covers, in both directions together; null for any number. */
export const planLimitOf = ({ tx, company, deps }: Calling): Promise<number | null> =>
  deps.planLimit(tx, company, 'rules', new Date(deps.clock()))

const countOf = ({ incoming, outgoing }: RuleSetBody) => incoming.length + outgoing.length

/** Refuses more rules than the plan covers. What a company has goes on, and can be changed. @throws 400 */
export async function demandPlan(
  call: Calling,
  before: RuleSetBody,
  after: RuleSetBody,
): Promise<void> {
  if (countOf(after) <= countOf(before)) return
  const refusal = planRefusal('rules', await planLimitOf(call), countOf(after) - 1)
  if (refusal) throw fail('bad_request', refusal, { wire: 'PlanLimitReachedError' })
}
