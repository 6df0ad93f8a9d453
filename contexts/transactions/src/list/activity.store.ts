import type { Tx } from '@countersign/kit/db'
import { sql } from 'kysely'

/** How many transfers a company had with another. */
type ActivityCounts = {
  readonly counterparty: string
  readonly incoming: number
  readonly outgoing: number
  readonly travelRuleIncoming: number
  readonly travelRuleOutgoing: number
  /** Outgoing ones that the other company answered. */
  readonly answered: number
}

/** The companies that most transfers since a month were with, greatest first. */
const findTop = async <T>(
  tx: Tx<T>,
  company: string,
  since: string,
  limit: number,
): Promise<ActivityCounts[]> => {
  const { rows } = await sql<ActivityCounts>`
    select counterparty_did as counterparty, sum(incoming)::int as incoming, sum(outgoing)::int as outgoing,
      sum(travel_rule_incoming)::int as "travelRuleIncoming", sum(travel_rule_outgoing)::int as "travelRuleOutgoing",
      sum(answered)::int as answered
    from transactions.pair_month where vasp_did = ${company} and month >= ${since}::date
    group by counterparty_did having sum(incoming) + sum(outgoing) > 0
    order by sum(incoming) + sum(outgoing) desc, counterparty_did
    limit ${limit}`.execute(tx)
  return rows
}

/** The same of each month since one, with these companies, newest first. */
const findByMonth = async <T>(
  tx: Tx<T>,
  company: string,
  counterparties: readonly string[],
  since: string,
): Promise<(ActivityCounts & { readonly month: string })[]> => {
  const { rows } = await sql<ActivityCounts & { month: string }>`
    select counterparty_did as counterparty, to_char(month, 'YYYY-MM-DD') as month, incoming::int as incoming,
      outgoing::int as outgoing, travel_rule_incoming::int as "travelRuleIncoming",
      travel_rule_outgoing::int as "travelRuleOutgoing", answered::int as answered
    from transactions.pair_month
    where vasp_did = ${company} and counterparty_did = any(${[...counterparties]}::text[]) and month >= ${since}::date
      and incoming + outgoing + answered > 0
    order by month desc, counterparty_did limit 500`.execute(tx)
  return rows
}

/** How many transfers a company had with others, for whoever shows it. */
export const transferActivity = { top: findTop, byMonth: findByMonth }
