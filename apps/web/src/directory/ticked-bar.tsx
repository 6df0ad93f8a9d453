import { documentRequestActions } from '@countersign/contracts/trust'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { maxCompared } from '../company/index.ts'
import { useCan } from '../session/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { SelectedBar } from '../ui/list/selected-bar.tsx'
import { OnceOpen } from '../ui/overlay/once-open.tsx'
import { soon } from '../ui/overlay/soon.tsx'
import type { Named, useTicked } from './use-ticked.ts'

const BulkRequest = soon(() =>
  import('./bulk-request.tsx').then(({ BulkRequest }) => ({ default: BulkRequest })),
)

const BulkReview = soon(() =>
  import('./bulk-review.tsx').then(({ BulkReview }) => ({ default: BulkReview })),
)

/** What is ticked in a list of companies, and what can be done with all of them. */
export function TickedBar({
  list: { ticked, others, clear },
  company,
}: {
  list: ReturnType<typeof useTicked>
  /** The company that would ask; without one there is nothing to ask for. */
  company: string | null
}) {
  const { reason } = useCan(documentRequestActions.REQUEST)
  const reviews = useCan(api.review.give)
  const [reviewing, setReviewing] = useState<readonly Named[]>()
  const [asking, setAsking] = useState<readonly Named[]>()
  const fits = ticked.size >= 2 && ticked.size <= maxCompared
  return (
    <>
      {ticked.size > 0 && (
        <SelectedBar
          label="Selected companies"
          summary={
            <>
              <span className="font-semibold whitespace-nowrap">{ticked.size} selected</span>
              <span className="truncate text-muted max-sm:hidden">
                {[...ticked.values()].join(', ')}
              </span>
            </>
          }
          onClear={clear}
        >
          {company && (
            <Button
              disabledReason={
                reviews.reason ??
                (others.length === 0 ? 'Select a company other than your own' : undefined)
              }
              onClick={() => setReviewing(others)}
            >
              Review
            </Button>
          )}
          {company && (
            <Button
              disabledReason={
                reason ?? (others.length === 0 ? 'Select a company other than your own' : undefined)
              }
              onClick={() => setAsking(others)}
            >
              Request<span className="max-sm:sr-only"> documents</span>
            </Button>
          )}
          {fits ? (
            <Link
              to="/network/compare"
              search={{ dids: [...ticked.keys()].join(',') }}
              className={buttonClass('primary')}
            >
              Compare
            </Link>
          ) : (
            <Button disabledReason={`Select two to ${maxCompared} companies to compare`}>
              Compare
            </Button>
          )}
        </SelectedBar>
      )}
      {company && (
        <OnceOpen open={reviewing !== undefined}>
          {reviewing && (
            <BulkReview
              {...{ company, companies: reviewing }}
              onClose={() => setReviewing(undefined)}
              onDone={clear}
            />
          )}
        </OnceOpen>
      )}
      {company && (
        <OnceOpen open={asking !== undefined}>
          {asking && (
            <BulkRequest
              {...{ company, companies: asking }}
              onClose={() => setAsking(undefined)}
              onDone={clear}
            />
          )}
        </OnceOpen>
      )}
    </>
  )
}
