import {
  type Review,
  type ReviewValue,
  reviewLabels,
  type WaitingReview,
} from '@countersign/contracts/trust'
import { Ban, Eye, Handshake, Hourglass } from 'lucide-react'
import { Badge } from '../ui/value/badge.tsx'

const looks = {
  TRUSTED: { tone: 'success', icon: Handshake },
  MANUAL: { tone: 'warning', icon: Eye },
  BLOCKED: { tone: 'danger', icon: Ban },
} as const

/** The keys that give a verdict, in lists and on a company's page. */
export const verdictKeys = { t: 'TRUSTED', m: 'MANUAL', b: 'BLOCKED' } as const

/** Verdict to the key that gives it. */
export const keyOf: { readonly [V in ReviewValue]: string } = {
  TRUSTED: 'T',
  MANUAL: 'M',
  BLOCKED: 'B',
}

/** Our verdict as a pill; without one it says so. One that waits for a second person stands beside it. */
export function ReviewBadge({
  review,
  waiting,
}: {
  review: Review | null | undefined
  waiting?: WaitingReview | null | undefined
}) {
  if (waiting)
    return (
      <span className="inline-flex flex-wrap items-center gap-1.5">
        {review && <ReviewBadge review={review} />}
        <Badge tone="info" icon={Hourglass}>
          {reviewLabels[waiting.reviewValue]}, waiting
        </Badge>
      </span>
    )
  if (!review) return <span className="text-sm text-muted">Not reviewed</span>
  const { tone, icon } = looks[review.reviewValue]
  return (
    <Badge tone={tone} icon={icon}>
      {reviewLabels[review.reviewValue]}
    </Badge>
  )
}

/** Where a verdict would stand, were it not the viewer's own company. */
export const OwnCompany = () => <span className="text-sm text-muted">Your company</span>

/** Whether a verdict is to be looked at again. */
export const isDue = (review: Review | null | undefined): boolean =>
  review != null && Date.parse(review.nextReviewAt) <= Date.now()
