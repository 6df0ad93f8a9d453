import {
  DecisionCause,
  RuleAction,
  type RuleDecision,
  type RuleDirection,
  RuleFact,
  RuleStage,
  RuleTrace,
} from '@countersign/contracts/transactions'
import { id as newId } from '@countersign/kit/ids'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { TransactionsDecision } from '../tables.gen.ts'
import type { TransactionsTx } from '../tables.ts'
import type { RuleFacts } from './evaluate.rules.ts'

/** What rules decided, as it is stored. */
export type Decision = Pick<RuleDecision, 'stage' | 'action' | 'cause' | 'version'> & {
  readonly transferId: string
  readonly ruleId: string | null
  readonly facts: RuleFacts
  readonly trace: readonly RuleTrace[]
  readonly at: Date
}

const Trace = z.object({ cause: DecisionCause, rules: z.array(RuleTrace) })
const Facts = z.record(z.string(), RuleFact)

export const addDecision = (
  tx: TransactionsTx,
  company: string,
  { transferId, stage, version, ruleId, action, cause, facts, trace, at }: Decision,
): Promise<unknown> =>
  tx
    .insertInto('transactions.decision')
    .values({
      vasp_did: company,
      id: newId('dec', at.getTime()),
      transfer_id: transferId,
      stage,
      rule_version: version,
      rule_id: ruleId,
      action,
      facts: JSON.stringify(facts),
      trace: JSON.stringify({ cause, rules: trace }),
      at,
    })
    .execute()

/** The decisions on a transfer, the newest first. */
export async function findDecisions(
  tx: TransactionsTx,
  company: string,
  transferId: string,
  limit: number,
): Promise<(Decision & { readonly id: string })[]> {
  const rows = await tx
    .selectFrom('transactions.decision')
    .selectAll()
    .where('vasp_did', '=', company)
    .where('transfer_id', '=', transferId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(read)
}

const read = (row: Selectable<TransactionsDecision>): Decision & { readonly id: string } => {
  const { cause, rules } = Trace.parse(row.trace)
  return {
    id: row.id,
    transferId: row.transfer_id,
    stage: RuleStage.parse(row.stage),
    version: row.rule_version ?? 0,
    ruleId: row.rule_id,
    action: RuleAction.parse(row.action),
    cause,
    facts: Facts.parse(row.facts),
    trace: rules,
    at: row.at,
  }
}

/** The last decision on each of some transfers. */
export async function findLatestDecisions(
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Decision>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('transactions.decision')
    .selectAll()
    .distinctOn('transfer_id')
    .where('vasp_did', '=', company)
    .where('transfer_id', 'in', ids)
    .orderBy('transfer_id')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.transfer_id, read(row)]))
}

/** Transfers of a direction, created from one time to another. */
export type Sample = {
  readonly direction: RuleDirection
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** The ids of the company's newest transfers of a sample that rules decide about. */
export async function findNewest(
  tx: TransactionsTx,
  company: string,
  { direction, from, to }: Sample,
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('transactions.side')
    .select('transfer_id')
    .where('vasp_did', '=', company)
    .where('direction', '=', direction)
    .where('status', '<>', 'INCOMPLETE')
    .$if(from !== undefined, (query) => query.where('created_at', '>=', from ?? null))
    .$if(to !== undefined, (query) => query.where('created_at', '<=', to ?? null))
    .orderBy('created_at', 'desc')
    .orderBy('transfer_id')
    .limit(limit)
    .execute()
  return rows.map(({ transfer_id: id }) => id)
}
