import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'

/** Buckets of a histogram; null where nothing is in any, as with most acts, which are no first answers. */
const times = sql`nullif(answer_times, ${sql.lit(`{${'0,'.repeat(39)}0}`)}::bigint[]) as times`
/** Histograms added up, bucket by bucket, by the server's own sums: an aggregate of ours takes several times as long. */
const summedTimes = sql<readonly string[]>`array[${sql.join(
  Array.from({ length: 40 }, (_, at) => sql`coalesce(sum(times[${sql.lit(at + 1)}]), 0)::bigint`),
)}]`

/** Acts of one kind in one period. */
export type OutcomeSum = {
  readonly period: string
  readonly direction: string
  readonly outcome: string
  readonly decidedBy: string
  readonly rule: string
  readonly n: number
  /** 40 buckets; those of first answers alone. */
  readonly times: readonly number[]
}

/** What a company's transfers came to in some days: what is counted, and what is noted but not counted yet. */
export async function sumOutcomes(
  tx: TransactionsTx,
  company: string,
  { from, to, by }: { from: string; to: string; by: string },
): Promise<OutcomeSum[]> {
  const { rows } = await sql<OutcomeSum & { times: readonly string[] }>`
    with counted as (
      select day, direction, outcome, decided_by, rule_id, n, ${times} from transactions.outcome_day
        where vasp_did = ${company} and day between ${from}::date and ${to}::date
      union all select day, facts ->> 'direction', facts ->> 'outcome', facts ->> 'by', facts ->> 'rule', 1,
          transactions.histogram(array_remove(array[(facts ->> 'bucket')::int], null))
        from transactions.cell_delta
        where vasp_did = ${company} and facts is not null and day between ${from}::date and ${to}::date)
    select to_char(date_trunc(${by}, day::timestamp), 'YYYY-MM-DD') as period, direction, outcome,
      decided_by as "decidedBy", rule_id as rule, sum(n)::bigint as n,
      ${summedTimes} as times
    from counted group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(tx)
  return rows.map((row) => ({ ...row, n: Number(row.n), times: row.times.map(Number) }))
}

/** What happened with one counterparty in some months. */
export type CounterpartySum = {
  readonly did: string
  readonly incoming: number
  readonly outgoing: number
  readonly answered: number
  readonly refused: number
  readonly times: readonly number[]
  /** There was nothing before these months. */
  readonly isNew: boolean
}

/** The counterparties of some months with the most transfers, the newest notes included. */
export async function sumCounterparties(
  tx: TransactionsTx,
  company: string,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<CounterpartySum[]> {
  const { rows } = await sql<CounterpartySum & { times: readonly string[] }>`
    with counted as (
      select counterparty_did, month, incoming, outgoing, answered, refused, ${times}
        from transactions.pair_month
        where vasp_did = ${company}
      union all select d.counterparty_did, date_trunc('month', d.day)::date,
          case c.direction when 'incoming' then m.n else 0 end, case c.direction when 'outgoing' then m.n else 0 end,
          0, 0, null::bigint[]
        from transactions.cell_delta d, lateral (values (d.to_no, 1), (d.from_no, -1)) m (no, n), transactions.cell c
        where d.vasp_did = ${company} and d.counterparty_did is not null and c.vasp_did = ${company} and c.no = m.no
      union all select counterparty_did, date_trunc('month', day)::date, 0, 0,
          (facts ->> 'bucket' is not null)::int, (facts ->> 'outcome' in ('DECLINED', 'REJECTED'))::int,
          transactions.histogram(array_remove(array[(facts ->> 'bucket')::int], null))
        from transactions.cell_delta
        where vasp_did = ${company} and facts is not null and counterparty_did is not null
          and facts ->> 'direction' = 'outgoing'),
    here as (
      select counterparty_did, sum(incoming)::bigint as incoming, sum(outgoing)::bigint as outgoing,
        sum(answered)::bigint as answered, sum(refused)::bigint as refused
      from counted where month between date_trunc('month', ${from}::date) and ${to}::date group by 1
      having sum(incoming) + sum(outgoing) > 0 order by sum(incoming) + sum(outgoing) desc, 1 limit ${limit})
    select here.counterparty_did as did, incoming, outgoing, answered, refused,
      (select ${summedTimes} from counted other where other.counterparty_did = here.counterparty_did
        and other.month between date_trunc('month', ${from}::date) and ${to}::date) as times,
      not exists (select from counted earlier where earlier.counterparty_did = here.counterparty_did
        and earlier.month < date_trunc('month', ${from}::date)
        group by earlier.month having sum(earlier.incoming + earlier.outgoing) > 0) as "isNew"
    from here order by incoming + outgoing desc, 1`.execute(tx)
  return rows.map((row) => ({
    ...row,
    incoming: Number(row.incoming),
    outgoing: Number(row.outgoing),
    answered: Number(row.answered),
    refused: Number(row.refused),
    times: row.times.map(Number),
  }))
}

/** What rules were called last, by ID. */
export async function findRuleNames(
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select distinct on (rule ->> 'id') rule ->> 'id' as id, rule ->> 'name' as name
    from transactions.rule_set s, jsonb_array_elements((s.body -> 'incoming') || (s.body -> 'outgoing')) rule
    where s.vasp_did = ${company} and rule ->> 'id' = any(${[...ids]}::text[])
    order by rule ->> 'id', s.version desc`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** How many transfers wait now because the plan’s limit is reached. */
export const countHeldByPlan = async (tx: TransactionsTx, company: string): Promise<number> => {
  const row = await tx
    .selectFrom('transactions.side')
    .select(({ fn }) => fn.countAll().as('n'))
    .where('vasp_did', '=', company)
    .where('waits_for', '=', 'us')
    .where('held_by', '=', 'PLAN')
    .executeTakeFirstOrThrow()
  return Number(row.n)
}
