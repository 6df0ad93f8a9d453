import type { EndpointOut, FailingEndpoint } from '@countersign/contracts/webhooks'
import { Plus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { LoadError } from '../../query/index.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Section } from '../../ui/page/section.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { CopyText } from '../../ui/value/copy-text.tsx'
import { rowLinkClass } from '../../ui/value/link.tsx'
import { Time } from '../../ui/value/time.tsx'
import { MessageTable } from '../message/index.ts'
import { Go } from '../places.tsx'
import { useService, useServiceOperation } from '../service.tsx'
import { useFailing } from './health.tsx'
import { EndpointState, FailingCause } from './state.tsx'

const EndpointForm = lazy(() =>
  import('./endpoint-form.tsx').then(({ EndpointForm }) => ({ default: EndpointForm })),
)

/**
 * Where this company hears of events, and the last messages that were sent to it.
 * @param props.actions what else the shell offers on this page
 */
export function Endpoints({ actions }: { actions?: ReactNode }) {
  const [adding, setAdding] = useState(false)
  const { can } = useService()
  const failing = useFailing()
  const { data, error, retry } = useServiceOperation((service) => service.endpoint.list, {
    query: { limit: 100 },
  })
  const add = can('ManageEndpoint') && (
    <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
      Add endpoint
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="These addresses are called when something happens to your company. Each call is signed."
        actions={
          <>
            {actions}
            {add}
          </>
        }
      />
      {error ? (
        <LoadError error={error} onRetry={retry} />
      ) : (
        <DataTable
          caption="Endpoints"
          columns={columnsOf(failing)}
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
      <Suspense>{adding && <EndpointForm onClose={() => setAdding(false)} />}</Suspense>
    </>
  )
}

const columnsOf = (failing: ReadonlyMap<string, FailingEndpoint>): Column<EndpointOut>[] => [
  {
    id: 'url',
    header: 'Address',
    cell: (endpoint) => (
      <Go place={{ to: 'endpoint', id: endpoint.id }} className={`${rowLinkClass} wrap-anywhere`}>
        {endpoint.url}
      </Go>
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
  {
    id: 'state',
    header: 'Status',
    cell: (endpoint) => {
      const cause = failing.get(endpoint.id)
      return (
        <>
          <EndpointState endpoint={endpoint} failing={cause} />
          {cause && <FailingCause failing={cause} />}
        </>
      )
    },
  },
  {
    id: 'created',
    header: 'Created',
    cell: (endpoint) => <Time value={endpoint.createdAt} inRow />,
  },
]
