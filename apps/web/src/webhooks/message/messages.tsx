import type { MessageOut } from '@countersign/contracts/webhooks'
import { useState } from 'react'
import { DataList } from '../../query/index.ts'
import { Button } from '../../ui/button.tsx'
import { msg, t } from '../../ui/language.ts'
import { filtered } from '../../ui/list/filter-bar.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { usePaged } from '../paged.ts'
import { useSearch } from '../places.tsx'
import { useServiceOperation } from '../service.tsx'
import { Scheduled } from './scheduled.tsx'
import { columnsOf } from './table.tsx'

const hour = 3_600_000
const periods = [
  ['1h', msg('Last hour'), hour],
  ['1d', msg('Last 24 hours'), 24 * hour],
  ['7d', msg('Last 7 days'), 168 * hour],
  ['30d', msg('Last 30 days'), 720 * hour],
] as const

/** The log of messages, filtered as the address says. */
export function Messages() {
  const [search, change] = useSearch()
  const type = search.get('type') ?? ''
  const channel = search.get('channel') ?? ''
  const tag = search.get('tag') ?? ''
  const period = periods.find(([value]) => value === search.get('period'))
  // To the minute, so that the same question has the same answer for a while.
  const [now] = useState(() => Math.floor(Date.now() / 60_000) * 60_000)
  const query = {
    limit: 25,
    with_content: 'false',
    ...(type && { event_types: type }),
    ...(/^[\w.-]{1,128}$/.test(channel) && { channel }),
    ...(/^[\w./\\#-]{1,128}$/.test(tag) && { tag }),
    ...(period && { after: new Date(now - period[2]).toISOString() }),
  } as const
  const { rows, error, retry, turn, isFirst } = usePaged(
    (service) => service.message.list,
    (from) => ({ query: { ...from, ...query } }),
    { key: `${type} ${channel} ${tag} ${period?.[0] ?? ''}` },
  )
  const types = useServiceOperation((service) => service.eventType.list, { query: { limit: 250 } })
  const session = useServiceOperation((service) => service.portal.session, {})
  const hasTags = tag !== '' || session.data?.settings?.enableMessageTags
  return (
    <>
      <PageHeader
        title={t('Messages')}
        description={t('Each event, as it was sent to your endpoints. Kept for 90 days.')}
      />
      <DataList
        filters={filtered({
          search: { type, channel, tag, period: period?.[0] },
          change,
          fields: [
            {
              key: 'type',
              label: t('Event'),
              labelled: true,
              any: t('All events'),
              options: (types.data?.data ?? []).map(({ name }) => ({ value: name, label: name })),
            },
            {
              key: 'period',
              label: t('Period'),
              labelled: true,
              any: t('Any time'),
              options: periods.map(([value, label]) => ({ value, label: t(label) })),
            },
            {
              key: 'channel',
              label: t('Channel'),
              labelled: true,
              chip: `${t('Channel')}:`,
              whole: true,
            },
            ...(hasTags
              ? [
                  {
                    key: 'tag',
                    label: t('Tag'),
                    labelled: true,
                    chip: `${t('Tag')}:`,
                    whole: true,
                  } as const,
                ]
              : []),
          ],
        })}
        top={isFirst && <Newer query={query} rows={rows} onShow={retry} />}
        error={error}
        onRetry={retry}
        caption={t('Messages')}
        columns={columnsOf()}
        rows={rows}
        keyOf={(message) => message.id}
        copyOf={(message) => message.id}
        empty={
          <EmptyState kind="nothing" title={t('No messages yet')}>
            {t('A message is sent when something happens, such as a change to your profile.')}
          </EmptyState>
        }
        turn={turn}
      />
      <Scheduled />
    </>
  )
}

interface NewerProps {
  query: { readonly limit: number; readonly with_content: 'false' }
  rows: readonly Pick<MessageOut, 'id'>[] | undefined
  onShow: () => void
}

/** Rows stay where they are while somebody reads them; what has come since waits behind a button. */
function Newer({ query, rows, onShow }: NewerProps) {
  const { data } = useServiceOperation(
    (service) => service.message.list,
    { query: { ...query, limit: 26 } },
    { polls: 5_000 },
  )
  const newest = rows?.[0]?.id ?? ''
  const count = rows ? (data?.data.filter(({ id }) => id > newest).length ?? 0) : 0
  if (count === 0) return null
  return (
    <Button onClick={onShow}>
      {count > 25
        ? t('Show more than 25 new messages')
        : t('{count, plural, one {Show # new message} other {Show # new messages}}', { count })}
    </Button>
  )
}
