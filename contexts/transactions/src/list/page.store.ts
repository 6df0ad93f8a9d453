import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'
import { readSide, type SideRow } from '../transfer/index.ts'
import { countCells, inScope, merged } from './cells.store.ts'
import { daysOf, narrowed } from './narrowing.store.ts'
import { isCounted, orderOf, type Sorted, type Source } from './source.store.ts'

/** Where a page ends: what the list is ordered by, and the transfer there. */
export type Place = { readonly value: string; readonly id: string }

/** Where a page begins: after a row, so many rows from the beginning, or at an instant. */
export type Begin = {
  readonly after?: Place | undefined
  readonly offset?: number
  readonly at?: Date | undefined
}

export type Page = {
  readonly sides: SideRow[]
  /** Where the next page begins; undefined: there is none. */
  readonly end: Place | undefined
  /** The walk stopped at `end` before the page was full. */
  readonly isPartial: boolean
}

/** So many rows are walked for a page, and for a total. */
const budget = { page: 20_000, total: 10_000 }

/** The most rows that a total counts. */
const countLimit = 10_000

/** The conditions of a list on `s` that its source leaves open. */
const conditionsOf = (company: string, filters: Sorted, { kind, scope }: Source) =>
  all([
    ...narrowed(company, filters),
    ...(kind === 'MERGE' ? [] : [inScope(scope), ...daysOf(filters)]),
  ])

const all = (conditions: readonly RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`(${sql.join([...conditions, sql`true`], sql` and `)})`

/** What a list is ordered by. Values that nobody knows come last, by whatever order. */
function keyOf(filters: Sorted): { key: RawBuilder<unknown>; order: RawBuilder<unknown> } {
  const [column, direction] = orderOf(filters)
  const unknown = direction === 'desc' ? sql`-1` : sql`9223372036854775807`
  return {
    key: column === 'value' ? sql`coalesce(s.value, ${unknown})` : sql`${sql.ref(`s.${column}`)}`,
    order: direction === 'desc' ? sql`desc` : sql`asc`,
  }
}

/** A page of a company's list, of what its source has and the filters leave. */
export async function findPage(
  tx: TransactionsTx,
  company: string,
  filters: Sorted,
  source: Source,
  limit: number,
  { after, offset = 0, at }: Begin,
): Promise<Page> {
  const [column, direction] = orderOf(filters)
  const { key, order } = keyOf(filters)
  const type = column === 'value' ? sql`bigint` : sql`timestamptz`
  const [beyond, from] = direction === 'desc' ? [sql`<`, sql`<=`] : [sql`>`, sql`>=`]
  const begun = all([
    sql`s.vasp_did = ${company}`,
    source.within,
    ...(after
      ? [
          sql<SqlBool>`(${key}, s.transfer_id) ${beyond} (${after.value}::${type}, ${after.id}::uuid)`,
        ]
      : []),
    ...(at !== undefined && column !== 'value'
      ? [sql<SqlBool>`${key} ${from} ${at}::timestamptz`]
      : []),
  ])
  const conditions = conditionsOf(company, filters, source)
  const wanted = offset + limit + 1
  const sorted = sql`order by ${key} ${order}, s.transfer_id ${order}`
  const read = (range: RawBuilder<SqlBool>) =>
    sql`select s.transfer_id, ${key} as key, true as hit, false as last from transactions.side s
      where ${begun} and ${range} and ${conditions} ${sorted} limit ${wanted}`
  // The last row of a walk is there whether it is wanted or not: the next page begins after it.
  const walked = sql`select s.transfer_id, s.key, ${conditions} is true as hit, s.n = ${budget.page} as last from (
      select s.*, ${key} as key, row_number() over (${sorted}) as n from transactions.side s
      where ${begun} ${sorted} limit ${budget.page}) s
    where ${conditions} or s.n = ${budget.page}
    order by s.key ${order}, s.transfer_id ${order} limit ${wanted}`
  const found = {
    MERGE: () => merged(source.scope, read),
    WHOLE: () => read(sql`true`),
    WALK: () => walked,
  }[source.kind]()
  const { rows } = await sql<{ transfer_id: string; key: string; hit: boolean; last: boolean }>`
    select transfer_id, key::text as key, hit, last from (${found}) found
    order by found.key ${order}, transfer_id ${order} limit ${wanted}`.execute(tx)
  const hits = rows.filter(({ hit }) => hit)
  const isFull = hits.length === wanted
  const stop = isFull ? hits.at(-2) : rows.at(-1)?.last ? rows.at(-1) : undefined
  return {
    sides: await findSides(
      tx,
      company,
      hits.slice(offset, offset + limit).map((hit) => hit.transfer_id),
    ),
    end: stop && { value: stop.key, id: stop.transfer_id },
    isPartial: stop !== undefined && hits.length < wanted - 1,
  }
}

/** Transfers as the company’s side sees them, in the order of these ids. */
export async function findSides(
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
): Promise<SideRow[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('transactions.side')
    .selectAll()
    .where('vasp_did', '=', company)
    .where('transfer_id', 'in', [...ids])
    .execute()
  const byId = new Map(rows.map((row) => [row.transfer_id, readSide(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** How many transfers the filters leave: by the counters where they are of cells and days alone, else up to a bound. */
export async function countAll(
  tx: TransactionsTx,
  company: string,
  filters: Sorted,
  source: Source,
): Promise<{ total: number; isLowerBound: boolean }> {
  const { start, end } = filters
  if (isCounted(filters))
    return {
      total: await countCells(tx, company, source.scope.cells, { start, end }),
      isLowerBound: false,
    }
  const { key, order } = keyOf(filters)
  const conditions = conditionsOf(company, filters, source)
  const from = sql`from transactions.side s`
  const where = sql`where s.vasp_did = ${company} and ${source.within}`
  const { rows } =
    source.kind === 'WALK'
      ? await sql<{ n: number; read: number }>`
          select count(*) filter (where ${conditions}) as n, count(*) as read from (
            select s.* ${from} ${where} order by ${key} ${order}, s.transfer_id ${order} limit ${budget.total + 1}) s
         `.execute(tx)
      : await sql<{ n: number; read: number }>`
          select count(*) as n, 0 as read from (
            select ${from} ${where} and ${inScope(source.scope)} and ${conditions}
            limit ${countLimit + 1}) r`.execute(tx)
  const { n = 0, read = 0 } = rows[0] ?? {}
  return {
    total: Math.min(Number(n), countLimit),
    isLowerBound: Number(n) > countLimit || Number(read) > budget.total,
  }
}
