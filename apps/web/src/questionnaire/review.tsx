import { questionnaireType } from '@countersign/contracts/trust'
import { ApiError } from '@countersign/kit/client'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { FileQuestion, Printer } from 'lucide-react'
import { api, useChange, useOperation } from '../api/index.ts'
import { LoadError, NotForYou } from '../page/index.ts'
import { PdfButton } from '../report/index.ts'
import { useCan, useCompany } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonPanels } from '../ui/page/skeleton.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { ddqQuery } from './query.ts'
import { CompanyName } from './readers.tsx'
import { ReviewBody } from './review-body.tsx'

const route = getRouteApi('/signed-in/due-diligence/review/$did')

/** Another company's questionnaire, with our own marks and notes beside it. */
export function DdqReviewPage() {
  const { did } = route.useParams()
  const company = useCompany()
  const reads = useCan(api.questionnaireReview.get)
  if (!company || !reads.allowed) return <NotForYou call={api.questionnaireReview.get} />
  return <Review key={`${company} ${did}`} company={company} did={did} />
}

function Review({ company, did }: { company: string; did: string }) {
  const ddq = useQuery(ddqQuery(did, company))
  const absent = ddq.error instanceof ApiError && ddq.error.status === 404
  return (
    <>
      <PageHeader
        above={
          <Link to="/network/vasps/$did" params={{ did }} className={linkClass} data-print="hide">
            Company
          </Link>
        }
        title={
          <>
            Review of <CompanyName did={did} />
          </>
        }
        meta={<CopyText value={did} label="DID" />}
        actions={
          ddq.data && (
            <>
              <Button icon={Printer} onClick={() => window.print()}>
                Print
              </Button>
              {ddq.data.submitted && (
                <PdfButton
                  company={company}
                  of={{ kind: 'questionnaire', about: did, version: ddq.data.submitted.version }}
                >
                  Download PDF
                </PdfButton>
              )}
            </>
          )
        }
      />
      {absent ? (
        <NotShared company={company} did={did} />
      ) : ddq.error && !ddq.data ? (
        <LoadError error={ddq.error} onRetry={() => void ddq.refetch()} />
      ) : ddq.data ? (
        <ReviewBody company={company} ddq={ddq.data} />
      ) : (
        <SkeletonPanels label="Loading questionnaire" />
      )}
    </>
  )
}

const waiting: Record<string, string> = {
  WAITING_FOR_INFORMATION: 'You’ve requested it. The company hasn’t submitted one yet.',
  PENDING: 'You’ve requested it. The company hasn’t answered yet.',
  APPROVED: 'Your access has ended.',
  DECLINED: 'The company declined your request.',
  REVOKED: 'The company revoked your access.',
  WITHDRAWN: 'You withdrew your request.',
}

/** Nothing to read: why not, and how to ask. */
function NotShared({ company, did }: { company: string; did: string }) {
  const { reason } = useCan(api.questionnaireReview.mark)
  const query = { requestingVASPdid: company }
  const sent = useOperation(api.documentRequest.list, { did: 'outgoing-requests', query })
  const request = sent.data?.requests.find(
    ({ ownerDid, documentType }) => ownerDid === did && documentType === questionnaireType,
  )
  const ask = useChange(
    () =>
      api.documentRequest.act({
        did,
        query: { ...query, documentType: questionnaireType, accessAction: 'REQUEST' },
      }),
    { invalidates: [api.documentRequest.list], says: 'Questionnaire requested' },
  )
  const open = request?.status === 'PENDING' || request?.status === 'WAITING_FOR_INFORMATION'
  return (
    <Panel>
      <EmptyState
        kind="nothing"
        icon={FileQuestion}
        title="This questionnaire isn’t shared with you"
        action={
          <Button
            variant="primary"
            disabledReason={reason ?? (open ? 'Awaiting an answer' : undefined)}
            pending={ask.isPending}
            onClick={() => ask.mutate()}
          >
            Request questionnaire
          </Button>
        }
      >
        {request
          ? waiting[request.status]
          : 'Ask the company for access. Its admins are notified by email.'}
      </EmptyState>
    </Panel>
  )
}
