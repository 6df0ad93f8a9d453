import type { MessageAttemptOut } from '@countersign/contracts/webhooks'
import { DataList } from '../../query/index.ts'
import { msg, t } from '../../ui/language.ts'
import { filtered } from '../../ui/list/filter-bar.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { rowLinkClass } from '../../ui/value/link.tsx'
import { Time } from '../../ui/value/time.tsx'
import { usePaged } from '../paged.ts'
import { Go, useSearch } from '../places.tsx'
import { DeliveryStatus } from './status.tsx'

const outcomes = [
  ['0', msg('Delivered')],
  ['2', msg('Failed')],
] as const
const classes = [
  ['200', msg('200 to 299')],
  ['300', msg('300 to 399')],
  ['400', msg('400 to 499')],
  ['500', msg('500 to 599')],
  ['0', msg('No response')],
] as const

/** The attempts to one endpoint, filtered as the address says. */
export function AttemptTable({ endpointId }: { endpointId: string }) {
  const [search, change] = useSearch()
  const [status, code] = [search.get('outcome') ?? '', search.get('response') ?? '']
  const { rows, error, retry, turn } = usePaged(
    (service) => service.messageAttempt.listByEndpoint,
    (from) => ({
      endpoint_id: endpointId,
      query: {
        ...from,
        limit: 25,
        ...(/^[02]$/.test(status) && { status: Number(status) as 0 | 2 }),
        ...(/^[02345]/.test(code) && { status_code_class: Number(code) as 200 }),
      },
    }),
    { polls: 5000, key: `${status} ${code}` },
  )
  return (
    <DataList
      filters={filtered({
        search: { outcome: status, response: code },
        change,
        fields: [
          {
            key: 'outcome',
            label: t('Outcome'),
            any: t('All outcomes'),
            options: outcomes.map(([value, label]) => ({ value, label: t(label) })),
          },
          {
            key: 'response',
            label: t('Response'),
            any: t('All responses'),
            options: classes.map(([value, label]) => ({ value, label: t(label) })),
          },
        ],
      })}
      error={error}
      onRetry={retry}
      caption={t('Attempts')}
      columns={columnsOf()}
      rows={rows}
      keyOf={(attempt) => attempt.id}
      skeletonRows={3}
      empty={
        <EmptyState kind="nothing" title={t('Nothing sent yet')}>
          {t('Attempts appear here within a second of an event.')}
        </EmptyState>
      }
      turn={turn}
    />
  )
}

const columnsOf = (): Column<MessageAttemptOut>[] => [
  {
    id: 'message',
    header: t('Message'),
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
    header: t('Outcome'),
    cell: (attempt) => <DeliveryStatus status={attempt.status} />,
  },
  {
    id: 'code',
    header: t('Response'),
    cell: (attempt) => attempt.responseStatusCode || t('none'),
    align: 'end',
  },
  {
    id: 'took',
    header: t('Duration'),
    cell: (attempt) => `${attempt.responseDurationMs} ms`,
    align: 'end',
  },
  { id: 'time', header: t('Time'), cell: (attempt) => <Time value={attempt.timestamp} inRow /> },
]
