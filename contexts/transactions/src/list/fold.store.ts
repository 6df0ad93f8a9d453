import { failpoint } from '@countersign/kit/failpoint'
import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'

/**
 * Takes what happened since the last time into a company's counters, in the company's transaction. Each note is
 * taken by one fold alone, so that it counts once.
 * @returns how many notes were taken
 */
export async function foldCounters(tx: TransactionsTx, company: string): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from transactions.cell_delta where vasp_did = ${company}
        returning from_no, to_no, day, value, counterparty_did, facts),
    moves as (
      select to_no as no, day, 1 as n, value from taken where to_no is not null
      union all select from_no, day, -1, -value from taken where from_no is not null),
    sums as (select no, sum(n) as n, coalesce(sum(value), 0) as value from moves group by no),
    counted as (
      insert into transactions.cell_count as c (vasp_did, no, n, value)
      select ${company}, no, n, value from sums order by no
      on conflict (vasp_did, no) do update set n = c.n + excluded.n, value = c.value + excluded.value),
    by_day as (
      insert into transactions.cell_day as c (vasp_did, no, day, n, value)
      select ${company}, no, day, sum(n), coalesce(sum(value), 0) from moves group by no, day order by no, day
      on conflict (vasp_did, no, day) do update set n = c.n + excluded.n, value = c.value + excluded.value),
    came as (
      select day, counterparty_did, facts ->> 'direction' as direction, facts ->> 'outcome' as outcome,
        facts ->> 'by' as decided_by, facts ->> 'rule' as rule_id, (facts ->> 'bucket')::int as bucket
      from taken where facts is not null),
    by_outcome as (
      insert into transactions.outcome_day as o
        (vasp_did, day, direction, outcome, decided_by, rule_id, n, answer_times)
      select ${company}, day, direction, outcome, decided_by, rule_id, count(*),
        transactions.histogram(array_remove(array_agg(bucket), null))
      from came group by 2, 3, 4, 5, 6 order by 2, 3, 4, 5, 6
      on conflict (vasp_did, day, direction, outcome, decided_by, rule_id) do update
        set n = o.n + excluded.n, answer_times = transactions.add_histograms(o.answer_times, excluded.answer_times)),
    pairs as (
      select t.counterparty_did, t.day, c.direction, c.type, m.n, 0 as answered, 0 as refused, null::int as bucket
        from taken t, lateral (values (t.to_no, 1), (t.from_no, -1)) m (no, n), transactions.cell c
        where t.counterparty_did is not null and c.vasp_did = ${company} and c.no = m.no
      union all select counterparty_did, day, '', '', 0, (bucket is not null)::int,
          (outcome in ('DECLINED', 'REJECTED'))::int, bucket
        from came where counterparty_did is not null and direction = 'outgoing'),
    by_pair as (
      insert into transactions.pair_month as p (vasp_did, counterparty_did, month, incoming, outgoing,
        travel_rule_incoming, travel_rule_outgoing, answered, refused, answer_times)
      select ${company}, counterparty_did, date_trunc('month', day)::date,
        coalesce(sum(n) filter (where direction = 'incoming'), 0),
        coalesce(sum(n) filter (where direction = 'outgoing'), 0),
        coalesce(sum(n) filter (where direction = 'incoming' and type = 'TRAVELRULE'), 0),
        coalesce(sum(n) filter (where direction = 'outgoing' and type = 'TRAVELRULE'), 0),
        sum(answered), sum(refused), transactions.histogram(array_remove(array_agg(bucket), null))
      from pairs group by 2, 3 order by 2, 3
      on conflict (vasp_did, counterparty_did, month) do update set incoming = p.incoming + excluded.incoming,
        outgoing = p.outgoing + excluded.outgoing,
        travel_rule_incoming = p.travel_rule_incoming + excluded.travel_rule_incoming,
        travel_rule_outgoing = p.travel_rule_outgoing + excluded.travel_rule_outgoing,
        answered = p.answered + excluded.answered, refused = p.refused + excluded.refused,
        answer_times = transactions.add_histograms(p.answer_times, excluded.answer_times))
    select count(*) as taken from taken`.execute(tx)
  failpoint('before-fold-commit')
  return rows[0]?.taken ?? 0
}

/** Companies whose counters have something to take in. For the relay, which sees no more of it. */
export const findUncounted = async (tx: TransactionsTx, limit: number): Promise<string[]> => {
  const rows = await tx
    .selectFrom('transactions.cell_delta')
    .select('vasp_did')
    .distinct()
    .orderBy('vasp_did')
    .limit(limit)
    .execute()
  return rows.map(({ vasp_did }) => vasp_did)
}
