import type { MessageAttemptOut } from '@countersign/contracts/webhooks'
import { LoadError } from '../../query/index.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { rowLinkClass } from '../../ui/value/link.tsx'
import { Time } from '../../ui/value/time.tsx'
import { Go } from '../places.tsx'
import { useServiceOperation } from '../service.tsx'
import { DeliveryStatus } from './status.tsx'

/** The last attempts to one endpoint. */
export function AttemptTable({ endpointId }: { endpointId: string }) {
  const { data, error, retry } = useServiceOperation(
    (service) => service.messageAttempt.listByEndpoint,
    { endpoint_id: endpointId, query: { limit: 25 } },
    { polls: 5000 },
  )
  if (error) return <LoadError error={error} onRetry={retry} />
  return (
    <DataTable
      caption="Attempts"
      columns={columns}
      rows={data?.data}
      keyOf={(attempt) => attempt.id}
      skeletonRows={3}
      empty={
        <EmptyState kind="nothing" title="Nothing sent yet">
          Edit your profile, and an event is sent here within a second.
        </EmptyState>
      }
    />
  )
}

const columns: Column<MessageAttemptOut>[] = [
  {
    id: 'message',
    header: 'Message',
    cell: (attempt) => (
      <Go
        place={{ to: 'message', id: attempt.msgId }}
        className={`${rowLinkClass} font-mono text-xs`}
      >
        {attempt.msgId}
      </Go>
    ),
  },
  {
    id: 'status',
    header: 'Outcome',
    cell: (attempt) => <DeliveryStatus status={attempt.status} />,
  },
  {
    id: 'code',
    header: 'Response',
    cell: (attempt) => attempt.responseStatusCode || 'none',
    align: 'end',
  },
  {
    id: 'took',
    header: 'Duration',
    cell: (attempt) => `${attempt.responseDurationMs} ms`,
    align: 'end',
  },
  { id: 'time', header: 'Time', cell: (attempt) => <Time value={attempt.timestamp} inRow /> },
]
