import {
  isProfileField,
  type PastReview,
  type PublicVasp,
  presentationOf,
  reviewReasonLabels,
  type Vasp,
} from '@countersign/contracts/trust'
import { api, useOperation } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { ReviewBadge } from '../review/index.ts'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { Time } from '../ui/value/time.tsx'

/** What happened around a company, as far as we know: our verdicts, and what was stated of it. */
export function CompanyActivity({
  vasp,
  company,
}: {
  vasp: PublicVasp & Partial<Vasp>
  company: string | null
}) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {company && <Verdicts did={vasp.did} company={company} />}
      <Statements vasp={vasp} />
    </div>
  )
}

function Verdicts({ did, company }: { did: string; company: string }) {
  const { data, error, refetch } = useOperation(api.review.history, {
    did: company,
    reviewedDid: did,
  })
  return (
    <Panel title="Our verdicts" description="Newest first. Only your company sees them.">
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonLines lines={4} label="Loading verdicts" />}
      {data?.reviews.length === 0 && (
        <p className="text-sm text-muted">Your company hasn’t reviewed it yet.</p>
      )}
      <ol className="flex flex-col gap-4">
        {data?.reviews.map((review) => (
          <Verdict key={review.id} review={review} />
        ))}
      </ol>
    </Panel>
  )
}

const Verdict = ({ review }: { review: PastReview }) => (
  <li className="text-sm">
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <ReviewBadge review={review} />
      <span className="text-muted">
        {review.createdByName ?? 'A colleague'} · <Time value={review.createdAt} />
        {review.withdrawnAt && ' · withdrawn'}
      </span>
    </p>
    {review.note && <p className="mt-1 wrap-anywhere whitespace-pre-line">{review.note}</p>}
    {review.reasons.length > 0 && (
      <p className="mt-1 text-xs text-muted">
        {review.reasons.map((reason) => reviewReasonLabels[reason]).join(' · ')}
      </p>
    )}
  </li>
)

/** The newest statement of each field; the network keeps the older ones. */
function Statements({ vasp }: { vasp: PublicVasp & Partial<Vasp> }) {
  const latest = Object.entries(vasp.issuers ?? {})
    .map(([name, claim]) => ({
      label: isProfileField(name) ? presentationOf(name).label : name,
      ...claim,
    }))
    .toSorted((a, b) => b.since.localeCompare(a.since))
    .slice(0, 15)
  return (
    <Panel title="Statements" description="When each field was last updated, and by whom.">
      {latest.length === 0 && <p className="text-sm text-muted">Nothing stated yet.</p>}
      <ol className="flex flex-col gap-2">
        {latest.map(({ label, issuerDid, since }) => (
          <li key={label} className="flex flex-wrap justify-between gap-x-4 text-sm">
            <span className="font-medium">{label}</span>
            <span className="text-muted">
              {issuerDid === vasp.did ? 'the company' : issuerDid} · <Time value={since} />
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
