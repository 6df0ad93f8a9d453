import { wakeSweep } from './background-task.store.ts'
import { findMissing } from './missing.ts'
import { pace } from './pace.rules.ts'
import { openEndpoint, rangePage } from './range.ts'
import { addDeliveries } from './recover.store.ts'
import { pageSize, type Step } from './step.ts'

/**
 * Gives the endpoint the messages that it would have got had it been there: of those that match its
 * filters now, the ones without a delivery to it. They are delivered as new ones are, with retries.
 */
export const replayStep: Step = async (tx, page) => {
  const { app, endpointId, range, sent, next } = rangePage(page)
  const open = await openEndpoint(tx, app, endpointId)
  if (!open) return { data: { messagesSent: sent } }
  const { rows, missing } = await findMissing(tx, app, open.endpoint, range, {
    now: page.now,
    limit: pageSize,
  })
  const times = pace(missing.length, next, page.now, open.rate)
  const added =
    missing.length > 0 ? await addDeliveries(tx, app, open.endpoint, missing, times.due) : 0
  if (added > 0) await wakeSweep(tx)
  const last = rows.at(-1)?.id
  if (rows.length < pageSize || last === undefined) return { data: { messagesSent: sent + added } }
  return { progress: { from: last, sent: sent + added, next: times.next } }
}
