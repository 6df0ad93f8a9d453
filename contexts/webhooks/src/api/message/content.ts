import { rawText } from '@countersign/contracts'
import {
  contentTypeIn,
  type MessageBroadcastIn,
  maxPayloadBytes,
} from '@countersign/contracts/webhooks'
import { fail, invalid } from '@countersign/kit/errors'
import { jsonTooLarge } from '@countersign/kit/json-guard'

const longestAheadMs = 30 * 86_400_000

type Content = Omit<MessageBroadcastIn, 'deliverAt'> & { deliverAt?: Date | null | undefined }

/** What a message carries, as it is stored. @throws 413, 422 */
export function contentOf(body: Content, now: number) {
  const { eventType, eventId = null, channels = null, payloadRetentionPeriod: days } = body
  const { orderingKey = null, payloadRetentionHours: hours = null } = body
  const tags = body.tags?.length ? body.tags : null
  const deliverAt = body.deliverAt?.getTime() ?? null
  if (deliverAt !== null && deliverAt > now + longestAheadMs)
    throw invalid(['body', 'deliverAt'], 'deliverAt must be at most 30 days ahead')
  if (deliverAt !== null && orderingKey !== null)
    throw invalid(['body', 'deliverAt'], 'deliverAt can’t be combined with orderingKey')
  const { payload, contentType, isText } = payloadOf(body)
  if (Buffer.byteLength(payload) > maxPayloadBytes)
    throw fail('payload_too_large', 'Request payload is too large.')
  const retentionDays = hours === null ? (days ?? 90) : hours / 24
  const what = { eventType, eventId, channels, payload, contentType, isText, retentionDays }
  const time = deliverAt !== null && deliverAt > now ? deliverAt : null
  return Object.assign(what, { orderingKey, tags, deliverAt: time })
}

/** The payload, or in its place the raw one, which stays as it was sent. */
function payloadOf({ payload: given, transformationsParams: params }: MessageBroadcastIn) {
  const payload = rawText(given)
  const raw = params?.rawPayload ?? null
  const contentType = params ? contentTypeIn(params) : null
  if (raw === null) {
    if (contentType !== null)
      throw invalid(
        ['body', 'transformationsParams', 'headers'],
        'headers are supported only together with rawPayload',
      )
    return { payload, contentType, isText: false }
  }
  if (payload !== '{}')
    throw invalid(['body', 'payload'], 'Leave payload empty ({}) when using rawPayload')
  return { payload: raw, contentType, isText: !isJsonObject(raw) }
}

function isJsonObject(text: string): boolean {
  if (!/^\s*\{/.test(text) || jsonTooLarge(Buffer.from(text)) !== null) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
