import { LoadError } from '../../query/index.ts'
import { t } from '../../ui/language.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { SkeletonPanels } from '../../ui/page/skeleton.tsx'
import { CopyText } from '../../ui/value/copy-text.tsx'
import { JsonView } from '../../ui/value/json-view.tsx'
import { linkClass } from '../../ui/value/link.tsx'
import { Time } from '../../ui/value/time.tsx'
import { Go } from '../places.tsx'
import { useServiceOperation } from '../service.tsx'
import { Attempt } from './attempt.tsx'
import { Destinations } from './destinations.tsx'

/** One message: what was sent, and how each attempt to deliver it ended. */
export function Message({ messageId }: { messageId: string }) {
  const message = useServiceOperation((service) => service.message.get, { msg_id: messageId })
  const attempts = useServiceOperation(
    (service) => service.messageAttempt.listByMsg,
    { msg_id: messageId, query: { limit: 100 } },
    { polls: 3000 },
  )
  const session = useServiceOperation((service) => service.portal.session, {})
  const { enableMessageTags: hasTags, customStringsOverride: words } = session.data?.settings ?? {}
  const error = message.error ?? attempts.error
  const payload = message.data?.payload
  return (
    <>
      <PageHeader
        above={
          <Go place={{ to: 'messages' }} className={linkClass}>
            {t('Messages')}
          </Go>
        }
        title={message.data?.eventType ?? t('Message')}
        meta={
          <>
            <CopyText value={messageId} label={t('message ID')} />
            {message.data && <Time value={message.data.timestamp} />}
            {message.data?.channels && (
              <span className="text-sm text-muted">
                {words?.channelsMany ?? t('Channels')}: {message.data.channels.join(', ')}
              </span>
            )}
            {hasTags && message.data?.tags && (
              <span className="text-sm text-muted">
                {t('Tags')}: {message.data.tags.join(', ')}
              </span>
            )}
          </>
        }
      />
      {error && (
        <LoadError error={error} onRetry={message.error ? message.retry : attempts.retry} />
      )}
      {!error && (!message.data || !attempts.data) && (
        <SkeletonPanels label={t('Loading message')} />
      )}
      {message.data && (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4">
            <Panel title={t('Payload')}>
              <JsonView label={t('Payload')} data={message.data.payload} />
            </Panel>
            <Destinations message={message.data} />
          </div>
          <Panel title={t('Attempts')}>
            {attempts.data?.data.length === 0 && (
              <p className="text-muted">{t('No endpoint was set up to receive this message.')}</p>
            )}
            <ol className="flex flex-col gap-4">
              {attempts.data?.data.map((attempt) => (
                <Attempt key={attempt.id} attempt={attempt} payload={payload} />
              ))}
            </ol>
          </Panel>
        </div>
      )}
    </>
  )
}
