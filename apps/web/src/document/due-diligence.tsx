import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, usePages } from '../api/index.ts'
import { NotForYou } from '../page/index.ts'
import { ReviewsDue, reviewsDueQuery } from '../review/index.ts'
import { useCan, useCompany, useReadOnly } from '../session/index.ts'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Tabs } from '../ui/page/tabs.tsx'
import { ReceivedRequests } from './received-requests.tsx'
import { isOpen, requestsOf } from './request-list.ts'
import { SentRequests } from './sent-requests.tsx'
import { SharedWithUs, sharedQuery } from './shared-with-us.tsx'

const route = getRouteApi('/signed-in/due-diligence')

/** What other companies ask of us, what we asked of them, and what is due. */
export function DueDiligence() {
  const did = useCompany()
  const { allowed } = useCan(api.documentRequest.list)
  if (!did || !allowed) return <NotForYou call={api.documentRequest.list} />
  return <Inbox key={did} did={did} />
}

function Inbox({ did }: { did: string }) {
  const { tab = 'received' } = route.useSearch()
  const navigate = route.useNavigate()
  const received = usePages(
    api.documentRequest.list,
    { did, query: { limit: 100 } },
    { polls: 5000 },
  )
  const sent = usePages(
    api.documentRequest.list,
    { did: 'outgoing-requests', query: { requestingVASPdid: did, limit: 100 } },
    { polls: 5000 },
  )
  const shared = useQuery(sharedQuery(did))
  // Verdicts are the company's alone.
  const reviews = useReadOnly() === undefined
  const due = useQuery({ ...reviewsDueQuery(did), enabled: reviews })
  return (
    <>
      <PageHeader
        title="Due diligence"
        description="Requests for documents and questionnaires, in both directions."
      />
      <Tabs
        label="Due diligence"
        value={tab === 'due' && !reviews ? 'received' : tab}
        onChange={(next) =>
          void navigate({ search: next === 'received' ? {} : { tab: next }, replace: true })
        }
        items={[
          {
            value: 'received',
            label: 'Received',
            count: requestsOf(received)?.filter(isOpen).length,
            content: <ReceivedRequests list={received} />,
          },
          {
            value: 'sent',
            label: 'Sent',
            count: requestsOf(sent)?.filter(isOpen).length,
            content: <SentRequests did={did} list={sent} />,
          },
          {
            value: 'shared',
            label: 'Shared with us',
            count: shared.data?.documents.length,
            content: <SharedWithUs did={did} />,
          },
          ...(reviews
            ? [
                {
                  value: 'due' as const,
                  label: 'Reviews due',
                  count: due.data?.pagination.due,
                  content: <ReviewsDue did={did} />,
                },
              ]
            : []),
        ]}
      />
    </>
  )
}
