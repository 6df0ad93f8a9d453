import type { MessageAttemptOut } from '@countersign/contracts/webhooks'
import { LoadError } from '../../query/index.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { SkeletonPanels } from '../../ui/page/skeleton.tsx'
import { CodeBlock } from '../../ui/value/code-block.tsx'
import { CopyText } from '../../ui/value/copy-text.tsx'
import { JsonView } from '../../ui/value/json-view.tsx'
import { linkClass } from '../../ui/value/link.tsx'
import { Time } from '../../ui/value/time.tsx'
import { DeliveryStatus } from '../attempt/index.ts'
import { Go } from '../places.tsx'
import { useServiceOperation } from '../service.tsx'
import { Destinations } from './destinations.tsx'

/** One message: what was sent, and how each attempt to deliver it ended. */
export function Message({ messageId }: { messageId: string }) {
  const message = useServiceOperation((service) => service.message.get, { msg_id: messageId })
  const attempts = useServiceOperation(
    (service) => service.messageAttempt.listByMsg,
    { msg_id: messageId },
    { polls: 3000 },
  )
  const error = message.error ?? attempts.error
  return (
    <>
      <PageHeader
        above={
          <Go place={{ to: 'endpoints' }} className={linkClass}>
            Webhooks
          </Go>
        }
        title={message.data?.eventType ?? 'Message'}
        meta={
          <>
            <CopyText value={messageId} label="message ID" />
            {message.data && <Time value={message.data.timestamp} />}
          </>
        }
      />
      {error && (
        <LoadError error={error} onRetry={message.error ? message.retry : attempts.retry} />
      )}
      {!error && (!message.data || !attempts.data) && <SkeletonPanels label="Loading message" />}
      {message.data && (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4">
            <Panel title="Payload">
              <JsonView label="Payload" data={message.data.payload} />
            </Panel>
            <Destinations message={message.data} />
          </div>
          <Panel title="Attempts">
            {attempts.data?.data.length === 0 && (
              <p className="text-muted">No endpoint was set up to receive this message.</p>
            )}
            <ol className="flex flex-col gap-4">
              {attempts.data?.data.map((attempt) => (
                <Attempt key={attempt.id} attempt={attempt} />
              ))}
            </ol>
          </Panel>
        </div>
      )}
    </>
  )
}

function Attempt({ attempt }: { attempt: MessageAttemptOut }) {
  return (
    <li>
      <p className="flex flex-wrap items-center gap-2">
        <DeliveryStatus status={attempt.status} />
        <span>
          {attempt.responseStatusCode ? `Response ${attempt.responseStatusCode}` : 'No response'}
        </span>
        <span className="text-sm text-muted">
          in {attempt.responseDurationMs} ms · <Time value={attempt.timestamp} />
        </span>
      </p>
      <p className="my-1 font-mono text-xs wrap-anywhere text-muted">{attempt.url}</p>
      {attempt.response && <CodeBlock label="Response" code={attempt.response} wrap />}
    </li>
  )
}
