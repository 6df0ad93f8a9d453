import type { FailingEndpoint } from '@countersign/contracts/webhooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refresh } from '../../query/index.ts'
import { Button } from '../../ui/button.tsx'
import { toasts } from '../../ui/overlay/toasts.ts'
import { Notice } from '../../ui/page/notice.tsx'
import { Time } from '../../ui/value/time.tsx'
import { useOpen, useService, useServiceOperation } from '../service.tsx'
import { answerOf, causeOf } from './cause.rules.ts'

/** Which endpoints take nothing at the moment, by their id. */
export function useFailing(): ReadonlyMap<string, FailingEndpoint> {
  const { data } = useServiceOperation((service) => service.portal.failing, {}, { polls: 10_000 })
  return new Map(data?.data.map((one) => [one.endpointId, one]))
}

/** Messages are older than their first attempt, by this much at most, when their queue was short. */
const queuedMs = 10 * 60_000

/** Since when and why an endpoint fails, what comes of it, and the two things to do about it. */
export function FailingNotice({ failing, onFix }: { failing: FailingEndpoint; onFix: () => void }) {
  const { can } = useService()
  return (
    <div className="mb-4">
      <Notice
        tone="danger"
        title="This endpoint is failing"
        action={
          <div className="flex flex-wrap gap-2">
            {can('ManageEndpoint') && <Button onClick={onFix}>Fix the address</Button>}
            {can('CreateAttempts') && !failing.disabled && <Recover failing={failing} />}
          </div>
        }
      >
        <p>
          {answerOf(failing)} since <Time value={failing.since} format="absolute" />:{' '}
          {causeOf(failing)}.
        </p>
        {failing.disablesAt && (
          <p>
            If it goes on, it will be disabled on{' '}
            <Time value={failing.disablesAt} format="absolute" />.
          </p>
        )}
      </Notice>
    </div>
  )
}

/** Sends again what an endpoint hasn’t taken since it fails. */
function Recover({ failing: { endpointId, since } }: { failing: FailingEndpoint }) {
  const open = useOpen()
  const queryClient = useQueryClient()
  const [pending, setPending] = useState(false)
  const from = new Date(Date.parse(since) - queuedMs).toISOString()
  const { data } = useServiceOperation(
    (service) => service.endpoint.getStats,
    { endpoint_id: endpointId, query: { since: from } },
    { polls: 5_000 },
  )
  const count = data?.recoverable ?? 0
  if (count === 0) return null
  const words = `${count >= 10_000 ? '10,000 or more' : count} ${count === 1 ? 'message' : 'messages'}`
  const recover = async () => {
    setPending(true)
    try {
      const { appId, service } = open()
      await service.endpoint.recover({
        app_id: appId,
        endpoint_id: endpointId,
        body: { since: from },
      })
      toasts.success(`Sending ${words} again`)
      await refresh(queryClient, service.endpoint.getStats, service.messageAttempt.listByEndpoint)
    } catch (failure) {
      toasts.error(failure)
    } finally {
      setPending(false)
    }
  }
  return (
    <Button pending={pending} onClick={() => void recover()}>
      Recover {words}
    </Button>
  )
}
