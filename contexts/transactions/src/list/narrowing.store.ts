import { finalStatuses, type TransferListQuery } from '@countersign/contracts/transactions'
import { type Expression, type SqlBool, sql } from 'kysely'

/** What `narrowing` filters by. */
type Narrowing = Pick<
  TransferListQuery,
  | 'jurisdictions'
  | 'waitsFor'
  | 'held'
  | 'minValue'
  | 'maxValue'
  | 'hasHash'
  | 'reason'
  | 'rule'
  | 'tag'
  | 'wallet'
  | 'transactionRef'
  | 'customerRef'
  | 'start'
  | 'end'
  | 'simulated'
  | 'txGroup'
  | 'q'
> & {
  readonly zone?: string
  readonly dateField?: TransferListQuery['dateField']
  /** These alone. */
  readonly ids?: readonly string[]
}

/** A transfer that ended is held by nothing anymore. */
const finals = [...finalStatuses]

/** Ten-thousandths of the currency's unit. */
const unitsOf = (amount: string): string => {
  const [whole = '', part = ''] = amount.split('.')
  return `${whole}${part.padEnd(4, '0')}`
}

/** The conditions of further filters on a company's sides `s` and their transfers `t`. */
export function* narrowed(company: string, filters: Narrowing): Generator<Expression<SqlBool>> {
  const { start, end, zone = 'UTC', dateField = 'createdAt' } = filters
  const time = dateField === 'updatedAt' ? sql`s.updated_at` : sql`s.created_at`
  if (filters.ids) yield sql<boolean>`s.transfer_id = any(${[...filters.ids]}::uuid[])`
  if (start !== undefined)
    yield sql<boolean>`${time} >= ${start}::date::timestamp at time zone ${zone}`
  if (end !== undefined)
    yield sql<boolean>`${time} < (${end}::date + 1)::timestamp at time zone ${zone}`
  // What was only tried out is in the inbox, as it waits, and where it is looked for by what it is.
  const isSought = [filters.q, filters.wallet, filters.transactionRef, filters.customerRef].some(
    (one) => one !== undefined,
  )
  if (filters.simulated !== undefined) yield sql<boolean>`s.simulated = ${filters.simulated}`
  else if (filters.txGroup !== 'INBOX' && !isSought) yield sql<boolean>`not s.simulated`
  if (filters.waitsFor !== undefined) yield sql<boolean>`s.waits_for = ${filters.waitsFor}`
  if (filters.held !== undefined)
    yield sql<boolean>`(s.held_by is not null and not s.status = any(${finals}::text[])) = ${filters.held}`
  if (filters.minValue !== undefined)
    yield sql<boolean>`s.value >= ${unitsOf(filters.minValue)}::bigint`
  if (filters.maxValue !== undefined)
    yield sql<boolean>`s.value <= ${unitsOf(filters.maxValue)}::bigint`
  if (filters.hasHash !== undefined)
    yield sql<boolean>`(coalesce(s.tx_hash, t.origin_tx_hash) is not null) = ${filters.hasHash}`
  if (filters.reason?.length)
    yield sql<boolean>`t.reason_code = any(${[...filters.reason]}::text[])`
  if (filters.rule !== undefined) yield sql<boolean>`s.rule_id = ${filters.rule}`
  if (filters.tag !== undefined) yield sql<boolean>`${filters.tag} = any(s.tags)`
  if (filters.wallet !== undefined)
    yield sql<boolean>`s.erased_at is null and lower(${filters.wallet}) in (lower(t.destination), lower(t.origin))`
  if (filters.transactionRef !== undefined)
    yield sql<boolean>`s.transaction_ref = ${filters.transactionRef}`
  if (filters.customerRef !== undefined)
    yield sql<boolean>`s.customer_key = (select c.customer_key from transactions.customer c
      where c.vasp_did = ${company} and c.ref = ${filters.customerRef})`
  if (filters.jurisdictions?.length)
    yield sql<boolean>`s.counterparty_did in (select v.vasp_did from trust.vasp v
      join transactions.counterparty c on c.vasp_did = ${company} and c.counterparty_did = v.vasp_did
      where jsonb_exists_any(v.profile -> 'jurisdictions', ${[...filters.jurisdictions]}::text[]))`
}
