import type { MessageOut } from '@countersign/contracts/webhooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DataList, LoadError, refresh, useChange } from '../../query/index.ts'
import { Button } from '../../ui/button.tsx'
import { t } from '../../ui/language.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { toasts } from '../../ui/overlay/toasts.ts'
import { Section } from '../../ui/page/section.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { CopyText } from '../../ui/value/copy-text.tsx'
import { rowLinkClass } from '../../ui/value/link.tsx'
import { Time } from '../../ui/value/time.tsx'
import { usePaged } from '../paged.ts'
import { Go } from '../places.tsx'
import { useOpen, useService } from '../service.tsx'

/** Messages that wait for their time; nothing where none does. */
export function Scheduled() {
  const { rows, error, retry, turn } = usePaged(
    (service) => service.message.listScheduled,
    (from) => ({ query: { ...from, limit: 25 } }),
    { polls: 10_000 },
  )
  if (error) return <LoadError error={error} onRetry={retry} />
  if (!rows || rows.length === 0) return null
  return (
    <Section title={t('Scheduled')} description={t('These are sent at their scheduled time.')}>
      <DataList
        error={null}
        onRetry={retry}
        caption={t('Scheduled')}
        columns={columnsOf()}
        rows={rows}
        keyOf={({ id }) => id}
        copyOf={({ id }) => id}
        empty={null}
        turn={turn}
      />
    </Section>
  )
}

const columnsOf = (): Column<Pick<MessageOut, 'id' | 'eventType' | 'deliverAt'>>[] => [
  {
    id: 'type',
    header: t('Event'),
    cell: ({ id, eventType }) => (
      <Go place={{ to: 'message', id }} className={rowLinkClass}>
        {eventType}
      </Go>
    ),
  },
  { id: 'id', header: t('ID'), cell: ({ id }) => <CopyText value={id} label={t('message ID')} /> },
  {
    id: 'due',
    header: t('Due'),
    cell: ({ deliverAt }) => (deliverAt ? <Time value={deliverAt} inRow /> : '–'),
  },
  {
    id: 'actions',
    header: t('Actions'),
    headerHidden: true,
    cell: ({ id }) => <Actions messageId={id} />,
  },
]

function Actions({ messageId: msg_id }: { messageId: string }) {
  const [asking, setAsking] = useState(false)
  const { can } = useService()
  const open = useOpen()
  const queryClient = useQueryClient()
  const refreshed = () => {
    const { listScheduled, list } = open().service.message
    return refresh(queryClient, listScheduled, list)
  }
  const sendNow = useChange(
    () => open().service.message.sendNow({ app_id: open().appId, msg_id }),
    {
      says: () => t('Sending the message'),
      onSuccess: refreshed,
    },
  )
  if (!can('CreateAttempts')) return null
  return (
    <span className="flex flex-wrap justify-end gap-2">
      <Button pending={sendNow.isPending} onClick={() => sendNow.mutate()}>
        {t('Send now')}
        <span className="sr-only"> {msg_id}</span>
      </Button>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {t('Cancel message')}
        <span className="sr-only"> {msg_id}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('Cancel this message?')}
        confirmLabel={t('Cancel message')}
        onConfirm={async () => {
          const { appId, service } = open()
          await service.message.cancel({ app_id: appId, msg_id })
          toasts.success(t('Message cancelled'))
          await refreshed()
        }}
      >
        {t('It won’t be sent.')}
      </ConfirmDialog>
    </span>
  )
}
