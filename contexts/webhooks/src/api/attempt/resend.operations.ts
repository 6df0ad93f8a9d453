import type { Input } from '@countersign/contracts'
import type { webhooks } from '@countersign/contracts/webhooks'
import { fail } from '@countersign/kit/errors'
import type { Core } from '../../core.ts'
import { inApplication } from '../bind.ts'
import { endpointIn, keyOf } from '../endpoint-access.ts'
import type { InApplication } from '../gate.ts'
import { messageIn } from '../message/index.ts'
import { isDestination } from './list.store.ts'

async function resendMessage(
  { database, engine, clock }: Core,
  at: InApplication,
  { msg_id, endpoint_id }: Input<(typeof webhooks.messageAttempt)['resend']>,
) {
  const pair = await database.withTenant(at.orgId, async (tx) => {
    const message = await messageIn(tx, at, msg_id)
    const endpoint = await endpointIn(tx, at, endpoint_id)
    if (!(await isDestination(tx, keyOf(at), message.id, endpoint.id)))
      throw fail('not_found', 'Entity not found')
    if (message.payload === null || message.expires_at.getTime() <= clock())
      throw fail(
        'bad_request',
        'Unable to resend message. Payload is missing (probably expired).',
        { wire: 'missing_payload' },
      )
    return { appId: at.app.id, msgId: message.id, endpointId: endpoint.id }
  })
  await engine.resend(pair)
  return at.slash ? undefined : {}
}

export const messageResend = { resend: inApplication(resendMessage) }
