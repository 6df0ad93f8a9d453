import { type Input, rawText } from '@countersign/contracts'
import {
  type MessageAttemptOut,
  maxPayloadBytes,
  type webhooks,
} from '@countersign/contracts/webhooks'
import { fail, invalid } from '@countersign/kit/errors'
import type { Core } from './core.ts'
import { endpointIn } from './endpoint-access.ts'
import { findEventType } from './event-type.store.ts'
import type { InApplication } from './gate.ts'

type Op = typeof webhooks.message

/** Sends a message to one endpoint, once, whatever its filters, and answers what came of it. */
export async function testAttempt(
  { database, engine }: Core,
  at: InApplication,
  { endpoint_id, body }: Input<Op['testAttempt']>,
): Promise<MessageAttemptOut> {
  const payload = rawText(body.payload)
  if (Buffer.byteLength(payload) > maxPayloadBytes)
    throw fail('payload_too_large', 'Request payload is too large.')
  const { eventType, eventId = null, channels = null, payloadRetentionPeriod: days } = body
  const endpoint = await database.withTenant(at.orgId, async (tx) => {
    const type = await findEventType(tx, at.orgId, eventType)
    if (type?.archived) throw invalid(['body', 'eventType'], 'The event type is archived')
    return endpointIn(tx, at, endpoint_id)
  })
  const where = { orgId: at.orgId, appId: at.app.id }
  const message = { ...where, eventType, eventId, channels, payload, retentionDays: days ?? 90 }
  const { msgId, attempt } = await engine.attemptNow(message, endpoint.id)
  return {
    ...{ id: attempt.id, msgId, endpointId: endpoint.id, url: attempt.url, triggerType: 1 },
    ...{ status: attempt.status, statusText: attempt.status === 0 ? 'success' : 'fail' },
    responseStatusCode: attempt.statusCode,
    response: attempt.response,
    responseDurationMs: attempt.durationMs,
    timestamp: new Date(attempt.startedAt).toISOString(),
  }
}
