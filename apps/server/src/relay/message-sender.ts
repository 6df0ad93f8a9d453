import { webhooks as contract } from '@countersign/contracts/webhooks'
import { addressOf } from '@countersign/kit/client'
import {
  HandoverError,
  type HandoverScope,
  type MessageSender,
} from '@countersign/kit/outbox.rules'
import { createPoster } from '@countersign/kit/post'
import type { WebhookService } from './webhooks-client.ts'

/** For how many days the service keeps what was sent: long before records are erased, it is gone there. */
const keptDays = 30

/** Sends messages to the webhook service through its public API. */
export type ServiceSender = MessageSender & { close(): Promise<void> }

/** How the relay reaches the service. One connection for each message that may be on its way. */
export function messageSender({ url, token }: WebhookService): ServiceSender {
  const { origin, pathname } = new URL(url)
  const base = `${pathname.replace(/\/$/, '')}/api/v1`
  const poster = createPoster({
    origin,
    headers: { authorization: `Bearer ${token}` },
    connections: 32,
  })
  return {
    close: poster.close,
    send: async (application, message) => {
      const path = base + addressOf(contract.message.create, { app_id: application })
      const { status, text } = await poster
        .post(path, JSON.stringify({ ...message, payloadRetentionPeriod: keptDays }))
        .catch((error: unknown) => {
          throw new HandoverError(isSlow(error) ? 'object' : 'service', { cause: error })
        })
      // 409: it was handed over before, and only the answer was lost.
      if (status < 300 || status === 409) return
      const cause = new Error(`The webhook service answered ${status}: ${text.slice(0, 200)}`)
      throw new HandoverError(scopeOf(status), { cause })
    },
  }
}

/** An answer that does not come may be this message's fault; a connection that fails is not. */
const isSlow = (error: unknown): boolean =>
  error instanceof Error &&
  /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(String(Reflect.get(error, 'code')))

function scopeOf(status: number): HandoverScope {
  if (status === 404) return 'company'
  return [401, 403, 429, 502, 503, 504].includes(status) ? 'service' : 'object'
}
