import type { LatestState, Received } from '@countersign/contracts/site'
import { Link } from '@tanstack/react-router'
import { api, useOperation } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonPanels } from '../ui/page/skeleton.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { CodeBlock } from '../ui/value/code-block.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'

/** What the demo's own receiver got, as a customer's server would see it. */
export function Receiver() {
  const { data, error, refetch } = useOperation(api.receiver.get, {}, { polls: 3000 })
  return (
    <>
      <PageHeader
        above={
          <Link to="/developers/webhooks" className={linkClass}>
            Webhooks
          </Link>
        }
        title="Demo receiver"
        description="A small server built into this demo. It verifies each call with the Standard Webhooks library and remembers the last 50."
        meta={data && <CopyText value={data.url} label="address" whole />}
      />
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonPanels panels={1} label="Loading calls" />}
      {data?.received.length === 0 && (
        <Panel>
          <EmptyState kind="nothing" title="No calls yet">
            Add an endpoint with this address, then edit your profile.
          </EmptyState>
        </Panel>
      )}
      <div className="flex flex-col gap-4">
        {data && data.latest.length > 0 && <Latest states={data.latest} />}
        <ol className="flex flex-col gap-4">
          {data?.received.map((one, at) => (
            <li key={one.id}>
              <Arrival received={one} nth={at + 1} />
            </li>
          ))}
        </ol>
      </div>
    </>
  )
}

/** Events can arrive late or twice, so the receiver keeps the one with the greatest sequence. */
function Latest({ states }: { states: readonly LatestState[] }) {
  return (
    <Panel title="Latest state of each object">
      <ul className="flex flex-col gap-2 text-sm">
        {states.map(({ company, object, type, sequence }) => (
          <li key={`${company} ${object}`} className="flex flex-wrap gap-x-3">
            <span className="break-all font-mono text-xs">{object}</span>
            <span>{type}</span>
            <span className="text-muted">sequence {sequence}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Two calls may come in the same second; their number tells them apart. */
function Arrival({ received, nth }: { received: Received; nth: number }) {
  return (
    <Panel
      title={
        <>
          <Time value={received.receivedAt} format="absolute" />
          <span className="sr-only">, call {nth}</span>
        </>
      }
      actions={
        received.verified ? (
          <Badge tone="success">Signature verified</Badge>
        ) : (
          <Badge tone="danger">Signature invalid</Badge>
        )
      }
    >
      {received.problem && <p className="mb-2 text-danger">{received.problem}</p>}
      {received.messageId && (
        <Link
          to="/developers/webhooks/messages/$messageId"
          params={{ messageId: received.messageId }}
          className={`${linkClass} font-mono text-xs`}
        >
          {received.messageId}
        </Link>
      )}
      <CodeBlock label="Body" code={received.body} wrap />
    </Panel>
  )
}
