import type { TransferListQuery } from '@countersign/contracts/transactions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'

/** What of a list's filters is answered by numbers that stand in its indexes; null: not filtered by it. */
export type Scope = {
  readonly cells: readonly number[] | null
  readonly counterparties: readonly number[] | null
}

type Filters = Pick<
  TransferListQuery,
  'txDirection' | 'status' | 'transactionType' | 'transactionAsset' | 'vasps' | 'jurisdictions'
>

/** The cells and counterparties of a company that its filters leave. */
export async function scopeOf(
  tx: TransactionsTx,
  company: string,
  { txDirection, status, transactionType, transactionAsset, vasps, jurisdictions }: Filters,
): Promise<Scope> {
  const lists = [txDirection, status, transactionType, transactionAsset]
  const hasCells = lists.some((list) => list?.length)
  const counterparties =
    vasps?.length || jurisdictions?.length
      ? await counterpartiesOf(tx, company, vasps ?? [], jurisdictions ?? [])
      : null
  if (!hasCells) return { cells: null, counterparties }
  const rows = await tx
    .selectFrom('transactions.cell')
    .select('no')
    .where('vasp_did', '=', company)
    .$if(Boolean(txDirection?.length), (cells) => cells.where('direction', 'in', txDirection ?? []))
    .$if(Boolean(status?.length), (cells) => cells.where('status', 'in', status ?? []))
    .$if(Boolean(transactionType?.length), (cells) =>
      cells.where('type', 'in', transactionType ?? []),
    )
    .$if(Boolean(transactionAsset?.length), (cells) =>
      // Assets that no list of ours names have their symbol on the transfer alone.
      cells.where(
        sql<boolean>`(asset_id = any(${transactionAsset}::text[]) or asset_id in (
          select a.caip19 from transactions.asset a where a.symbol = any(${transactionAsset}::text[]))
          or exists (select from transactions.side s join transactions.transfer t on t.id = s.transfer_id
            where s.vasp_did = cell.vasp_did and s.cell = cell.no and t.asset_symbol = any(${transactionAsset}::text[])
            and s.transfer_id = (select one.transfer_id from transactions.side one
              where one.vasp_did = cell.vasp_did and one.cell = cell.no order by one.created_at desc limit 1)))`,
      ),
    )
    .orderBy('no')
    .execute()
  return { cells: rows.map(({ no }) => no), counterparties }
}

/** A company's counterparties that are these, and of these countries. */
async function counterpartiesOf(
  tx: TransactionsTx,
  company: string,
  dids: readonly string[],
  countries: readonly string[],
): Promise<number[]> {
  const rows = await tx
    .selectFrom('transactions.counterparty')
    .select('no')
    .where('vasp_did', '=', company)
    .$if(dids.length > 0, (some) => some.where('counterparty_did', 'in', [...dids]))
    .$if(countries.length > 0, (some) =>
      some.where(sql<boolean>`counterparty_did in (select v.vasp_did from trust.vasp v
        where jsonb_exists_any(v.profile -> 'jurisdictions', ${[...countries]}::text[]))`),
    )
    .orderBy('no')
    .execute()
  return rows.map(({ no }) => no)
}

/** So many ranges of an index are merged. */
const maxRanges = 2_000

/** Whether a page is the merge of the beginnings of ranges: each a cell, a counterparty, or a cell of a counterparty. */
export const isMerge = ({ cells, counterparties }: Scope): boolean =>
  (cells?.length ?? 1) * (counterparties?.length ?? 1) <= maxRanges

/** The condition that a side `s` is within a scope. */
export function inScope({ cells, counterparties }: Scope): RawBuilder<SqlBool> {
  const isCell = cells && isOneOf(sql`s.cell`, cells)
  const isWith = counterparties && isOneOf(sql`s.counterparty_no`, counterparties)
  const both = [isCell, isWith].filter((one) => one !== null)
  return sql<SqlBool>`${sql.join([...both, sql`true`], sql` and `)}`
}

/** An index has the rows of one number in its order, but not those of a list of one. */
const isOneOf = (column: RawBuilder<unknown>, numbers: readonly number[]): RawBuilder<SqlBool> =>
  numbers.length === 1
    ? sql`${column} = ${numbers[0]}`
    : sql`${column} = any(${[...numbers]}::int[])`

/** The beginnings of all ranges of a scope: an index has each in the order of the page. */
export function merged(
  { cells, counterparties }: Scope,
  page: (within: RawBuilder<SqlBool>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const of = (numbers: readonly number[]) => sql`unnest(${[...numbers]}::int[])`
  const inCell = cells && sql`${of(cells)} in_cell (no)`
  const ofCompany = counterparties && sql`${of(counterparties)} of_company (no)`
  const ranges = [inCell, ofCompany].filter((one) => one !== null)
  if (ranges.length === 0) return page(sql`true`)
  const within = [
    ...(inCell ? [sql`s.cell = in_cell.no`] : []),
    ...(ofCompany ? [sql`s.counterparty_no = of_company.no`] : []),
  ]
  return sql`select b.* from ${sql.join(ranges, sql` cross join `)}
    cross join lateral (${page(sql<SqlBool>`${sql.join(within, sql` and `)}`)}) b`
}

/** How many transfers stand in cells, or in all; by the counters and what they have not taken in yet. */
export async function countCells(
  tx: TransactionsTx,
  company: string,
  cells: readonly number[] | null,
  days: { readonly start: string | undefined; readonly end: string | undefined },
): Promise<number> {
  const { start = '-infinity', end = 'infinity' } = days
  const isAllDays = days.start === undefined && days.end === undefined
  const counted = isAllDays
    ? sql`select no, n from transactions.cell_count where vasp_did = ${company}`
    : sql`select no, n from transactions.cell_day
        where vasp_did = ${company} and day between ${start}::date and ${end}::date`
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(k.n), 0)::bigint as n from (${counted}
      union all select to_no, 1 from transactions.cell_delta where vasp_did = ${company} and to_no is not null
        and day between ${start}::date and ${end}::date
      union all select from_no, -1 from transactions.cell_delta where vasp_did = ${company} and from_no is not null
        and day between ${start}::date and ${end}::date) k (no, n)
    where ${cells === null ? sql`true` : sql`k.no = any(${[...cells]}::int[])`}`.execute(tx)
  return rows[0]?.n ?? 0
}
