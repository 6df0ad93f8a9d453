import type { Input } from '@countersign/contracts'
import type { webhooks } from '@countersign/contracts/webhooks'
import { invalid } from '@countersign/kit/errors'
import type { Core } from '../../core.ts'
import { findEventType } from '../../event-type.store.ts'
import type { BroadcastTask } from '../../task/index.ts'
import { beginTask } from '../background-task/index.ts'
import { inOrganisation } from '../bind.ts'
import type { InOrganisation } from '../gate.ts'
import { contentOf } from './content.ts'

/** Sends a message in every application, in the background. */
function broadcastMessage(
  core: Core,
  { orgId }: InOrganisation,
  { body }: Input<typeof webhooks.message.broadcast>,
) {
  const input: BroadcastTask = contentOf(body, core.clock())
  return core.database.withTenant(orgId, async (tx) => {
    const type = await findEventType(tx, orgId, input.eventType)
    if (type?.archived) throw invalid(['body', 'eventType'], 'The event type is archived')
    return beginTask(core, tx, orgId, 'message.broadcast', input)
  })
}

export const messageBroadcast = {
  broadcast: inOrganisation(broadcastMessage),
}
