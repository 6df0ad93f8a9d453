import type { RuleFinding, RuleSetBody } from '@countersign/contracts/transactions'
import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'
import { countryOf, isInUse, ruleOf } from '../threshold/index.ts'
import { findingsOf } from './finding.rules.ts'

/** What is wrong with a company's rules, or worth knowing, by the law of its own country too. */
export async function findingsFor(
  { deps, tx, company }: { deps: TransactionsDeps; tx: TransactionsTx; company: string },
  body: RuleSetBody,
): Promise<RuleFinding[]> {
  const [own] = await deps.companies(tx, [company])
  const law = own ? ruleOf(await deps.jurisdictions(tx), countryOf(own)) : null
  return findingsOf(body, law && isInUse(law) ? law : {})
}
