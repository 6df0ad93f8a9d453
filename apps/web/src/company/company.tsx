import { alertLabels, type PublicVasp, type Vasp } from '@countersign/contracts/trust'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ClipboardCheck, FolderCheck, Printer } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { CompanyGroup } from '../group/index.ts'
import { LoadError } from '../page/index.ts'
import { PdfButton } from '../report/index.ts'
import {
  isDue,
  ReviewBadge,
  ReviewDrawer,
  useReview,
  useRowKeys,
  verdictKeys,
  WaitingNote,
} from '../review/index.ts'
import { isSignedIn, useCan, useReviewer, useViewer } from '../session/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { PrintFooter } from '../ui/page/print-footer.tsx'
import { SkeletonPanels } from '../ui/page/skeleton.tsx'
import { type TabItem, Tabs } from '../ui/page/tabs.tsx'
import { Avatar } from '../ui/value/avatar.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { CompanyActivity } from './activity.tsx'
import { Badges } from './badges.tsx'
import { ChangedSince } from './changed.tsx'
import { CompanyDiligence, hasDiligence } from './diligence.tsx'
import { CompanyOverview } from './overview.tsx'
import { companyQuery } from './query.ts'
import { type CompanyTab, companyTabs } from './search.ts'
import { CompanyTransfers } from './transfers.tsx'
import { VisitorNotice } from './visitor-notice.tsx'

const route = getRouteApi('/network/vasps/$did')

/** A company as anyone sees it; members of the network see more of it, and who said so. */
export function Company() {
  const { did } = route.useParams()
  const signedIn = isSignedIn(useViewer())
  const own = useReviewer()
  const reviewer = own === did ? null : own
  const { data, error, refetch } = useQuery(companyQuery(did, signedIn, reviewer))
  const above = (
    <Link to="/network/search" className={linkClass} data-print="hide">
      Directory
    </Link>
  )
  if (error)
    return (
      <>
        <PageHeader title="Company" above={above} />
        <LoadError error={error} onRetry={() => void refetch()} />
      </>
    )
  return (
    <>
      <PageHeader
        above={above}
        title={data?.name ?? 'Company'}
        logo={<Avatar name={data?.name ?? '…'} size="large" src={data?.logo ?? undefined} />}
        description={data?.legalName}
        meta={
          <>
            <CopyText value={did} label="DID" />
            {data && <Badges vasp={data} />}
            {data && reviewer && <OwnReview vasp={data} />}
          </>
        }
        actions={data && <Actions vasp={data} reviewer={reviewer} />}
      />
      {data && <Alerts vasp={data} />}
      {data?.waitingReview && (
        <div className="mb-4">
          <WaitingNote of={data} waiting={data.waitingReview} />
        </div>
      )}
      {data && reviewer && <ChangedSince key={data.did} company={reviewer} did={data.did} />}
      {data ? (
        <Views vasp={data} reviewer={reviewer} />
      ) : (
        <SkeletonPanels panels={4} label="Loading company" />
      )}
      <PrintFooter />
    </>
  )
}

/** What happened to the company, for everyone who trusts it. */
function Alerts({ vasp }: { vasp: Partial<Vasp> }) {
  return vasp.alerts?.map(({ status, reason, since }) => (
    <div key={status} className="mb-4">
      <Notice tone="warning" title={alertLabels[status]}>
        {reason ?? 'No reason given.'} {since && <Time value={since} format="day" />}
      </Notice>
    </div>
  ))
}

function OwnReview({ vasp }: { vasp: Partial<Vasp> }) {
  const { review } = vasp
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 text-sm text-muted">
      <ReviewBadge review={review} />
      {review && (
        <span>
          by {review.createdByName ?? 'a colleague'} <Time value={review.createdAt} />
          {isDue(review) && <span className="text-warning">, due again</span>}
        </span>
      )}
    </span>
  )
}

function Actions({
  vasp,
  reviewer,
}: {
  vasp: PublicVasp & Partial<Vasp>
  reviewer: string | null
}) {
  const reviews = reviewer !== null
  const { act } = route.useSearch()
  const navigate = route.useNavigate()
  const [open, setOpen] = useState(act === 'review' && reviews)
  const { give, reason } = useReview()
  const close = () => {
    setOpen(false)
    if (!act) return
    void navigate({ search: ({ act: _, ...rest }) => rest, replace: true, resetScroll: false })
  }
  useRowKeys(
    reviews && !reason && !open
      ? {
          r: () => setOpen(true),
          ...Object.fromEntries(
            Object.entries(verdictKeys).map(([key, reviewValue]) => [
              key,
              () =>
                give.mutate({
                  did: vasp.did,
                  name: vasp.name,
                  reviewValue,
                  waiting: vasp.waitingReview,
                }),
            ]),
          ),
        }
      : {},
  )
  return (
    <>
      <Button icon={Printer} onClick={() => print()}>
        Print
      </Button>
      {reviewer !== null && (
        <>
          <Link
            to="/network/vasps/$did/audit-pack"
            params={{ did: vasp.did }}
            className={buttonClass()}
          >
            <FolderCheck size={16} aria-hidden />
            Audit pack
          </Link>
          <PdfButton company={reviewer} of={{ kind: 'diligence', about: vasp.did }}>
            Download report
          </PdfButton>
        </>
      )}
      {reviews && (
        <Button
          icon={ClipboardCheck}
          variant="primary"
          disabledReason={reason}
          onClick={() => setOpen(true)}
        >
          Review
        </Button>
      )}
      <ReviewDrawer of={open ? vasp : null} onClose={close} />
    </>
  )
}

function Views({ vasp, reviewer }: { vasp: PublicVasp & Partial<Vasp>; reviewer: string | null }) {
  const { tab = 'overview' } = route.useSearch()
  const navigate = route.useNavigate()
  const transfers = useCan(api.counterparty.activity).allowed
  const others = vasp.subsidiaries?.length || vasp.subsidiaryOf
  const signedIn = vasp.issuers !== undefined
  const overview = <CompanyOverview vasp={vasp} />
  if (!signedIn)
    return (
      <>
        {overview}
        <div className="mt-4">
          <VisitorNotice />
        </div>
      </>
    )
  const items: TabItem<CompanyTab>[] = [
    { value: 'overview', label: 'Overview', content: overview },
    ...(hasDiligence && reviewer
      ? [
          {
            value: 'diligence' as const,
            label: 'Due diligence',
            content: <CompanyDiligence vasp={vasp} company={reviewer} />,
          },
        ]
      : []),
    ...(transfers && reviewer
      ? [
          {
            value: 'transfers' as const,
            label: 'Transfers with us',
            content: <CompanyTransfers company={reviewer} vasp={vasp} />,
          },
        ]
      : []),
    ...(others
      ? [{ value: 'group' as const, label: 'Group', content: <CompanyGroup vasp={vasp} /> }]
      : []),
    {
      value: 'activity',
      label: 'Activity',
      content: <CompanyActivity vasp={vasp} company={reviewer} />,
    },
  ]
  return (
    <Tabs
      label="Company sections"
      value={items.some(({ value }) => value === tab) ? tab : 'overview'}
      onChange={(next) =>
        navigate({
          search: { tab: companyTabs.find((one) => one === next && one !== 'overview') },
          replace: true,
          resetScroll: false,
        })
      }
      items={items}
    />
  )
}
