import type { Counterparty } from '@countersign/contracts/trust'
import { Link } from '@tanstack/react-router'
import { changedLabel, share } from '../company/index.ts'
import { countryName } from '../jurisdiction/index.ts'
import { isDue, ReviewBadge } from '../review/index.ts'
import type { Column } from '../ui/table/data-table.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { Day } from '../ui/value/day.tsx'
import { rowLinkClass } from '../ui/value/link.tsx'

const number = (value: number) => value.toLocaleString('en')

/** The columns of the list of counterparties. */
export const columnsWith = (onReview: (one: Counterparty) => void): Column<Counterparty>[] => [
  {
    id: 'name',
    header: 'Company',
    sortable: true,
    cell: (one) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <Link to="/network/vasps/$did" params={{ did: one.vaspDID }} className={rowLinkClass}>
          {one.vaspName}
        </Link>
        {one.changed.length > 0 && (
          <span title={`Since you last looked: ${one.changed.map(changedLabel).join(', ')}`}>
            <Badge tone="info">Changed</Badge>
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'jurisdiction',
    header: 'Country',
    sortable: true,
    cell: ({ jurisdiction }) => (jurisdiction ? countryName(jurisdiction) : '–'),
    wideOnly: true,
  },
  {
    id: 'incoming',
    header: 'Received',
    sortable: true,
    align: 'end',
    cell: (one) => number(one.totalIncomingTransactions),
  },
  {
    id: 'outgoing',
    header: 'Sent',
    sortable: true,
    align: 'end',
    cell: (one) => number(one.totalOutgoingTransactions),
  },
  {
    id: 'data',
    header: 'Sends data',
    align: 'end',
    cell: (one) => share(one.travelRuleIncomingTransactions, one.totalIncomingTransactions),
  },
  {
    id: 'answers',
    header: 'Answers',
    align: 'end',
    cell: (one) => share(one.answeredTransactions, one.travelRuleOutgoingTransactions),
  },
  {
    id: 'trend',
    header: 'Last 6 months',
    cell: ({ trend }) => <Trend values={trend} />,
    wideOnly: true,
  },
  {
    id: 'review',
    header: 'Our review',
    cell: (one) => (
      <button
        type="button"
        onClick={() => onReview(one)}
        className="-mx-1.5 inline-flex min-h-6 items-center rounded-control px-1.5 decoration-dotted underline-offset-2 hover:bg-hover hover:underline"
      >
        <ReviewBadge review={one.review} waiting={one.waitingReview} />
        <span className="sr-only">. Review {one.vaspName}</span>
      </button>
    ),
  },
  {
    id: 'next',
    header: 'Next review',
    sortable: true,
    cell: ({ review }) =>
      review ? (
        <span className={isDue(review) ? 'text-warning' : ''}>
          <Day on={review.nextReviewAt} />
          {isDue(review) && <span className="sr-only">, due</span>}
        </span>
      ) : (
        '–'
      ),
  },
]

/** A line of six months without axes: only whether it goes up or down. */
function Trend({ values }: { values: readonly number[] }) {
  const most = Math.max(...values, 1)
  const points = values.map((value, at) => `${at * 14 + 2},${20 - (value / most) * 16}`).join(' ')
  return (
    <svg width="76" height="22" role="img" aria-label={`Transfers: ${values.join(', ')}`}>
      <polyline points={points} fill="none" stroke="var(--accent)" strokeWidth="1.5" />
    </svg>
  )
}
