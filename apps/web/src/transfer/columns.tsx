import type { Transaction } from '@countersign/contracts/transactions'
import { Link } from '@tanstack/react-router'
import type { Column } from '../ui/table/data-table.tsx'
import { rowLinkClass } from '../ui/value/link.tsx'
import { Overdue } from '../ui/value/overdue.tsx'
import { Time } from '../ui/value/time.tsx'
import { HeldNote } from './held-note.tsx'
import {
  amountWords,
  counterpartyWords,
  DirectionIcon,
  StatusBadge,
  shortFindingWords,
  valueWords,
  whyStopped,
} from './words.tsx'

const what: Column<Transaction> = {
  id: 'amount',
  header: 'Amount',
  cell: (row) => (
    <span className="flex items-center gap-2">
      <DirectionIcon direction={row.direction} />
      <span className="min-w-0">
        <Link to="/transactions/$id" params={{ id: row.id }} className={rowLinkClass}>
          {amountWords(row)}
        </Link>
        <span className="block text-xs text-muted tabular-nums">{valueWords(row)}</span>
      </span>
    </span>
  ),
}
const who: Column<Transaction> = {
  id: 'counterparty',
  header: 'Counterparty',
  cell: (row) => counterpartyWords(row),
}
const status: Column<Transaction> = {
  id: 'status',
  header: 'Status',
  cell: (row) => (
    <div className="md:py-1.5">
      <StatusBadge transfer={row} />
      {whyStopped(row) && (
        <span className="mt-0.5 block text-xs text-muted">{whyStopped(row)}</span>
      )}
      {row.findings.map(({ code, jurisdiction }) => (
        <span key={code} className="mt-0.5 block text-xs text-warning">
          {jurisdiction} law: {shortFindingWords[code]}
        </span>
      ))}
      <HeldNote id={row.id} />
    </div>
  ),
}
const reference: Column<Transaction> = {
  id: 'reference',
  header: 'Reference',
  wideOnly: true,
  cell: (row) =>
    row.transactionRef ? <span className="font-mono text-xs">{row.transactionRef}</span> : '–',
}
const created: Column<Transaction> = {
  id: 'created',
  header: 'Created',
  cell: (row) => <Time value={row.createdAt} inRow />,
}
/** The columns of every view but the inbox. */
export const columns = [what, who, status, reference, created]
/** The columns of the inbox. */
export const inboxColumns: readonly Column<Transaction>[] = [
  what,
  who,
  status,
  {
    id: 'due',
    header: 'Due',
    cell: ({ dueAt }) =>
      dueAt !== null && Date.parse(dueAt) < Date.now() ? (
        <span className="font-medium text-danger">
          <Overdue at={dueAt} />
        </span>
      ) : (
        <Time value={dueAt} inRow />
      ),
  },
  {
    id: 'assignee',
    header: 'Assigned to',
    wideOnly: true,
    cell: (row) => row.assignee?.name ?? 'Nobody',
  },
]
