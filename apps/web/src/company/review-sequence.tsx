import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { LoadError, NotForYou } from '../page/index.ts'
import {
  isDue,
  ReviewBadge,
  ReviewDrawer,
  reviewsDueQuery,
  useReview,
  useRowKeys,
  verdictKeys,
  WaitingNote,
} from '../review/index.ts'
import { useReviewer } from '../session/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { announce } from '../ui/page/live-region.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonPanels } from '../ui/page/skeleton.tsx'
import { KeyHint } from '../ui/value/key-hint.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { Badges } from './badges.tsx'
import { ChangedSince } from './changed.tsx'
import { CompanyDiligence } from './diligence.tsx'
import { CompanyOverview } from './overview.tsx'
import { companyQuery } from './query.ts'

const route = getRouteApi('/signed-in/network/reviews')

/** Reviews that are due, and top counterparties without one, one company after another. */
export function ReviewSequence() {
  const reviewer = useReviewer()
  if (!reviewer) return <NotForYou call={api.review.list} />
  return <Loaded key={reviewer} reviewer={reviewer} />
}

function Loaded({ reviewer }: { reviewer: string }) {
  const due = useQuery(reviewsDueQuery(reviewer))
  const top = useOperation(api.counterparty.top, { query: { vaspDID: reviewer } })
  // Held: a verdict takes its company off the lists, but not out of the sequence.
  const [held, setHeld] = useState<readonly string[]>()
  const error = due.error ?? top.error
  const header = <PageHeader title="Reviews" />
  if (error)
    return (
      <>
        {header}
        <LoadError error={error} onRetry={() => void (due.error ? due : top).refetch()} />
      </>
    )
  if (!held) {
    if (due.data && top.data) {
      const now = Date.now()
      const waits = due.data.reviews.filter((one) => Date.parse(one.nextReviewAt) <= now)
      const unseen = top.data.results.filter(({ review }) => !review || isDue(review))
      const all = [...waits.map((one) => one.reviewedVaspDID), ...unseen.map((one) => one.vaspDID)]
      setHeld([...new Set(all)])
    }
    return (
      <>
        {header}
        <SkeletonPanels panels={3} label="Loading reviews" />
      </>
    )
  }
  return <Sequence dids={held} reviewer={reviewer} />
}

function Sequence({ dids, reviewer }: { dids: readonly string[]; reviewer: string }) {
  const { at } = route.useSearch()
  const navigate = route.useNavigate()
  const [noting, setNoting] = useState(false)
  const { give, reason } = useReview()
  const first = at === undefined ? 0 : Math.max(0, dids.indexOf(at))
  const [place, setPlace] = useState(first)
  const did = dids[place]
  const { data, error, refetch } = useQuery({
    ...companyQuery(did ?? '', true, reviewer),
    enabled: did !== undefined,
  })
  // The next company is there before it is wanted.
  const next = dids[place + 1]
  useQuery({ ...companyQuery(next ?? '', true, reviewer), enabled: next !== undefined })
  const go = (to: number) => {
    setPlace(to)
    const open = dids[to]
    announce(open ? `Company ${to + 1} of ${dids.length}` : 'All reviews are done')
    void navigate({ search: open ? { at: open } : {}, replace: true, resetScroll: true })
  }
  useRowKeys(
    noting
      ? {}
      : {
          j: () => did && go(place + 1),
          k: () => place > 0 && go(place - 1),
          ...(data &&
            !reason && {
              r: () => setNoting(true),
              ...Object.fromEntries(
                Object.entries(verdictKeys).map(([key, reviewValue]) => [
                  key,
                  () => {
                    give.mutate({
                      did: data.did,
                      name: data.name,
                      reviewValue,
                      waiting: data.waitingReview,
                    })
                    go(place + 1)
                  },
                ]),
              ),
            }),
        },
  )
  if (did === undefined)
    return (
      <>
        <PageHeader title="Reviews" />
        <Panel>
          <EmptyState
            kind="nothing"
            icon={CircleCheck}
            title={dids.length > 0 ? 'All reviews are done' : 'No reviews due'}
            action={
              <Link to="/network/counterparties" className={buttonClass()}>
                Counterparties
              </Link>
            }
          >
            Companies appear here when their next review is due.
          </EmptyState>
        </Panel>
      </>
    )
  return (
    <>
      <PageHeader
        above={
          <Link to="/due-diligence" search={{ tab: 'due' }} className={linkClass}>
            Leave
          </Link>
        }
        title={data?.name ?? 'Review'}
        description={`Company ${place + 1} of ${dids.length}`}
        meta={
          data && (
            <>
              <Badges vasp={data} />
              <ReviewBadge review={data.review} />
              {data.review && (
                <span className="text-sm text-muted">
                  by {data.review.createdByName ?? 'a colleague'}{' '}
                  <Time value={data.review.createdAt} />
                </span>
              )}
            </>
          )
        }
        actions={
          <>
            <Button
              disabledReason={place === 0 ? 'This is the first' : undefined}
              onClick={() => go(place - 1)}
            >
              Back
            </Button>
            <Button onClick={() => go(place + 1)}>Skip</Button>
            <Button variant="primary" disabledReason={reason} onClick={() => setNoting(true)}>
              Review
            </Button>
          </>
        }
      />
      <p className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {hints.map(([key, word]) => (
          <span key={key}>
            <KeyHint keys={key} /> {word}
          </span>
        ))}
      </p>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonPanels panels={3} label="Loading company" />}
      {data && (
        <div key={did} className="flex flex-col gap-4">
          {data.waitingReview && <WaitingNote of={data} waiting={data.waitingReview} />}
          {data.review?.note && (
            <Panel title="Last note">
              <p className="wrap-anywhere">{data.review.note}</p>
            </Panel>
          )}
          <ChangedSince company={reviewer} did={data.did} />
          <CompanyOverview vasp={data} />
          <CompanyDiligence vasp={data} company={reviewer} />
        </div>
      )}
      <ReviewDrawer
        of={noting && data ? data : null}
        onClose={() => setNoting(false)}
        onSaved={() => go(place + 1)}
      />
    </>
  )
}

const hints = [
  ['T', 'trust'],
  ['M', 'monitor'],
  ['B', 'block'],
  ['R', 'with a note'],
  ['J', 'skip'],
  ['K', 'back'],
  ['U', 'undo'],
] as const
