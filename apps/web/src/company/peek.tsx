import type { PublicVasp, Vasp } from '@countersign/contracts/trust'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { countryName } from '../jurisdiction/index.ts'
import { LoadError } from '../page/index.ts'
import { ReviewBadge } from '../review/index.ts'
import { isSignedIn, useViewer } from '../session/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Drawer } from '../ui/overlay/drawer.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { Day } from '../ui/value/day.tsx'
import { DescriptionList } from '../ui/value/description-list.tsx'
import { KeyHint } from '../ui/value/key-hint.tsx'
import { ExternalLink } from '../ui/value/link.tsx'
import { Badges } from './badges.tsx'
import { companyQuery } from './query.ts'
import { RegulatoryStatus } from './regulatory-status.tsx'

/** Props of {@link CompanyPeek}. */
export interface CompanyPeekProps {
  did: string | undefined
  reviewer: string | null
  onClose: () => void
  onReview: (vasp: PublicVasp & Partial<Vasp>) => void
}

/** A look at one company beside the list; j and k go on to the next one. */
export function CompanyPeek({ did, reviewer, onClose, onReview }: CompanyPeekProps) {
  const signedIn = isSignedIn(useViewer())
  const { data, error, refetch } = useQuery({
    ...companyQuery(did ?? '', signedIn, reviewer),
    enabled: did !== undefined,
  })
  return (
    <Drawer
      open={did !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={data?.name ?? 'Company'}
      meta={
        did && (
          <>
            <CopyText value={did} label="DID" />
            {data && <Badges vasp={data} />}
          </>
        )
      }
      footer={
        did && (
          <>
            <span className="mr-auto flex items-center gap-1 text-xs text-muted max-sm:hidden">
              <KeyHint keys="J" /> <KeyHint keys="K" /> next, previous
            </span>
            {reviewer && data && <Button onClick={() => onReview(data)}>Review</Button>}
            <Link to="/network/vasps/$did" params={{ did }} className={buttonClass('primary')}>
              Open page
            </Link>
          </>
        )
      }
    >
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonLines lines={8} label="Loading company" />}
      {data && <Facts vasp={data} reviewer={reviewer} />}
    </Drawer>
  )
}

function Facts({ vasp, reviewer }: { vasp: PublicVasp & Partial<Vasp>; reviewer: string | null }) {
  return (
    <div className="flex flex-col gap-5">
      {vasp.description && <p className="text-sm">{vasp.description}</p>}
      <DescriptionList
        facts={[
          ...(reviewer
            ? [
                {
                  term: 'Our review',
                  value: (
                    <>
                      <ReviewBadge review={vasp.review} waiting={vasp.waitingReview} />
                      {vasp.review && (
                        <span className="ml-2 text-muted">
                          next <Day on={vasp.review.nextReviewAt} />
                        </span>
                      )}
                      {vasp.review?.note && <span className="mt-1 block">{vasp.review.note}</span>}
                    </>
                  ),
                },
              ]
            : []),
          { term: 'Legal name', value: vasp.legalName },
          { term: 'Regulation', value: <RegulatoryStatus status={vasp.regulatoryStatus} /> },
          { term: 'Regulators', value: vasp.regulatoryAuthorities?.join(', ') },
          { term: 'Jurisdictions', value: vasp.jurisdictions?.map(countryName).join(', ') },
          {
            term: 'Website',
            value: vasp.website && (
              <ExternalLink href={vasp.website}>
                {vasp.website.replace(/^https?:\/\//, '')}
              </ExternalLink>
            ),
          },
          ...(vasp.protocols
            ? [
                { term: 'Travel Rule contact', value: vasp.complianceContact },
                { term: 'Protocols', value: vasp.protocols.join(', ') },
              ]
            : []),
        ]}
      />
    </div>
  )
}
