import type { RuleDecision } from '@countersign/contracts/transactions'
import type { CompanyCall } from '@countersign/kit/handlers'
import type { Caller, TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import { findSide, noSuchTransfer } from '../transfer/index.ts'
import { findDecisions } from './decision.store.ts'
import { findRules } from './rule-set.store.ts'

/** How many decisions an answer has. */
const maxDecisions = 20

/** What rules decided on a transfer of the company, with the rules as they stood then. @throws 404 */
export async function explain(
  { tx, company }: CompanyCall<TransactionsDeps, Caller, DB>,
  transferId: string,
): Promise<{ decisions: RuleDecision[] }> {
  if (!(await findSide(tx, company, transferId))) throw noSuchTransfer()
  const found = await findDecisions(tx, company, transferId, maxDecisions)
  const versions = await findRules(tx, company, [...new Set(found.map(({ version }) => version))])
  return {
    decisions: found.map(({ id, at, stage, action, cause, version, ruleId, facts, trace }) => {
      const body = versions.get(version)?.body
      const rules = new Map(
        [...(body?.incoming ?? []), ...(body?.outgoing ?? [])].map((rule) => [rule.id, rule]),
      )
      return {
        id,
        at: at.toISOString(),
        stage,
        action,
        cause,
        version,
        rule: ruleId === null ? null : (rules.get(ruleId) ?? null),
        facts,
        trace: trace.map((one) => ({ ...one, name: rules.get(one.ruleId)?.name ?? null })),
      }
    }),
  }
}
