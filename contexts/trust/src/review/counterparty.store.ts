import { sql } from 'kysely'
import type { TrustTx } from '../tables.ts'

const sums = [
  sql<number>`sum(incoming)::int`.as('incoming'),
  sql<number>`sum(outgoing)::int`.as('outgoing'),
  sql<number>`sum(travel_rule_incoming)::int`.as('travel_rule_incoming'),
  sql<number>`sum(travel_rule_outgoing)::int`.as('travel_rule_outgoing'),
  sql<number>`sum(answered)::int`.as('answered'),
] as const

/** The companies that most transfers since a month were with, greatest first. */
export const findTopCounterparties = (tx: TrustTx, did: string, since: string, limit: number) =>
  tx
    .selectFrom('trust.counterparty_activity')
    .select([
      'counterparty_did',
      ...sums,
      sql<Date>`max(updated_at)`.as('updated_at'),
      sql<boolean>`bool_or(is_sample)`.as('is_sample'),
    ])
    .where('vasp_did', '=', did)
    .where('month', '>=', sql<Date>`${since}::date`)
    .groupBy('counterparty_did')
    .orderBy(sql`sum(incoming) + sum(outgoing)`, 'desc')
    .orderBy('counterparty_did')
    .limit(limit)
    .execute()

/** Transfers of each month since one, with these companies. */
export const findMonths = (
  tx: TrustTx,
  did: string,
  counterparties: readonly string[],
  since: string,
) =>
  tx
    .selectFrom('trust.counterparty_activity')
    .select([
      'counterparty_did',
      sql<string>`to_char(month, 'YYYY-MM-DD')`.as('month'),
      'incoming',
      'outgoing',
      'travel_rule_incoming',
      'travel_rule_outgoing',
      'answered',
      'updated_at',
      'is_sample',
    ])
    .where('vasp_did', '=', did)
    .where('counterparty_did', 'in', counterparties.length > 0 ? counterparties : [''])
    .where('month', '>=', sql<Date>`${since}::date`)
    .orderBy('trust.counterparty_activity.month', 'desc')
    .limit(500)
    .execute()

/** Counts of one month with one counterparty. */
export type ActivityCounts = {
  readonly incoming: number
  readonly outgoing: number
  readonly travelRuleIncoming: number
  readonly travelRuleOutgoing: number
  readonly answered: number
}

/** Adds a month that is not there yet, made up for the demo. */
export const addSampleActivity = (
  tx: TrustTx,
  did: string,
  counterparty: string,
  month: string,
  counts: ActivityCounts,
  at: Date,
) =>
  tx
    .insertInto('trust.counterparty_activity')
    .values({
      vasp_did: did,
      counterparty_did: counterparty,
      month: sql<Date>`${month}::date`,
      incoming: counts.incoming,
      outgoing: counts.outgoing,
      travel_rule_incoming: counts.travelRuleIncoming,
      travel_rule_outgoing: counts.travelRuleOutgoing,
      answered: counts.answered,
      updated_at: at,
      is_sample: true,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
