import type { RuleFinding, RuleSetBody } from '@countersign/contracts/transactions'
import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'
import { countryOf, isInUse, ruleOf } from '../threshold/index.ts'
import { findingsOf } from './finding.rules.ts'
import { shadowedIn } from './shadow.ts'
import { unheardIn } from './unheard.ts'

const neverReached: readonly RuleFinding['code'][] = ['DUPLICATE', 'CONFLICT', 'UNREACHABLE']

/** What is wrong with a company's rules, or worth knowing, by the law of its own country and its newest transfers too. */
export async function findingsFor(
  {
    deps,
    tx,
    company,
    at,
  }: { deps: TransactionsDeps; tx: TransactionsTx; company: string; at: Date },
  body: RuleSetBody,
): Promise<RuleFinding[]> {
  const [own] = await deps.companies(tx, [company])
  const law = own ? ruleOf(await deps.jurisdictions(tx), countryOf(own)) : null
  const found = findingsOf(body, law && isInUse(law) ? law : {})
  // Of a rule that is never reached this would say the same again.
  const isSaid = (id: string) =>
    found.some(({ ruleId, code }) => ruleId === id && neverReached.includes(code))
  const shadowed = await shadowedIn(tx, company, body, at)
  return [
    ...found,
    ...shadowed.filter(({ ruleId }) => !isSaid(ruleId)),
    ...(await unheardIn(deps, tx, company, body)),
  ]
}
