import { rawText } from '@countersign/contracts'
import { type MessageBroadcastIn, maxPayloadBytes } from '@countersign/contracts/webhooks'
import { fail } from '@countersign/kit/errors'

/** What a message carries, as it is stored. @throws 413 */
export function contentOf(body: MessageBroadcastIn) {
  const payload = rawText(body.payload)
  if (Buffer.byteLength(payload) > maxPayloadBytes)
    throw fail('payload_too_large', 'Request payload is too large.')
  const { eventType, eventId = null, channels = null, payloadRetentionPeriod: days } = body
  return { eventType, eventId, channels, payload, retentionDays: days ?? 90 }
}
