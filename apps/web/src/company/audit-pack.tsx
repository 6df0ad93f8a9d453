import type { PastReview, PublicVasp, SharedDocument, Vasp } from '@countersign/contracts/trust'
import { documentTypeLabels, reviewLabels, reviewReasonLabels } from '@countersign/contracts/trust'
import { ApiError } from '@countersign/kit/client'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { api, useOperation } from '../api/index.ts'
import { DataList, LoadError, NotForYou } from '../page/index.ts'
import { emailOf, useCan, useCompanyName, useReviewer, useViewer } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { PrintFooter } from '../ui/page/print-footer.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { Day } from '../ui/value/day.tsx'
import { DescriptionList } from '../ui/value/description-list.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { Badges } from './badges.tsx'
import { companyQuery } from './query.ts'
import { RegulatoryStatus } from './regulatory-status.tsx'
import { CompanyTransfers } from './transfers.tsx'

const route = getRouteApi('/signed-in/network/vasps/$did/audit-pack')

/** What our company has on record of a counterparty, as one page to print and file. */
export function AuditPackPage() {
  const { did } = route.useParams()
  const company = useReviewer()
  if (!company) return <NotForYou call={api.review.list} />
  return <AuditPack key={`${company} ${did}`} {...{ company, did }} />
}

type Of = { company: string; did: string }

function AuditPack({ company, did }: Of) {
  const { data, error, refetch } = useQuery(companyQuery(did, true, company))
  const own = useCompanyName(company)
  const viewer = useViewer()
  const countsTransfers = useCan(api.tx.statistics).allowed
  return (
    <>
      <PageHeader
        above={
          <Link to="/network/vasps/$did" params={{ did }} className={linkClass} data-print="hide">
            {data?.name ?? 'Company'}
          </Link>
        }
        title={data ? `Audit pack: ${data.name}` : 'Audit pack'}
        description={`What ${own ?? 'your company'} has on record of this counterparty.`}
        actions={
          <Button icon={Printer} variant="primary" onClick={() => print()}>
            Print
          </Button>
        }
      />
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      <div className="flex flex-col gap-4">
        {data && <Standing vasp={data} />}
        {!data && !error && <SkeletonLines lines={5} label="Loading company" />}
        <Verdicts {...{ company, did }} />
        <Documents {...{ company, did }} />
        <SharedQuestionnaire {...{ company, did }} />
        {countsTransfers && data && <CompanyTransfers company={company} vasp={data} />}
      </div>
      <PrintFooter>
        Printed for {own ?? company} by {emailOf(viewer) ?? viewer.did}
      </PrintFooter>
    </>
  )
}

const Standing = ({ vasp }: { vasp: PublicVasp & Partial<Vasp> }) => (
  <Panel title="Company">
    <DescriptionList
      facts={[
        { term: 'DID', value: <CopyText value={vasp.did} label="DID" whole /> },
        { term: 'Legal name', value: vasp.legalName },
        { term: 'LEI', value: vasp.lei },
        { term: 'Regulation', value: <RegulatoryStatus status={vasp.regulatoryStatus} /> },
        { term: 'Badges', value: <Badges vasp={vasp} /> },
      ]}
    />
  </Panel>
)

function Verdicts({ company, did }: Of) {
  const { data, error, refetch } = useOperation(api.review.history, {
    did: company,
    reviewedDid: did,
  })
  return (
    <section aria-labelledby="verdicts" data-print="long">
      <SectionTitle id="verdicts">Our verdicts, newest first</SectionTitle>
      <DataList
        error={error}
        onRetry={() => void refetch()}
        caption="Our verdicts"
        columns={verdictColumns}
        rows={data?.reviews}
        keyOf={({ id }) => id}
        skeletonRows={3}
        empty={<Nothing>Your company hasn’t reviewed it yet.</Nothing>}
      />
    </section>
  )
}

