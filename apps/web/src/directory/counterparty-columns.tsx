import type { Counterparty } from '@countersign/contracts/trust'
import { Link } from '@tanstack/react-router'
import { changedLabel, share } from '../company/index.ts'
import { countryName } from '../jurisdiction/index.ts'
import { isDue, ReviewBadge } from '../review/index.ts'
import { numberText } from '../ui/language.ts'
import type { Column } from '../ui/table/data-table.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { Day } from '../ui/value/day.tsx'
import { rowLinkClass } from '../ui/value/link.tsx'

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
    cell: (one) => numberText(one.totalIncomingTransactions),
  },
  {
    id: 'outgoing',
    header: 'Sent',
    sortable: true,
    align: 'end',
    cell: (one) => numberText(one.totalOutgoingTransactions),
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

/** A month as a chart names it: `Nov`. The trend ends with the present month. */
const monthBefore = (months: number): string => {
  const now = new Date()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
  return month.toLocaleString('en', { month: 'short', timeZone: 'UTC' })
}

/** Six months as bars from zero, each with its number on hover. */
function Trend({ values }: { values: readonly number[] }) {
  const most = Math.max(...values, 1)
  const named = values.map(
    (value, at) => `${monthBefore(values.length - 1 - at)} ${numberText(value)}`,
  )
  return (
    <svg width="84" height="28" role="img" aria-label={`Transfers by month: ${named.join(', ')}`}>
      <line x1="0" x2="84" y1="27.5" y2="27.5" stroke="var(--line)" />
      {values.map((value, at) => {
        const height = value === 0 ? 0 : Math.max(2, (value / most) * 26)
        return (
          <g key={named[at]}>
            <rect
              x={at * 14 + 1}
              y={27 - height}
              width="11"
              height={height}
              fill="var(--accent)"
              className="forced-colors:fill-[CanvasText]"
            />
            <rect x={at * 14} y="0" width="14" height="28" fill="transparent">
              <title>{named[at]}</title>
            </rect>
          </g>
        )
      })}
    </svg>
  )
}
