import { setImmediate } from 'node:timers/promises'
import {
  type RuleFinding,
  type RuleSetBody,
  ruleDirections,
} from '@countersign/contracts/transactions'
import type { TransactionsTx } from '../tables.ts'
import { rulesOf } from './country-list.rules.ts'
import { findLatestDecisions, findNewest } from './decision.store.ts'
import { shadowCounter } from './shadow.rules.ts'

/** So many of the newest transfers are looked at, and so many at a time: requests come between. */
const newest = 1_000
const slice = 50

/** Which rules earlier ones keep from deciding, by what was known of the company's newest transfers. */
export async function shadowedIn(
  tx: TransactionsTx,
  company: string,
  body: RuleSetBody,
  at: Date,
): Promise<RuleFinding[]> {
  const findings: RuleFinding[] = []
  for (const direction of ruleDirections) {
    // One rule stands in nobody's shadow.
    if (body[direction].length < 2) continue
    const ids = await findNewest(tx, company, { direction }, newest)
    const decisions = [...(await findLatestDecisions(tx, company, ids)).values()]
    const counter = shadowCounter(rulesOf(body, direction), at)
    for (const [n, { facts }] of decisions.entries()) {
      if (n % slice === slice - 1) await setImmediate()
      counter.add(facts)
    }
    for (const { ruleId, met, taken, by } of counter.shadows())
      findings.push({
        code: 'SHADOWED_PARTLY',
        level: 'WARNING',
        direction,
        ruleId,
        others: [...by],
        share: Math.max(1, Math.round((100 * taken) / met)),
      })
  }
  return findings
}
