import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, operationQuery } from '../api/index.ts'
import { DataList } from '../page/index.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { Day } from '../ui/value/day.tsx'
import { rowLinkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'

/** Our verdicts, those due first. */
export const reviewsDueQuery = (did: string) =>
  operationQuery(api.review.list, { did, query: { per_page: 100 } })

type Reviews = Awaited<ReturnType<typeof api.review.list>>['reviews']

const verdicts: Record<string, string> = {
  TRUSTED: 'Trusted',
  BLOCKED: 'Blocked',
  MANUAL: 'Monitored',
}

/** Companies whose review has come due; the rest of the list is on their pages. */
export function ReviewsDue({ did }: { did: string }) {
  const { data, error, refetch } = useQuery(reviewsDueQuery(did))
  const now = Date.now()
  const soonest = data?.reviews.find(({ nextReviewAt }) => Date.parse(nextReviewAt) > now)
  const due = data?.reviews.filter(({ nextReviewAt }) => Date.parse(nextReviewAt) <= now)
  return (
    <DataList
      error={error}
      onRetry={() => void refetch()}
      top={
        due?.[0] && (
          <Link to="/network/reviews" className={buttonClass('primary')}>
            Review one after another
          </Link>
        )
      }
      caption="Reviews due"
      columns={columns}
      rows={due}
      keyOf={({ id }) => id}
      skeletonRows={4}
      empty={
        <EmptyState kind="nothing" title="No reviews due">
          {soonest ? (
            <>
              The next one is {soonest.name}, on <Day on={soonest.nextReviewAt} />.
            </>
          ) : (
            'Review a company on its page and set the next review date.'
          )}
        </EmptyState>
      }
    />
  )
}

const columns: Column<Reviews[number]>[] = [
  {
    id: 'company',
    header: 'Company',
    cell: ({ reviewedVaspDID, name }) => (
      <Link to="/network/vasps/$did" params={{ did: reviewedVaspDID }} className={rowLinkClass}>
        {name}
      </Link>
    ),
  },
  { id: 'verdict', header: 'Verdict', cell: ({ reviewValue }) => verdicts[reviewValue] },
  {
    id: 'due',
    header: 'Due',
    cell: ({ nextReviewAt }) => <Time value={nextReviewAt} inRow />,
  },
  {
    id: 'last',
    header: 'Reviewed',
    cell: ({ createdAt }) => <Time value={createdAt} inRow />,
  },
]
