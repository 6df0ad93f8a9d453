import { useQueryClient } from '@tanstack/react-query'
import { refresh, useChange } from '../../query/index.ts'
import { Button } from '../../ui/button.tsx'
import { numberText, t } from '../../ui/language.ts'
import { useOpen, useServiceOperation } from '../service.tsx'

/** Messages are older than their first attempt, by this much at most, when their queue was short. */
const queuedMs = 10 * 60_000
/** What can be recovered is at most so old. */
const longestMs = 14 * 86_400_000

interface RecoverSinceProps {
  endpointId: string
  /** When the first of them failed. */
  since: string
  url?: string | undefined
}

/** Sends again what an endpoint hasn’t taken since a moment, at one click; nothing without any. */
export function RecoverSince({ endpointId, since, url }: RecoverSinceProps) {
  const open = useOpen()
  const queryClient = useQueryClient()
  const earliest = Math.floor((Date.now() - longestMs) / 3_600_000 + 1) * 3_600_000
  const from = new Date(Math.max(Date.parse(since) - queuedMs, earliest)).toISOString()
  const { data } = useServiceOperation(
    (service) => service.endpoint.getStats,
    { endpoint_id: endpointId, query: { since: from } },
    { polls: 5_000 },
  )
  const recover = useChange(
    async (_count: number) => {
      const { appId, service } = open()
      const path = { app_id: appId, endpoint_id: endpointId }
      await service.endpoint.recover({ ...path, body: { since: from } })
      const { endpoint, messageAttempt, portal } = service
      await refresh(queryClient, endpoint.getStats, messageAttempt.listByEndpoint, portal.tasks)
    },
    {
      says: (_, count) =>
        t('{count, plural, one {Sending # message again} other {Sending # messages again}}', {
          count,
        }),
    },
  )
  const count = data?.recoverable ?? 0
  if (count === 0) return null
  return (
    <Button pending={recover.isPending} onClick={() => recover.mutate(count)}>
      {count >= 10_000
        ? t('Recover {count} or more messages', { count: numberText(10_000) })
        : t('{count, plural, one {Recover # message} other {Recover # messages}}', { count })}
      {url && <span className="sr-only"> {t('of {url}', { url })}</span>}
    </Button>
  )
}
