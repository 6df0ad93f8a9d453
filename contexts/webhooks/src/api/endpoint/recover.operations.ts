import type { Input } from '@countersign/contracts'
import type { webhooks } from '@countersign/contracts/webhooks'
import { invalid } from '@countersign/kit/errors'
import type { Core } from '../../core.ts'
import type { BulkReplayTask, RangeTask } from '../../task/index.ts'
import { beginTask } from '../background-task/index.ts'
import { inApplication } from '../bind.ts'
import { endpointIn } from '../endpoint-access.ts'
import type { InApplication } from '../gate.ts'

type Op = typeof webhooks.endpoint

const longestMs = 14 * 24 * 3_600_000 + 5 * 60_000

/** A task over the messages of a range of time, for one endpoint. @throws 422 */
const beginRange = (
  core: Core,
  at: InApplication,
  { endpoint_id, body }: Input<Op['recover']>,
  task: 'endpoint.recover' | 'endpoint.replay' | 'endpoint.bulk-replay',
  more: Partial<BulkReplayTask> = {},
) => {
  const since = body.since.getTime()
  const until = body.until?.getTime() ?? core.clock()
  if (since > until) throw invalid(['body', 'since'], "'since' cannot be after 'until'")
  if (until - since > longestMs)
    throw invalid(['body', 'since'], 'Cannot recover messages more than 14 days old.')
  return core.database.withTenant(at.orgId, async (tx) => {
    const endpoint = await endpointIn(tx, at, endpoint_id)
    const range: RangeTask = { appId: at.app.id, endpointId: endpoint.id, since, until }
    return beginTask(core, tx, at.orgId, task, { ...range, ...more }, range)
  })
}

const recoverFailed = (core: Core, at: InApplication, input: Input<Op['recover']>) =>
  beginRange(core, at, input, 'endpoint.recover')

export const replayMissing = (core: Core, at: InApplication, input: Input<Op['replay']>) =>
  beginRange(core, at, input, 'endpoint.replay')

export const bulkReplay = (core: Core, at: InApplication, input: Input<Op['bulkReplay']>) =>
  beginRange(core, at, input, 'endpoint.bulk-replay', {
    eventTypes: input.body.eventTypes ?? null,
    channel: input.body.channel ?? null,
    tag: input.body.tag ?? null,
    status: input.body.status ?? null,
    statusCodeClass: input.body.statusCodeClass ?? null,
  })

export const endpointTasks = {
  recover: inApplication(recoverFailed),
  replay: inApplication(replayMissing),
  bulkReplay: inApplication(bulkReplay),
}
