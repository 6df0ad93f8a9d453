import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'

/** Transfers created in a period that are in one state now. */
export type Volume = {
  /** As `2026-11-21`. */
  readonly period: string
  readonly direction: string
  readonly type: string
  readonly status: string
  readonly n: number
  /** A decimal in the company's currency. */
  readonly value: string
}

/**
 * A company's transfers by when they were created, from the day counters and what they have not counted yet. Both are
 * read by one statement, so that each transfer counts once.
 */
export async function sumVolumes(
  tx: TransactionsTx,
  company: string,
  { from, to, by, asset }: { from: string; to: string; by: string; asset?: string | undefined },
): Promise<readonly Volume[]> {
  const { rows } = await sql<Volume>`
    with counted as (
      select no, day, n, value from transactions.cell_day
        where vasp_did = ${company} and day between ${from}::date and ${to}::date
      union all select to_no, day, 1, coalesce(value, 0) from transactions.cell_delta
        where vasp_did = ${company} and to_no is not null and day between ${from}::date and ${to}::date
      union all select from_no, day, -1, -coalesce(value, 0) from transactions.cell_delta
        where vasp_did = ${company} and from_no is not null and day between ${from}::date and ${to}::date)
    select to_char(date_trunc(${by}, k.day::timestamp), 'YYYY-MM-DD') as period, c.direction, c.type, c.status,
      sum(k.n)::bigint as n, trim_scale(sum(k.value) / 10000)::text as value
    from counted k join transactions.cell c on c.vasp_did = ${company} and c.no = k.no
    where ${asset ?? null}::text is null or c.asset_id = ${asset ?? null}
    group by 1, 2, 3, 4 having sum(k.n) > 0 order by 1, 2, 3, 4`.execute(tx)
  return rows.map((row) => ({ ...row, n: Number(row.n) }))
}

/** The currency of the newest transfer that is priced. */
export async function findCurrency(tx: TransactionsTx, company: string): Promise<string | null> {
  const row = await tx
    .selectFrom('transactions.side')
    .select('currency')
    .where('vasp_did', '=', company)
    .where('value', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('transfer_id')
    .limit(1)
    .executeTakeFirst()
  return row?.currency ?? null
}
