import type { Input } from '@countersign/contracts'
import type { MessageAttemptOut, webhooks } from '@countersign/contracts/webhooks'
import { invalid } from '@countersign/kit/errors'
import type { Core } from '../../core.ts'
import { findEventType } from '../../event-type.store.ts'
import { inApplication } from '../bind.ts'
import { endpointIn } from '../endpoint-access.ts'
import type { InApplication } from '../gate.ts'
import { contentOf } from '../message/index.ts'

type Op = typeof webhooks.message

/** Sends a message to one endpoint, once, whatever its filters, and answers what came of it. */
export async function testAttempt(
  { database, engine, quotas, clock }: Core,
  at: InApplication,
  { endpoint_id, body }: Input<Op['testAttempt']>,
): Promise<MessageAttemptOut> {
  quotas.take('examples', at.app.id)
  const { deliverAt: _, ...given } = body
  const content = contentOf(given, clock())
  const endpoint = await database.withTenant(at.orgId, async (tx) => {
    const type = await findEventType(tx, at.orgId, content.eventType)
    if (type?.archived) throw invalid(['body', 'eventType'], 'The event type is archived')
    return endpointIn(tx, at, endpoint_id)
  })
  const message = { ...content, orgId: at.orgId, appId: at.app.id }
  const { msgId, attempt } = await engine.attemptNow(message, endpoint.id)
  return {
    id: attempt.id,
    msgId,
    endpointId: endpoint.id,
    url: attempt.url,
    triggerType: 1,
    status: attempt.status,
    statusText: attempt.status === 0 ? 'success' : 'fail',
    responseStatusCode: attempt.statusCode,
    response: attempt.response,
    responseDurationMs: attempt.durationMs,
    timestamp: new Date(attempt.startedAt).toISOString(),
  }
}

export const messageTest = { testAttempt: inApplication(testAttempt) }
