import type { HeldKey } from '@countersign/contracts/webhooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DataList, LoadError, refresh, useChange } from '../../query/index.ts'
import { Button } from '../../ui/button.tsx'
import { t } from '../../ui/language.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { toasts } from '../../ui/overlay/toasts.ts'
import { Section } from '../../ui/page/section.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { rowLinkClass } from '../../ui/value/link.tsx'
import { Time } from '../../ui/value/time.tsx'
import { usePaged } from '../paged.ts'
import { Go } from '../places.tsx'
import { useOpen, useService } from '../service.tsx'

/** What waits at an ordered endpoint because a message with the same key fails; nothing where nothing does. */
export function HeldKeys({ endpointId }: { endpointId: string }) {
  const { rows, error, retry, turn } = usePaged(
    (service) => service.endpoint.listHeldKeys,
    (from) => ({ endpoint_id: endpointId, query: { ...from, limit: 25 } }),
    { polls: 5_000 },
  )
  if (error) return <LoadError error={error} onRetry={retry} />
  if (!rows || rows.length === 0) return null
  return (
    <Section
      title={t('Held back')}
      description={t(
        'A message fails here, so later messages with the same key wait for it. Other keys go on.',
      )}
    >
      <DataList
        error={null}
        onRetry={retry}
        caption={t('Held back')}
        columns={columnsOf(endpointId)}
        rows={rows}
        keyOf={({ msgId }) => msgId}
        empty={null}
        turn={turn}
      />
    </Section>
  )
}

const columnsOf = (endpointId: string): Column<HeldKey>[] => [
  {
    id: 'key',
    header: t('Key'),
    cell: ({ orderingKey, msgId }) => (
      <Go place={{ to: 'message', id: msgId }} className={`${rowLinkClass} wrap-anywhere`}>
        {orderingKey}
      </Go>
    ),
  },
  {
    id: 'waiting',
    header: t('Waiting'),
    cell: ({ waiting }) =>
      t('{count, plural, one {# message} other {# messages}}', { count: waiting }),
  },
  {
    id: 'next',
    header: t('Next attempt'),
    cell: ({ nextAttempt }) =>
      nextAttempt ? <Time value={nextAttempt} inRow /> : t('None: resend or skip'),
  },
  {
    id: 'actions',
    header: t('Actions'),
    headerHidden: true,
    cell: (held) => <Actions held={held} endpointId={endpointId} />,
  },
]

function Actions({ held, endpointId }: { held: HeldKey; endpointId: string }) {
  const [asking, setAsking] = useState(false)
  const { can } = useService()
  const open = useOpen()
  const queryClient = useQueryClient()
  const { msgId: msg_id, orderingKey, waiting } = held
  const at = () => ({ app_id: open().appId, msg_id, endpoint_id: endpointId })
  const refreshed = () => {
    const { endpoint, messageAttempt } = open().service
    return refresh(queryClient, endpoint.listHeldKeys, messageAttempt.listByEndpoint)
  }
  const resend = useChange(() => open().service.messageAttempt.resend(at()), {
    says: () => t('Sending the message again'),
    onSuccess: refreshed,
  })
  if (!can('CreateAttempts')) return null
  return (
    <span className="flex flex-wrap justify-end gap-2">
      <Button pending={resend.isPending} onClick={() => resend.mutate()}>
        {t('Resend')}
        <span className="sr-only"> {orderingKey}</span>
      </Button>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {t('Skip')}
        <span className="sr-only"> {orderingKey}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('Skip this message?')}
        confirmLabel={t('Skip message')}
        onConfirm={async () => {
          await open().service.messageAttempt.skip(at())
          toasts.success(t('Message skipped'))
          await refreshed()
        }}
      >
        {t(
          '{count, plural, =0 {It counts as failed.} one {It counts as failed, and the message behind it is sent.} other {It counts as failed, and the # messages behind it are sent.}} You can still resend it later.',
          { count: waiting },
        )}
      </ConfirmDialog>
    </span>
  )
}
