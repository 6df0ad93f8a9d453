import type { TransferListQuery } from '@countersign/contracts/transactions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'
import { inScope, isMerge, type Scope, scopeOf } from './cells.store.ts'
import { isFound, lookedUp } from './look-up.store.ts'
import { assigneeOf, daysOf, type Filters } from './narrowing.store.ts'

const orders = {
  'createdAt:DESC': ['created_at', 'desc'],
  'createdAt:ASC': ['created_at', 'asc'],
  'updatedAt:DESC': ['updated_at', 'desc'],
  'updatedAt:ASC': ['updated_at', 'asc'],
  'dueAt:ASC': ['due_at', 'asc'],
  'transactionAmount:DESC': ['value', 'desc'],
  'transactionAmount:ASC': ['value', 'asc'],
} as const

/** Filters with the order of the list. */
export type Sorted = Filters & Pick<TransferListQuery, 'sort'>

/** Which column a list is ordered by, and how. */
export const orderOf = ({ sort, dateField }: Sorted) => {
  const [column, direction] = orders[sort]
  return [
    column === 'created_at' && dateField === 'updatedAt' ? 'updated_at' : column,
    direction,
  ] as const
}

/**
 * Where the rows of a list come from. MERGE: from the beginnings of ranges that an index has in the list's order, with
 * no filter besides. WHOLE: from all of a few. WALK: along an index in the list's order, filtered on the way, so that it
 * stops after a budget.
 */
export type Source = {
  readonly kind: 'MERGE' | 'WHOLE' | 'WALK'
  readonly scope: Scope
  /** What of a company's sides `s` is read. */
  readonly within: RawBuilder<SqlBool>
}

/** What an index has together. */
type Range = {
  readonly where: RawBuilder<SqlBool>
  /** Whether the index has it in the order of creation. */
  readonly isOrdered: boolean
}

/** So many rows are read and sorted where no index has their order. */
const few = 5_000

/** Where a list's rows come from. */
export async function sourceOf(
  tx: TransactionsTx,
  company: string,
  filters: Sorted,
): Promise<Source> {
  const scope = await scopeOf(tx, company, filters)
  const [column] = orderOf(filters)
  const areDaysOrdered = column === timeOf(filters)
  // Days stand in the index by time; in one by value they are a filter like others.
  const days = [...(areDaysOrdered ? daysOf(filters) : [])]
  const within = (...where: RawBuilder<SqlBool>[]) =>
    sql<SqlBool>`${sql.join([...where, ...days, sql`true`], sql` and `)}`
  const isPlain = isScopeAlone(filters) && (areDaysOrdered || !hasDays(filters))
  if (isPlain && isMerge(scope) && hasOrder(filters, scope))
    return { kind: 'MERGE', scope, within: within() }
  if (column === 'due_at')
    return { kind: 'WALK', scope, within: within(sql`s.waits_for = 'us' and s.due_at is not null`) }
  const ranges = [...rangesOf(company, filters, scope)]
  const isOrdered = column === 'created_at'
  const [first, ...more] = ranges
  if (isOrdered && first?.isOrdered && more.length === 0)
    return { kind: 'WALK', scope, within: within(first.where) }
  for (const { where } of ranges)
    if (await isFew(tx, company, within(where)))
      return { kind: 'WHOLE', scope, within: within(where) }
  const along = isOrdered ? ranges.find((range) => range.isOrdered) : undefined
  return { kind: 'WALK', scope, within: along ? within(along.where) : within() }
}

const timeOf = ({ dateField }: Filters) => (dateField === 'updatedAt' ? 'updated_at' : 'created_at')
const hasDays = ({ start, end }: Filters) => start !== undefined || end !== undefined

/** Whether an index has each range of a scope in the order of the list. */
function hasOrder(filters: Sorted, { counterparties }: Scope): boolean {
  const [column, direction] = orderOf(filters)
  if (counterparties !== null) return column === 'created_at'
  return column !== 'due_at' && !(column === 'value' && direction === 'asc' && isInCells(filters))
}

