import type { PublicVasp, Vasp } from '@countersign/contracts/trust'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isSignedIn, useViewer } from '../session.ts'
import { LoadError } from '../shell/system-pages.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { CopyText } from '../ui/copy-text.tsx'
import { Day } from '../ui/day.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { Drawer } from '../ui/drawer.tsx'
import { KeyHint } from '../ui/key-hint.tsx'
import { ExternalLink } from '../ui/link.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { Badges } from './badges.tsx'
import { companyQuery } from './company-query.ts'
import { countryName } from './countries.ts'
import { RegulatoryStatus } from './regulatory-status.tsx'
import { ReviewBadge } from './review-words.tsx'

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
                      <ReviewBadge review={vasp.review} />
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
