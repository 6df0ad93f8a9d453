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
      delete from transactions.cell_delta where vasp_did = ${company} returning from_no, to_no, day, value),
    moves as (
      select to_no as no, day, 1 as n, value from taken
      union all select from_no, day, -1, -value from taken where from_no is not null),
    sums as (select no, sum(n) as n, coalesce(sum(value), 0) as value from moves group by no),
    counted as (
      insert into transactions.cell_count as c (vasp_did, no, n, value)
      select ${company}, no, n, value from sums order by no
      on conflict (vasp_did, no) do update set n = c.n + excluded.n, value = c.value + excluded.value),
    by_day as (
      insert into transactions.cell_day as c (vasp_did, no, day, n, value)
      select ${company}, no, day, sum(n), coalesce(sum(value), 0) from moves group by no, day order by no, day
      on conflict (vasp_did, no, day) do update set n = c.n + excluded.n, value = c.value + excluded.value)
    select count(*) as taken from taken`.execute(tx)
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
