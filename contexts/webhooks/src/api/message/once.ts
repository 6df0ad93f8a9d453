import type { MessageOut } from '@countersign/contracts/webhooks'
import { asFailure } from '@countersign/kit/errors'
import type { Core } from '../../core.ts'
import { keyUsed } from '../../engine/index.ts'
import { type CallKey, findKeyedMessage, freeKeyOf } from '../../idempotency/index.ts'
import type { WebhooksTx } from '../../tables.ts'
import { findMessage, type MessageRow } from './list.store.ts'

const maxTries = 5

/**
 * Sends a message once for its idempotency key. Nothing is asked before: the engine refuses a used key
 * in the statement that stores the message. What fails now for another reason may have succeeded then
 * (the event type is archived since, say), so the earlier answer comes first there, too.
 */
export async function sendOnce(
  { database, clock }: Core,
  key: CallKey | undefined,
  send: () => Promise<MessageOut>,
  show: (row: MessageRow) => MessageOut,
): Promise<MessageOut> {
  if (key === undefined) return send()
  for (let tries = 1; ; tries++) {
    try {
      return await send()
    } catch (error) {
      const { status, wire } = asFailure(error)
      if (status >= 500 || status === 429) throw error
      const earlier = await database.withTenant(key.orgId, (tx) =>
        // The engine has its own clock: what it takes for used is used.
        earlierMessage(tx, key, new Date(wire === keyUsed ? 0 : clock())),
      )
      if (earlier) return show(earlier)
      if (wire !== keyUsed || tries === maxTries) throw error
    }
  }
}

async function earlierMessage(
  tx: WebhooksTx,
  key: CallKey,
  now: Date,
): Promise<MessageRow | undefined> {
  const found = await findKeyedMessage(tx, key, now)
  if (!found) return undefined
  const row = await findMessage(tx, { orgId: key.orgId, id: found.appId }, found.msgId)
  // Stored with its key, unless it was refused for its eventId; then the key is free.
  if (!row) await freeKeyOf(tx, key, found.msgId)
  return row
}
