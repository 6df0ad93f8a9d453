import type { MessageOut } from '@countersign/contracts/webhooks'
import { useState } from 'react'
import { LoadError } from '../../query/index.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { msg, t } from '../../ui/language.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { usePaged } from '../paged.tsx'
import { useSearch } from '../places.tsx'
import { useServiceOperation } from '../service.tsx'
import { Scheduled } from './scheduled.tsx'
import { columnsOf } from './table.tsx'

const hour = 3_600_000
const periods = [
  ['', msg('Any time'), 0],
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
  const period = periods.find(([value]) => value === search.get('period')) ?? periods[0]
  // To the minute, so that the same question has the same answer for a while.
  const [now] = useState(() => Math.floor(Date.now() / 60_000) * 60_000)
  const query = {
    limit: 25,
    with_content: 'false',
    ...(type && { event_types: type }),
    ...(/^[\w.-]{1,128}$/.test(channel) && { channel }),
    ...(/^[\w./\\#-]{1,128}$/.test(tag) && { tag }),
    ...(period[2] > 0 && { after: new Date(now - period[2]).toISOString() }),
  } as const
  const key = `${type} ${channel} ${tag} ${period[0]}`
  const isFiltered = key.trim() !== ''
  const clear = () => change({ type: null, channel: null, tag: null, period: null })
  const { rows, error, retry, pagination, isFirst } = usePaged(
    (service) => service.message.list,
    (from) => ({ query: { ...from, ...query } }),
    { key },
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
      <div className="mb-3 flex flex-wrap gap-3">
        <SelectField
          label={t('Event')}
          className="w-56"
          options={[
            { value: '', label: t('All events') },
            ...(types.data?.data ?? []).map(({ name }) => ({ value: name, label: name })),
          ]}
          value={type}
          onChange={({ target }) => change({ type: target.value || null })}
        />
        <SelectField
          label={t('Period')}
          className="w-44"
          options={periods.map(([value, label]) => ({ value, label: t(label) }))}
          value={period[0]}
          onChange={({ target }) => change({ period: target.value || null })}
        />
        <TextField
          label={t('Channel')}
          className="w-44"
          defaultValue={channel}
          onBlur={({ target }) => change({ channel: target.value.trim() || null })}
        />
        {hasTags && (
          <TextField
            label={t('Tag')}
            className="w-44"
            defaultValue={tag}
            onBlur={({ target }) => change({ tag: target.value.trim() || null })}
          />
        )}
      </div>
      {isFirst && <Newer query={query} rows={rows} onShow={retry} />}
      {error ? (
        <LoadError error={error} onRetry={retry} />
      ) : (
        <DataTable
          caption={t('Messages')}
          columns={columnsOf()}
          rows={rows}
          keyOf={(message) => message.id}
          copyOf={(message) => message.id}
          empty={
            isFiltered ? (
              <EmptyState kind="no-match" filters={[]} onClear={clear} />
            ) : (
              <EmptyState kind="nothing" title={t('No messages yet')}>
                {t('A message is sent when something happens, such as a change to your profile.')}
              </EmptyState>
            )
          }
        />
      )}
      {pagination}
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
    <div className="mb-3 flex justify-center">
      <Button onClick={onShow}>
        {count > 25
          ? t('Show more than 25 new messages')
          : t('{count, plural, one {Show # new message} other {Show # new messages}}', { count })}
      </Button>
    </div>
  )
}
