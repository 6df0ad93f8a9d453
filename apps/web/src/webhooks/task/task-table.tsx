import type { EndpointOut, EndpointTask } from '@countersign/contracts/webhooks'
import { DataList } from '../../query/index.ts'
import { msg, numberText, t } from '../../ui/language.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { Badge } from '../../ui/value/badge.tsx'
import { rowLinkClass } from '../../ui/value/link.tsx'
import { Time } from '../../ui/value/time.tsx'
import { usePaged } from '../paged.ts'
import { Go } from '../places.tsx'
import { useServiceOperation } from '../service.tsx'

const kinds: Readonly<Record<string, string>> = {
  'endpoint.recover': msg('Recover failed messages'),
  'endpoint.replay': msg('Send missing messages'),
  'endpoint.bulk-replay': msg('Send all messages again'),
}
const states = {
  running: ['info', msg('Running')],
  finished: ['success', msg('Finished')],
  failed: ['danger', msg('Failed')],
} as const

/** Recoveries and replays, of all endpoints or of one, with their progress. */
export function TaskTable({ endpointId }: { endpointId?: string }) {
  const { rows, error, retry, turn } = usePaged(
    (service) => service.portal.tasks,
    (from) => ({
      query: {
        ...from,
        limit: endpointId ? 5 : 25,
        ...(endpointId && { endpoint_id: endpointId }),
      },
    }),
    { polls: 2_000 },
  )
  const endpoints = useServiceOperation((service) => service.endpoint.list, {
    query: { limit: 250 },
  })
  if (endpointId && rows?.length === 0) return null
  return (
    <DataList
      error={error}
      onRetry={retry}
      caption={t('Activity')}
      columns={columnsOf(endpoints.data?.data ?? [])}
      rows={rows}
      keyOf={({ id }) => id}
      skeletonRows={2}
      turn={turn}
      empty={
        <EmptyState kind="nothing" title={t('Nothing here yet')}>
          {t('Recover or replay messages on an endpoint’s page to see progress here.')}
        </EmptyState>
      }
    />
  )
}

const columnsOf = (endpoints: readonly EndpointOut[]): Column<EndpointTask>[] => [
  {
    id: 'endpoint',
    header: t('Endpoint'),
    cell: ({ endpointId: id }) => (
      <Go place={{ to: 'endpoint', id }} className={`${rowLinkClass} wrap-anywhere`}>
        {endpoints.find((one) => one.id === id)?.url ?? id}
      </Go>
    ),
  },
  { id: 'task', header: t('Task'), cell: ({ task }) => t(kinds[task] ?? task) },
  {
    id: 'status',
    header: t('Status'),
    cell: ({ status }) => {
      const [tone, word] = states[status]
      return <Badge tone={tone}>{t(word)}</Badge>
    },
  },
  {
    id: 'sent',
    header: t('Messages'),
    align: 'end',
    cell: ({ messagesSent }) => numberText(messagesSent),
  },
  { id: 'time', header: t('Started'), cell: ({ createdAt }) => <Time value={createdAt} inRow /> },
]
