import {
  type PublicVasp,
  presentationOf,
  profileFields,
  profileSections,
  type Vasp,
} from '@countersign/contracts/trust'
import { useQueries } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { LoadError } from '../page/index.ts'
import { OwnCompany, ReviewBadge, ReviewDrawer } from '../review/index.ts'
import { isSignedIn, useCompany, useReviewer, useViewer } from '../session/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Switch } from '../ui/form/switch.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { shortenMiddle } from '../ui/value/copy-text.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { Badges } from './badges.tsx'
import { FieldValue } from './field-value.tsx'
import { companyQuery } from './query.ts'
import { RegulatoryStatus } from './regulatory-status.tsx'
import { maxCompared } from './search.ts'
import { sentence } from './sentence.ts'

const route = getRouteApi('/network/compare')

type Shown = PublicVasp & Partial<Vasp>

/** Two to four companies in columns; rows in which they differ are marked. */
export function Compare() {
  const { dids: asked = '' } = route.useSearch()
  const dids = [...new Set(asked.split(',').filter(Boolean))].slice(0, maxCompared)
  const signedIn = isSignedIn(useViewer())
  const company = useCompany()
  const reviewer = useReviewer()
  const found = useQueries({ queries: dids.map((did) => companyQuery(did, signedIn, reviewer)) })
  const [all, setAll] = useState(true)
  const [reviewing, setReviewing] = useState<Shown | null>(null)
  const head = (
    <PageHeader
      title="Compare"
      above={
        <Link to="/network/search" className={linkClass}>
          Directory
        </Link>
      }
      description="Compare two to four companies side by side."
      actions={
        dids.length >= 2 && (
          <Button icon={Printer} onClick={() => print()}>
            Print
          </Button>
        )
      }
    />
  )
  if (dids.length < 2)
    return (
      <>
        {head}
        <Panel>
          <EmptyState
            kind="nothing"
            title="Select companies first"
            action={
              <Link to="/network/search" className={buttonClass('primary')}>
                Open directory
              </Link>
            }
          >
            Select two to four companies in the directory, then choose Compare.
          </EmptyState>
        </Panel>
      </>
    )
  const vasps = found.map(({ data }) => data)
  const rows = rowsOf(company, reviewer !== null).filter(({ text, unique }) => {
    const texts = vasps.flatMap((vasp) => (vasp ? [text(vasp)] : []))
    return texts.some((one) => one !== '') && (all || (!unique && differ(texts)))
  })
  return (
    <>
      {head}
      <div className="mb-3 w-48" data-print="hide">
        <Switch label="Differences only" checked={!all} onChange={() => setAll(!all)} />
      </div>
      <div
        {...scrolling}
        className="relative overflow-x-auto rounded-panel border border-line bg-panel"
      >
        <table className="w-full border-separate border-spacing-0 text-sm">
          <thead>
            <tr>
              <th scope="col" className={cx(stickyClass, 'w-44 border-b border-line')}>
                <span className="sr-only">Field</span>
              </th>
              {dids.map((did, at) => (
                <th
                  key={did}
                  scope="col"
                  className="min-w-52 border-b border-line px-4 py-3 text-left align-top font-normal"
                >
                  <Head
                    did={did}
                    vasp={vasps[at]}
                    onReview={reviewer && reviewer !== did ? setReviewing : undefined}
                  />
                  {found[at]?.error && (
                    <LoadError error={found[at].error} onRetry={() => void found[at]?.refetch()} />
                  )}
                  {!vasps[at] && !found[at]?.error && (
                    <SkeletonLines lines={2} label="Loading company" />
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, text, show, unique }) => {
              const different = !unique && differ(vasps.map((vasp) => vasp && text(vasp)))
              return (
                <tr key={label} className={different ? 'font-medium' : ''}>
                  <th
                    scope="row"
                    className={cx(
                      stickyClass,
                      'border-b border-line text-left font-normal text-muted',
                    )}
                  >
                    {label}
                    {different && <span className="block text-xs text-warning">Differs</span>}
                  </th>
                  {dids.map((did, at) => (
                    <td
                      key={did}
                      className="border-b border-line px-4 py-2 align-top wrap-anywhere"
                    >
                      {vasps[at] && <Fragment>{show(vasps[at])}</Fragment>}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {rows.length === 0 && <p className="py-6 text-center text-muted">No differences.</p>}
      <ReviewDrawer of={reviewing} onClose={() => setReviewing(null)} />
    </>
  )
}

// What scrolls must be reachable by keyboard.
const scrolling = { role: 'region', 'aria-label': 'Comparison', tabIndex: 0 }

const stickyClass = 'sticky left-0 z-10 bg-panel px-4 py-2 align-top'

function Head({
  did,
  vasp,
  onReview,
}: {
  did: string
  vasp: Shown | undefined
  onReview: ((vasp: Shown) => void) | undefined
}) {
  return (
    <div className="flex flex-col items-start gap-2">
      <Link
        to="/network/vasps/$did"
        params={{ did }}
        className="text-base font-semibold hover:text-accent"
      >
        {vasp?.name ?? shortenMiddle(did)}
      </Link>
      {vasp && <Badges vasp={vasp} hideDeactivatedBadges />}
      {vasp && onReview && (
        <div data-print="hide">
          <Button onClick={() => onReview(vasp)}>
            Review<span className="sr-only"> {vasp.name}</span>
          </Button>
        </div>
      )}
    </div>
  )
}

type Row = {
  label: string
  /** What is compared; empty where nothing is known. */
  text: (vasp: Shown) => string
  show: (vasp: Shown) => ReactNode
  /** Of its nature different for each company. */
  unique?: boolean
}

const plain = (label: string, value: (vasp: Shown) => ReactNode): Row => ({
  label,
  text: (vasp) => String(value(vasp) ?? ''),
  show: (vasp) => value(vasp) ?? <None />,
})

const None = () => <span className="text-muted">Not provided</span>

const unique = new Set([
  'legalName',
  'otherNames',
  'website',
  'description',
  'lei',
  'businessNumber',
])

const rowsOf = (own: string | null, reviews: boolean): Row[] => [
  ...(reviews
    ? [
        {
          label: 'Our review',
          text: ({ review }: Shown) => review?.reviewValue ?? '',
          show: ({ did, review, waitingReview }: Shown) =>
            did === own ? <OwnCompany /> : <ReviewBadge review={review} waiting={waitingReview} />,
        },
      ]
    : []),
  plain('Verification', ({ verificationStatus }) => sentence(verificationStatus)),
  {
    label: 'Regulatory status',
    text: ({ regulatoryStatus }) => regulatoryStatus ?? '',
    show: ({ regulatoryStatus }) => <RegulatoryStatus status={regulatoryStatus} />,
  },
  plain('Travel Rule phase', ({ compliancePhase }) => compliancePhase && sentence(compliancePhase)),
  plain('Protocols', ({ protocols }) => protocols?.join(', ') || null),
  {
    label: 'Reachable',
    text: ({ isNotifiable }) => String(isNotifiable),
    show: ({ isNotifiable }) => (
      <Badge tone={isNotifiable ? 'success' : 'outline'}>{isNotifiable ? 'Yes' : 'No'}</Badge>
    ),
  },
  ...profileSections.flatMap((section) =>
    profileFields
      .filter((name) => name !== 'name' && presentationOf(name).section === section)
      .map((name) => ({
        label: presentationOf(name).label,
        unique: unique.has(name) || presentationOf(name).section === 'Contact',
        text: (vasp: Shown) => (vasp[name] == null ? '' : JSON.stringify(vasp[name])),
        show: (vasp: Shown) =>
          vasp[name] == null ? <None /> : <FieldValue name={name} value={vasp[name]} />,
      })),
  ),
]

const differ = (texts: readonly (string | undefined)[]): boolean =>
  new Set(texts.filter((text) => text !== undefined)).size > 1
