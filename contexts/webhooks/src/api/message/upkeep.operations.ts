import type { Input } from '@countersign/contracts'
import type { webhooks } from '@countersign/contracts/webhooks'
import type { Core } from '../../core.ts'
import { hasTaker } from '../../endpoint.store.ts'
import { findArchivedTypes } from '../../event-type.store.ts'
import { erasePayloads } from '../../payload.store.ts'
import type { PurgeTask } from '../../task/index.ts'
import { beginTask } from '../background-task/index.ts'
import { inApplication } from '../bind.ts'
import { keyOf } from '../endpoint-access.ts'
import type { InApplication } from '../gate.ts'
import { idsOfRefs } from './list.store.ts'

type Op = typeof webhooks.message

/** Whether a message like this would go anywhere now. */
const precheckMessage = (
  { database }: Core,
  at: InApplication,
  { body: { eventType, channels } }: Input<Op['precheck']>,
) =>
  database.withTenant(at.orgId, async (tx) => {
    const archived = await findArchivedTypes(tx, at.orgId)
    const active =
      !archived.has(eventType) && (await hasTaker(tx, keyOf(at), eventType, channels ?? null))
    return { active }
  })

const bulkExpunge = (
  { database }: Core,
  at: InApplication,
  { body: { ids } }: Input<Op['bulkExpungeContent']>,
) =>
  database.withTenant(at.orgId, async (tx) => {
    const found = await idsOfRefs(tx, keyOf(at), ids)
    await erasePayloads(tx, keyOf(at), [...found.values()])
    return {
      results: Object.fromEntries(
        ids.map((ref) => [ref, found.has(ref) ? ('expunged' as const) : ('not-found' as const)]),
      ),
    }
  })

const expungeAll = (core: Core, at: InApplication) =>
  core.database.withTenant(at.orgId, (tx) => {
    const input: PurgeTask = { appId: at.app.id, until: core.clock() }
    return beginTask(core, tx, at.orgId, 'application.purge_content', input)
  })

export const messageUpkeep = {
  precheck: inApplication(precheckMessage),
  bulkExpungeContent: inApplication(bulkExpunge),
  expungeAllContents: inApplication(expungeAll),
}
