import type { TransferListQuery } from '@countersign/contracts/transactions'
import {
  type Expression,
  type ExpressionBuilder,
  type Nullable,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely'
import type { DB, TransactionsSide } from '../tables.gen.ts'
import type { TransactionsTx } from '../tables.ts'
import { readSide, type SideRow } from '../transfer/index.ts'
import { countCells, inScope, isMerge, merged, scopeOf } from './cells.store.ts'
import { narrowed } from './narrowing.store.ts'

/** Where a page ends: what the list is ordered by, and the transfer there. */
export type Place = { readonly value: string; readonly id: string }

/** The most rows that a total counts. */
const countLimit = 10_000

const orders = {
  'createdAt:DESC': ['created_at', 'desc'],
  'createdAt:ASC': ['created_at', 'asc'],
  'updatedAt:DESC': ['updated_at', 'desc'],
  'updatedAt:ASC': ['updated_at', 'asc'],
  'dueAt:ASC': ['due_at', 'asc'],
  'transactionAmount:DESC': ['value', 'desc'],
  'transactionAmount:ASC': ['value', 'asc'],
} as const

type Filters = Omit<
  TransferListQuery,
  'sort' | 'resultsPerPage' | 'cursor' | 'vaspDID' | 'page' | 'at' | 'zone' | 'dateField'
> & {
  readonly zone?: string
  readonly dateField?: TransferListQuery['dateField']
  readonly ids?: readonly string[]
  readonly me: string
  readonly now: Date
}

/** A company's transfers that the filters leave. The transfers themselves are read only where a filter asks for them. */
function filtered(
  tx: TransactionsTx,
  company: string,
  filters: Filters,
  within: Expression<SqlBool>,
) {
  const { q } = filters
  return tx
    .selectFrom('transactions.side as s')
    .leftJoin('transactions.transfer as t', 't.id', 's.transfer_id')
    .where('s.vasp_did', '=', company)
    .where(within)
    .where((where) => where.and([...conditions(where, filters), ...narrowed(company, filters)]))
    .$if(q !== undefined, (rows) => rows.where(found(company, q ?? '')))
}

type Where = ExpressionBuilder<
  DB & { s: DB['transactions.side']; t: Nullable<DB['transactions.transfer']> },
  's' | 't'
>

/** A list without entries filters nothing, as with `?vasps=`. */
function* conditions(where: Where, filters: Filters) {
  if (filters.txGroup === 'INBOX') {
    yield where('s.waits_for', '=', 'us')
    yield where.or([
      where('s.snoozed_until', 'is', null),
      where('s.snoozed_until', '<=', filters.now),
    ])
  }
  if (filters.section?.length) yield where('s.section', 'in', filters.section)
  if (filters.assignee === 'none') yield where('s.assignee', 'is', null)
  else if (filters.assignee !== undefined)
    yield where('s.assignee', '=', filters.assignee === 'me' ? filters.me : filters.assignee)
  if (filters.overdue === true) yield where('s.due_at', '<', filters.now)
}

/** An id, a hash, an own reference, an address, or how a counterparty's name begins. */
const found = (company: string, q: string) => sql<boolean>`(s.transfer_id::text = lower(${q})
  or s.transaction_ref = ${q}
  or (s.erased_at is null
    and lower(${q}) in (lower(t.origin_tx_hash), lower(s.tx_hash), lower(t.destination)))
  or s.counterparty_did in (select v.vasp_did from trust.vasp v join transactions.counterparty c
    on c.vasp_did = ${company} and c.counterparty_did = v.vasp_did
    where starts_with(lower(v.profile ->> 'name'), lower(${q}))))`

/** Where a page begins: after a row, so many rows from the beginning, or at an instant. */
export type Begin = {
  readonly after?: Place | undefined
  readonly offset?: number
  readonly at?: Date | undefined
}

/** Which column the filters' list is ordered by, and how. */
const orderOf = ({ sort, dateField }: Filters & Pick<TransferListQuery, 'sort'>) => {
  const [column, direction] = orders[sort]
  return [
    column === 'created_at' && dateField === 'updatedAt' ? 'updated_at' : column,
    direction,
  ] as const
}

/** A page of a company's list: one row more than asked for where there are more. */
export async function findPage(
  tx: TransactionsTx,
  company: string,
  filters: Filters & Pick<TransferListQuery, 'sort'>,
  limit: number,
  { after, offset = 0, at }: Begin,
): Promise<{ sides: SideRow[]; end: Place | undefined }> {
  const [column, direction] = orderOf(filters)
  // Values that nobody knows come last, by whatever order.
  const unknown = direction === 'desc' ? sql`-1` : sql`9223372036854775807`
  const key: RawBuilder<unknown> =
    column === 'value' ? sql`coalesce(s.value, ${unknown})` : sql`${sql.ref(`s.${column}`)}`
  const type = column === 'value' ? sql`bigint` : sql`timestamptz`
  const [beyond, from] = direction === 'desc' ? [sql`<`, sql`<=`] : [sql`>`, sql`>=`]
  const order = direction === 'desc' ? sql`desc` : sql`asc`
  const scope = await scopeOf(tx, company, filters)
  const page = (within: Expression<SqlBool>) =>
    filtered(tx, company, filters, within)
      .select(['s.transfer_id', key.as('key')])
      .$if(column === 'due_at', (some) => some.where('s.due_at', 'is not', null))
      .$if(after !== undefined, (some) =>
        some.where(
          sql<boolean>`(${key}, s.transfer_id) ${beyond} (${after?.value}::${type}, ${after?.id}::uuid)`,
        ),
      )
      .$if(at !== undefined && column !== 'value', (some) =>
        some.where(sql<boolean>`${key} ${from} ${at ?? null}::timestamptz`),
      )
      .orderBy(sql`${key} ${order}`)
      .orderBy('s.transfer_id', direction)
      .limit(offset + limit + 1)
  // An index has each cell in this order, but for the smallest values first and for deadlines.
  const isOrdered = column !== 'due_at' && !(column === 'value' && direction === 'asc')
  const ids = isOrdered && isMerge(scope) ? merged(scope, page) : page(inScope(scope))
  const { rows } = await sql<Selectable<TransactionsSide> & { place: string }>`
    select s.*, p.key::text as place from (select * from (${ids}) found order by key ${order}, transfer_id ${order}
      offset ${offset} limit ${limit + 1}) p
    join transactions.side s on s.vasp_did = ${company} and s.transfer_id = p.transfer_id
    order by p.key ${order}, p.transfer_id ${order}`.execute(tx)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    sides: rows.slice(0, limit).map(readSide),
    end: last && { value: last.place, id: last.transfer_id },
  }
}

