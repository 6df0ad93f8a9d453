import type { EndpointOut, MessageEndpointOut, MessageOut } from '@countersign/contracts/webhooks'
import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { LoadError, refresh, useChange } from '../../query/index.ts'
import { Button } from '../../ui/button.tsx'
import { t } from '../../ui/language.ts'
import { toasts } from '../../ui/overlay/toasts.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { Badge } from '../../ui/value/badge.tsx'
import { linkClass } from '../../ui/value/link.tsx'
import { Time } from '../../ui/value/time.tsx'
import { DeliveryStatus } from '../attempt/index.ts'
import { Go } from '../places.tsx'
import { useOpen, useService, useServiceOperation } from '../service.tsx'
import { type Routed, whyNothing } from './routing.rules.ts'

/** Each endpoint: how far a message is on its way there, or why it doesn’t get it. */
export function Destinations({ message }: { message: Pick<MessageOut, 'id'> & Routed }) {
  const sent = useServiceOperation(
    (service) => service.messageAttempt.listAttemptedDestinations,
    { msg_id: message.id, query: { limit: 250 } },
    { polls: 3_000 },
  )
  const all = useServiceOperation((service) => service.endpoint.list, { query: { limit: 250 } })
  const failed = sent.error ?? all.error
  if (failed) return <LoadError error={failed} onRetry={sent.error ? sent.retry : all.retry} />
  if (!sent.data || !all.data || (all.data.data.length === 0 && sent.data.data.length === 0))
    return null
  const reached = new Set(sent.data.data.map(({ id }) => id))
  return (
    <Panel title={t('Endpoints')}>
      <ul className="flex flex-col gap-4">
        {sent.data.data.map((one) => (
          <Reached key={one.id} messageId={message.id} endpoint={one} />
        ))}
        {all.data.data
          .filter(({ id }) => !reached.has(id))
          .map((one) => (
            <li key={one.id}>
              <p className="flex flex-wrap items-center gap-2">
                <Badge>{t('Not sent')}</Badge>
                <Address endpoint={one} />
              </p>
              <p className="mt-1 text-sm text-muted">{whyNothing(one, message)}</p>
            </li>
          ))}
      </ul>
    </Panel>
  )
}

const Address = ({ endpoint: { id, url } }: { endpoint: Pick<EndpointOut, 'id' | 'url'> }) => (
  <Go place={{ to: 'endpoint', id }} className={`${linkClass} wrap-anywhere`}>
    {url}
  </Go>
)

function Reached({ messageId, endpoint }: { messageId: string; endpoint: MessageEndpointOut }) {
  const { can } = useService()
  const open = useOpen()
  const queryClient = useQueryClient()
  const { disabled, heldBy, id, nextAttempt, status } = endpoint
  const resend = useChange(async () => {
    const { appId, service } = open()
    await service.messageAttempt.resend({ app_id: appId, msg_id: messageId, endpoint_id: id })
    toasts.success(t('Sending the message again'))
    const { listByMsg, listAttemptedDestinations } = service.messageAttempt
    await refresh(queryClient, listByMsg, listAttemptedDestinations)
  })
  return (
    <li>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex min-w-0 flex-wrap items-center gap-2">
          <DeliveryStatus status={status} />
          <Address endpoint={endpoint} />
        </p>
        {can('CreateAttempts') && !disabled && (
          <Button icon={Send} pending={resend.isPending} onClick={() => resend.mutate()}>
            {t('Resend')}
            <span className="sr-only"> {t('to {url}', { url: endpoint.url })}</span>
          </Button>
        )}
      </div>
      {nextAttempt && (
        <p className="mt-1 text-sm text-muted">
          {t('Next attempt')} <Time value={nextAttempt} format="absolute" />
          {endpoint.rateLimit
            ? `. ${t('At most {count} messages per second are sent there, so it may be later.', {
                count: endpoint.rateLimit,
              })}`
            : ''}
        </p>
      )}
      {heldBy && heldBy !== messageId && (
        <p className="mt-1 text-sm text-muted">
          {t('It waits for a message with the same key.')}{' '}
          <Go place={{ to: 'message', id: heldBy }} className={linkClass}>
            {t('Show that message')}
          </Go>
        </p>
      )}
      {disabled && (
        <p className="mt-1 text-sm text-muted">{t('It’s disabled: nothing more is sent.')}</p>
      )}
    </li>
  )
}
