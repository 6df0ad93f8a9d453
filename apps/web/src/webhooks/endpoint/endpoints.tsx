import type { EndpointOut } from '@countersign/contracts/webhooks'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { LoadError, NotForYou } from '../../page/index.ts'
import { useCan } from '../../session/index.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Section } from '../../ui/page/section.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { Badge } from '../../ui/value/badge.tsx'
import { CopyText } from '../../ui/value/copy-text.tsx'
import { rowLinkClass } from '../../ui/value/link.tsx'
import { Time } from '../../ui/value/time.tsx'
import { MessageTable } from '../message/index.ts'
import { portalPermission, usePortalOperation } from '../portal.ts'
import { NewEndpoint, useDemoReceiver } from './new-endpoint.tsx'

/** Where this company hears of events, and the last messages that were sent to it. */
export function Endpoints() {
  const { allowed } = useCan(portalPermission)
  if (!allowed) return <NotForYou permission={portalPermission} />
  return <EndpointsPage />
}

function EndpointsPage() {
  const [adding, setAdding] = useState(false)
  const { data: receiver } = useDemoReceiver()
  const { data, error, retry } = usePortalOperation((service) => service.endpoint.list, {
    query: { limit: 100 },
  })
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
      Add endpoint
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Countersign calls these addresses when something happens to your company. Each call is signed."
        actions={
          <>
            {receiver && (
              <Link to="/developers/webhooks/receiver" className={buttonClass()}>
                Demo receiver
              </Link>
            )}
            {add}
          </>
        }
      />
      {error ? (
        <LoadError error={error} onRetry={retry} />
      ) : (
        <DataTable
          caption="Endpoints"
          columns={columns}
          rows={data?.data}
          keyOf={(endpoint) => endpoint.id}
          copyOf={(endpoint) => endpoint.url}
          skeletonRows={2}
          empty={
            <EmptyState kind="nothing" title="No endpoints yet" action={add}>
              Add your server’s address to receive events, such as changes to your profile.
            </EmptyState>
          }
        />
      )}
      <Section title="Messages" description="Newest first; updates every few seconds.">
        <MessageTable />
      </Section>
      {adding && <NewEndpoint onClose={() => setAdding(false)} />}
    </>
  )
}

const columns: Column<EndpointOut>[] = [
  {
    id: 'url',
    header: 'Address',
    cell: (endpoint) => (
      <Link
        to="/developers/webhooks/endpoints/$endpointId"
        params={{ endpointId: endpoint.id }}
        className={`${rowLinkClass} wrap-anywhere`}
      >
        {endpoint.url}
      </Link>
    ),
  },
  {
    id: 'description',
    header: 'Description',
    cell: ({ description }) => (
      <span className="line-clamp-2 max-w-96 wrap-anywhere">{description || '–'}</span>
    ),
  },
  {
    id: 'id',
    header: 'ID',
    cell: (endpoint) => <CopyText value={endpoint.id} label="endpoint ID" />,
    wideOnly: true,
  },
  { id: 'state', header: 'Status', cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
  {
    id: 'created',
    header: 'Created',
    cell: (endpoint) => <Time value={endpoint.createdAt} inRow />,
  },
]

/** Whether an endpoint is called. */
export function EndpointState({ endpoint }: { endpoint: EndpointOut }) {
  return endpoint.disabled ? (
    <Badge tone="warning">Disabled</Badge>
  ) : (
    <Badge tone="success">Enabled</Badge>
  )
}