/** The transfers that the filters leave, the oldest first: at most `limit`. */
export async function findIds(
  tx: TransactionsTx,
  company: string,
  filters: Filters,
  limit: number,
): Promise<string[]> {
  const rows = await filtered(tx, company, filters, inScope(await scopeOf(tx, company, filters)))
    .select('s.transfer_id')
    .orderBy('s.created_at')
    .orderBy('s.transfer_id')
    .limit(limit)
    .execute()
  return rows.map(({ transfer_id }) => transfer_id)
}

/** Where a page of an export ends. */
export type ExportPlace = { readonly at: string; readonly id: string }

/** A page of the transfers that the filters leave, the oldest first, created until `asOf`. */
export async function findOldest(
  tx: TransactionsTx,
  company: string,
  filters: Filters,
  asOf: Date,
  after: ExportPlace | undefined,
  limit: number,
): Promise<{ sides: SideRow[]; last: ExportPlace | undefined }> {
  const rows = await filtered(tx, company, filters, inScope(await scopeOf(tx, company, filters)))
    .selectAll('s')
    .select(sql<string>`s.created_at::text`.as('place'))
    .where('s.created_at', '<=', asOf)
    .$if(after !== undefined, (page) =>
      page.where(
        sql<boolean>`(s.created_at, s.transfer_id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('s.created_at')
    .orderBy('s.transfer_id')
    .limit(limit)
    .execute()
  const end = rows.at(-1)
  return { sides: rows.map(readSide), last: end && { at: end.place, id: end.transfer_id } }
}

/** How many transfers the filters leave that were created until `asOf`. */
export async function countUntil(
  tx: TransactionsTx,
  company: string,
  filters: Filters,
  asOf: Date,
): Promise<number> {
  const { n } = await filtered(tx, company, filters, inScope(await scopeOf(tx, company, filters)))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('s.created_at', '<=', asOf)
    .executeTakeFirstOrThrow()
  return n
}

/** How many transfers the filters leave: by the counters where they are of cells and days alone, else up to a bound. */
export async function countAll(
  tx: TransactionsTx,
  company: string,
  filters: Filters,
): Promise<{ total: number; isLowerBound: boolean }> {
  const scope = await scopeOf(tx, company, filters)
  const { start, end } = filters
  if (isCounted(filters))
    return {
      total: await countCells(tx, company, scope.cells, { start, end }),
      isLowerBound: false,
    }
  const some = filtered(tx, company, filters, inScope(scope))
    .select('s.transfer_id')
    .limit(countLimit + 1)
  const { n } = await tx
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return { total: Math.min(n, countLimit), isLowerBound: n > countLimit }
}

/** What counters know of: cells, and days of creation in UTC. They leave out what was only tried, as the list does. */
const counters = new Set(['txDirection', 'status', 'transactionType', 'transactionAsset'])
const isCounted = (filters: Filters): boolean =>
  (filters.zone ?? 'UTC') === 'UTC' &&
  (filters.dateField ?? 'createdAt') === 'createdAt' &&
  Object.entries(filters).every(
    ([name, value]) =>
      value === undefined ||
      counters.has(name) ||
      beside.has(name) ||
      (Array.isArray(value) && value.length === 0),
  )
/** What says where a page begins, who asks, or in which zone days are. */
const beside = new Set([
  ...['me', 'now', 'zone', 'dateField', 'start', 'end'],
  ...['sort', 'resultsPerPage', 'cursor', 'page', 'at', 'vaspDID'],
])

/** What waits for a company, by section. */
export const countSections = (tx: TransactionsTx, company: string, now: Date) =>
  tx
    .selectFrom('transactions.side')
    .select(['section'])
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .select(sql<number>`count(*) filter (where due_at < ${now})`.as('overdue'))
    .select(sql<number>`count(*) filter (where assignee is null)`.as('unassigned'))
    .where('vasp_did', '=', company)
    .where('waits_for', '=', 'us')
    .where((where) =>
      where.or([where('snoozed_until', 'is', null), where('snoozed_until', '<=', now)]),
    )
    .groupBy('section')
    .orderBy('section')
    .execute()

/** A company's transfers by direction and status, from the counters and what they have not counted yet. */
export const countStatuses = async (tx: TransactionsTx, company: string) => {
  const { rows } = await sql<{ direction: string; status: string; n: number }>`
    select c.direction, c.status, sum(k.n)::bigint as n from transactions.cell c
    join (select no, n from transactions.cell_count where vasp_did = ${company}
      union all select to_no, 1 from transactions.cell_delta
        where vasp_did = ${company} and to_no is not null
      union all select from_no, -1 from transactions.cell_delta
        where vasp_did = ${company} and from_no is not null) k on k.no = c.no
    where c.vasp_did = ${company} group by c.direction, c.status having sum(k.n) > 0
    order by c.direction, c.status`.execute(tx)
  return rows
}