const verdictColumns: Column<PastReview>[] = [
  {
    id: 'verdict',
    header: 'Verdict',
    cell: ({ reviewValue, withdrawnAt }) => (
      <>
        {reviewLabels[reviewValue]}
        {withdrawnAt && (
          <span className="block text-muted">
            Withdrawn <Time value={withdrawnAt} format="absolute" />
          </span>
        )}
      </>
    ),
  },
  {
    id: 'given',
    header: 'Given',
    cell: ({ createdAt }) => <Time value={createdAt} format="absolute" />,
  },
  {
    id: 'reviewer',
    header: 'Reviewer',
    cell: ({ createdBy, createdByName }) => (
      <>
        {createdByName}
        <CopyText value={createdBy} label="DID of the reviewer" />
      </>
    ),
  },
  {
    id: 'note',
    header: 'Note, reasons and sources',
    cell: ({ note, reasons, evidence }) =>
      note || reasons.length > 0 || evidence.length > 0 ? (
        <>
          {note && <p className="wrap-anywhere whitespace-pre-line">{note}</p>}
          {reasons.length > 0 && <p>{reasons.map((one) => reviewReasonLabels[one]).join(' · ')}</p>}
          {evidence.map(({ kind, reference }) => (
            <p key={`${kind} ${reference}`} className="text-muted wrap-anywhere">
              {kind.toLowerCase()}: {reference}
            </p>
          ))}
        </>
      ) : (
        '–'
      ),
  },
  { id: 'next', header: 'Next review', cell: ({ nextReviewAt }) => <Day on={nextReviewAt} /> },
]

function Documents({ company, did }: Of) {
  const { data, error, refetch } = useOperation(api.document.listShared, {
    did: company,
    query: { ownerDid: did },
  })
  return (
    <section aria-labelledby="documents" data-print="long">
      <SectionTitle id="documents">Documents shared with us</SectionTitle>
      <DataList
        error={error}
        onRetry={() => void refetch()}
        caption="Documents shared with us"
        columns={documentColumns}
        rows={data?.documents}
        keyOf={({ s3URL }) => s3URL}
        skeletonRows={2}
        empty={<Nothing>No documents are shared.</Nothing>}
      />
    </section>
  )
}

const documentColumns: Column<SharedDocument>[] = [
  { id: 'title', header: 'Document', cell: ({ title }) => title },
  { id: 'type', header: 'Type', cell: ({ documentType }) => documentTypeLabels[documentType] },
  { id: 'version', header: 'Version', align: 'end', cell: ({ version }) => version },
  {
    id: 'hash',
    header: 'SHA-256',
    cell: ({ sha256 }) => <CopyText value={sha256} label="SHA-256" whole />,
  },
  { id: 'until', header: 'Access until', cell: ({ accessUntil }) => <Day on={accessUntil} /> },
]

function SharedQuestionnaire({ company, did }: Of) {
  const { data, error, refetch } = useOperation(api.questionnaire.get, {
    did,
    query: { requestingVASPdid: company },
  })
  const isAbsent = error instanceof ApiError && error.status === 404
  const submitted = data?.submitted
  return (
    <Panel title="Questionnaire">
      {error && !isAbsent && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonLines lines={3} label="Loading questionnaire" />}
      {(isAbsent || (data && !submitted)) && (
        <p className="text-sm text-muted">No questionnaire is shared.</p>
      )}
      {submitted && (
        <DescriptionList
          none="None"
          facts={[
            { term: 'Version shared', value: submitted.version },
            {
              term: 'Signed by',
              value: `${submitted.declaration.name}, ${submitted.declaration.role}`,
            },
            { term: 'Submitted', value: <Time value={submitted.submittedAt} format="absolute" /> },
            { term: 'Valid until', value: <Day on={submitted.expiresAt} /> },
            {
              term: 'Flags',
              value:
                submitted.flags.length > 0 &&
                submitted.flags.map(({ question, says }) => (
                  <p key={`${question} ${says}`}>
                    {question}: {says}
                  </p>
                )),
            },
          ]}
        />
      )}
    </Panel>
  )
}

const SectionTitle = ({ id, children }: { id: string; children: string }) => (
  <h2 id={id} className="mb-2 text-base font-semibold">
    {children}
  </h2>
)

const Nothing = ({ children }: { children: string }) => (
  <p className="px-4 py-3 text-sm text-muted">{children}</p>
)
