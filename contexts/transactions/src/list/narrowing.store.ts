import { finalStatuses, type TransferListQuery } from '@countersign/contracts/transactions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Found, isFound, lookedUp } from './look-up.store.ts'

/** What a list is filtered by, and who asks when. */
export type Filters = Omit<
  TransferListQuery,
  'sort' | 'resultsPerPage' | 'cursor' | 'vaspDID' | 'page' | 'at' | 'zone' | 'dateField'
> & {
  readonly zone?: string
  readonly dateField?: TransferListQuery['dateField']
  /** These alone. */
  readonly ids?: readonly string[]
  readonly me: string
  readonly now: Date
  /** What `q` comes to. */
  readonly found?: Found
}

/** A transfer that ended is held by nothing anymore. */
const finals = [...finalStatuses]

/** Ten-thousandths of the currency's unit. */
const unitsOf = (amount: string): string => {
  const [whole = '', part = ''] = amount.split('.')
  return `${whole}${part.padEnd(4, '0')}`
}

/** The person whose transfers are asked for, if one is. */
export const assigneeOf = ({ assignee, me }: Filters): string | undefined =>
  assignee === 'none' ? undefined : assignee === 'me' ? me : assignee

/** The section of a side `s`. The first of two approvals counts for a day: until then the second is waited for. */
export const sectionAt = (now: Date) => sql<string | null>`case
  when (s.pending_second ->> 'until')::timestamptz > ${now} then 'SECOND_APPROVAL' else s.section end`

/** The days of a list, as conditions on a company's sides `s`. */
export function* daysOf({
  start,
  end,
  zone = 'UTC',
  dateField = 'createdAt',
}: Filters): Generator<RawBuilder<SqlBool>> {
  const time = dateField === 'updatedAt' ? sql`s.updated_at` : sql`s.created_at`
  if (start !== undefined)
    yield sql<SqlBool>`${time} >= ${start}::date::timestamp at time zone ${zone}`
  if (end !== undefined)
    yield sql<SqlBool>`${time} < (${end}::date + 1)::timestamp at time zone ${zone}`
}

/**
 * The conditions of all filters but days, cells and counterparties, on a company's sides `s`. A
 * list without entries filters nothing, as with `?reason=`.
 */
export function* narrowed(company: string, filters: Filters): Generator<RawBuilder<SqlBool>> {
  const { q, now } = filters
  const assignee = assigneeOf(filters)
  if (filters.txGroup === 'INBOX') {
    yield sql<SqlBool>`s.waits_for = 'us'`
    yield sql<SqlBool>`(s.snoozed_until is null or s.snoozed_until <= ${now})`
  }
  if (filters.section?.length)
    yield sql<SqlBool>`${sectionAt(now)} = any(${[...filters.section]}::text[])`
  if (filters.assignee === 'none') yield sql<SqlBool>`s.assignee is null`
  if (assignee !== undefined) yield sql<SqlBool>`s.assignee = ${assignee}`
  if (filters.overdue === true) yield sql<SqlBool>`s.due_at < ${now}`
  if (filters.ids) yield sql<SqlBool>`s.transfer_id = any(${[...filters.ids]}::uuid[])`
  // What was only tried out is in the inbox, as it waits, and where it is looked for by what it is.
  const isSought = [q, filters.wallet, filters.transactionRef, filters.customerRef].some(
    (one) => one !== undefined,
  )
  if (filters.simulated !== undefined) yield sql<SqlBool>`s.simulated = ${filters.simulated}`
  else if (filters.txGroup !== 'INBOX' && !isSought) yield sql<SqlBool>`not s.simulated`
  if (filters.waitsFor !== undefined) yield sql<SqlBool>`s.waits_for = ${filters.waitsFor}`
  if (filters.held !== undefined)
    yield sql<SqlBool>`(s.held_by is not null and not s.status = any(${finals}::text[])) = ${filters.held}`
  if (filters.minValue !== undefined)
    yield sql<SqlBool>`s.value >= ${unitsOf(filters.minValue)}::bigint`
  if (filters.maxValue !== undefined)
    yield sql<SqlBool>`s.value <= ${unitsOf(filters.maxValue)}::bigint`
  if (filters.hasHash !== undefined)
    yield filters.hasHash ? sql<SqlBool>`s.has_hash` : sql<SqlBool>`not s.has_hash`
  if (filters.reason?.length)
    yield sql<SqlBool>`s.reason_code = any(${[...filters.reason]}::text[])`
  if (filters.rule !== undefined) yield sql<SqlBool>`s.rule_id = ${filters.rule}`
  if (filters.tag !== undefined) yield sql<SqlBool>`${filters.tag} = any(s.tags)`
  if (filters.wallet !== undefined) yield lookedUp(company, ['ADDRESS'], filters.wallet)
  if (filters.transactionRef !== undefined)
    yield sql<SqlBool>`s.transaction_ref = ${filters.transactionRef}`
  if (filters.customerRef !== undefined)
    yield sql<SqlBool>`s.customer_key = (select c.customer_key from transactions.customer c
      where c.vasp_did = ${company} and c.ref = ${filters.customerRef})`
  if (filters.found) yield isFound(filters.found)
}
