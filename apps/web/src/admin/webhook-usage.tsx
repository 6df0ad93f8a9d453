import { useState } from 'react'
import { api, useChange, useOperation } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { Section } from '../ui/page/section.tsx'
import { BarList } from '../ui/value/bar-list.tsx'

/** How many messages there are of each event type, over all companies. They are counted on request. */
export function WebhookUsagePanel() {
  const [taskId, setTaskId] = useState('')
  const count = useChange(() => api.webhookNetwork.countUsage({}), {
    onSuccess: (started) => setTaskId(started.taskId),
  })
  const { data, error, refetch } = useOperation(
    api.webhookNetwork.usage,
    { taskId },
    {
      enabled: taskId !== '',
      polls: 1000,
      refetchInterval: ({ state }) => state.data?.status === 'running' && 1000,
    },
  )
  const isRunning =
    count.isPending || (taskId !== '' && !error && (data?.status ?? 'running') === 'running')
  return (
    <Section title="Usage by event type" description="All companies’ messages that are still kept.">
      <div className="mb-3">
        <Button pending={isRunning} onClick={() => count.mutate()}>
          Count messages
        </Button>
      </div>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {data?.status === 'failed' && <p>The count failed. Try again.</p>}
      {data?.status === 'finished' && (
        <Panel>
          {data.eventTypes.length > 0 ? (
            <BarList
              label="Messages by event type"
              rows={data.eventTypes.map(({ eventType, messages }) => ({
                key: eventType,
                name: eventType,
                values: [messages],
              }))}
              series={[{ name: 'Messages', color: 'var(--accent)' }]}
            />
          ) : (
            <EmptyState kind="nothing" title="No messages are kept">
              Messages appear here once companies use webhooks.
            </EmptyState>
          )}
        </Panel>
      )}
    </Section>
  )
}
