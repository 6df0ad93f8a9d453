import type { WebhookListener } from '@countersign/contracts/trust'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { DataList, NotForYou } from '../page/index.ts'
import { useViewer } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Section } from '../ui/page/section.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { Time } from '../ui/value/time.tsx'
import { AddListener, ListenerActions, listenerWords } from './webhook-listeners.tsx'
import { WebhookUsagePanel } from './webhook-usage.tsx'

/** The webhook service as a whole, for the network's operator. */
export function AdminWebhooks() {
  const { isCountersignAdmin } = useViewer()
  if (!isCountersignAdmin) return <NotForYou />
  return (
    <>
      <PageHeader
        title="Webhook service"
        description="Events about all companies’ endpoints, and how much the service is used. Each company’s endpoints and messages are on its own screens."
      />
      <Listeners />
      <WebhookUsagePanel />
    </>
  )
}

function Listeners() {
  const { data, error, refetch } = useOperation(api.webhookNetwork.listeners, {})
  const [adding, setAdding] = useState(false)
  return (
    <Section
      title="Endpoint events"
      description="These addresses get a signed message when a company’s endpoint changes, fails, recovers or is disabled."
    >
      <div className="mb-3">
        <Button icon={Plus} onClick={() => setAdding(true)}>
          Add address
        </Button>
      </div>
      <DataList
        error={error}
        onRetry={() => void refetch()}
        caption="Addresses that receive endpoint events"
        columns={columns}
        rows={data?.listeners}
        keyOf={({ id }) => id}
        skeletonRows={2}
        empty={
          <EmptyState kind="nothing" title="No addresses yet">
            Add one to be told immediately when a company’s endpoint fails or is disabled.
          </EmptyState>
        }
      />
      {adding && <AddListener onClose={() => setAdding(false)} />}
    </Section>
  )
}

const columns: Column<WebhookListener>[] = [
  {
    id: 'url',
    header: 'Address',
    cell: ({ url, description }) => (
      <>
        <span className="font-medium wrap-anywhere">{url}</span>
        {description && <span className="block text-sm text-muted">{description}</span>}
      </>
    ),
  },
  { id: 'events', header: 'Events', cell: ({ eventTypes }) => listenerWords(eventTypes) },
  { id: 'created', header: 'Added', cell: ({ createdAt }) => <Time value={createdAt} inRow /> },
  {
    id: 'actions',
    header: 'Actions',
    headerHidden: true,
    cell: (listener) => <ListenerActions listener={listener} />,
  },
]