/** What cells and counterparties answer. */
const cellFilters = ['txDirection', 'status', 'transactionType', 'transactionAsset'] as const
/** What says where a page begins, who asks, or which days are meant. */
const beside = new Set([
  ...['me', 'now', 'zone', 'dateField', 'start', 'end'],
  ...['sort', 'resultsPerPage', 'cursor', 'page', 'at', 'vaspDID'],
])

const isInCells = (filters: Filters) => cellFilters.some((name) => filters[name]?.length)

const areAll = (filters: Filters, names: ReadonlySet<string>): boolean =>
  Object.entries(filters).every(
    ([name, value]) =>
      value === undefined ||
      names.has(name) ||
      beside.has(name) ||
      // An empty list is no filter, but for named transfers: of none, none is left.
      (name !== 'ids' && Array.isArray(value) && value.length === 0),
  )

const scopeFilters = new Set([...cellFilters, 'vasps', 'jurisdictions'])
const isScopeAlone = (filters: Filters): boolean => areAll(filters, scopeFilters)

/** Whether the counters know how many there are: of cells, and of days of creation in UTC. */
export const isCounted = (filters: Filters): boolean =>
  (filters.zone ?? 'UTC') === 'UTC' &&
  (filters.dateField ?? 'createdAt') === 'createdAt' &&
  areAll(filters, new Set(cellFilters))

/** What of the filters an index has together, the fewest first by experience. */
function* rangesOf(company: string, filters: Filters, scope: Scope): Generator<Range> {
  const { ids, wallet, transactionRef, customerRef, waitsFor, rule, reason } = filters
  const assignee = assigneeOf(filters)
  if (ids) yield { where: sql`s.transfer_id = any(${[...ids]}::uuid[])`, isOrdered: false }
  if (wallet !== undefined)
    yield { where: lookedUp(company, ['ADDRESS'], wallet), isOrdered: false }
  if (filters.found) yield { where: isFound(filters.found), isOrdered: false }
  if (transactionRef !== undefined)
    yield { where: sql`s.transaction_ref = ${transactionRef}`, isOrdered: false }
  if (customerRef !== undefined)
    yield {
      where: sql`s.customer_key = (select c.customer_key from transactions.customer c
        where c.vasp_did = ${company} and c.ref = ${customerRef})`,
      isOrdered: true,
    }
  if (assignee !== undefined) yield { where: sql`s.assignee = ${assignee}`, isOrdered: true }
  if (filters.held === true) yield { where: sql`s.held_by is not null`, isOrdered: true }
  const turn = filters.txGroup === 'INBOX' || filters.section?.length ? 'us' : waitsFor
  if (turn !== undefined) yield { where: sql`s.waits_for = ${turn}`, isOrdered: true }
  if (rule !== undefined) yield { where: sql`s.rule_id = ${rule}`, isOrdered: true }
  if (reason?.length)
    yield {
      where:
        reason.length === 1
          ? sql`s.reason_code = ${reason[0]}`
          : sql`s.reason_code = any(${[...reason]}::text[])`,
      isOrdered: reason.length === 1,
    }
  const { cells, counterparties } = scope
  if (counterparties !== null)
    yield {
      where: inScope({ cells: null, counterparties }),
      isOrdered: counterparties.length === 1,
    }
  if (cells !== null)
    yield { where: inScope({ cells, counterparties: null }), isOrdered: cells.length === 1 }
  if (filters.hasHash === false) yield { where: sql`not s.has_hash`, isOrdered: true }
  if (hasDays(filters))
    yield {
      where: sql`${sql.join([...daysOf(filters)], sql` and `)}`,
      isOrdered: timeOf(filters) === 'created_at',
    }
}

async function isFew(
  tx: TransactionsTx,
  company: string,
  within: RawBuilder<SqlBool>,
): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (
    select from transactions.side s where s.vasp_did = ${company} and ${within} limit ${few + 1}) r`.execute(
    tx,
  )
  return Number(rows[0]?.n ?? 0) <= few
}
