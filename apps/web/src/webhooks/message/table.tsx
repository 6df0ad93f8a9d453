import { DataList } from '../../query/index.ts'
import { t } from '../../ui/language.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { CopyText } from '../../ui/value/copy-text.tsx'
import { rowLinkClass } from '../../ui/value/link.tsx'
import { Time } from '../../ui/value/time.tsx'
import { Go } from '../places.tsx'
import { useServiceOperation } from '../service.tsx'

/** The last messages of the company's application. */
export function MessageTable() {
  const { data, error, retry } = useServiceOperation(
    (service) => service.message.list,
    { query: { limit: 10, with_content: 'false' } },
    { polls: 5000 },
  )
  return (
    <DataList
      error={error}
      onRetry={retry}
      caption={t('Messages')}
      columns={columnsOf()}
      rows={data?.data}
      keyOf={(message) => message.id}
      copyOf={(message) => message.id}
      skeletonRows={3}
      empty={
        <EmptyState kind="nothing" title={t('No messages yet')}>
          {t('A message is sent when something happens, such as a change to your profile.')}
        </EmptyState>
      }
    />
  )
}

type Message = { id: string; eventType: string; timestamp: string }

/** What a list shows of messages. */
export const columnsOf = (): Column<Message>[] => [
  {
    id: 'type',
    header: t('Event'),
    cell: (message) => (
      <Go place={{ to: 'message', id: message.id }} className={rowLinkClass}>
        {message.eventType}
      </Go>
    ),
  },
  {
    id: 'id',
    header: t('ID'),
    cell: (message) => <CopyText value={message.id} label={t('message ID')} />,
  },
  { id: 'time', header: t('Sent'), cell: (message) => <Time value={message.timestamp} inRow /> },
]
