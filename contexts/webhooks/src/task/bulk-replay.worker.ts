import * as z from 'zod/mini'
import { wakeSweep } from './background-task.store.ts'
import { findAnswered, findDeliveries, findMatching } from './bulk-replay.store.ts'
import { pace } from './pace.rules.ts'
import { openEndpoint, RangeTask, rangePage } from './range.ts'
import { askEach } from './recover.store.ts'
import { pageSize, type Step } from './step.ts'

/** What bulk-replay is asked for; null where anything will do. */
export const BulkReplayTask = z.extend(RangeTask, {
  eventTypes: z.nullable(z.array(z.string())),
  channel: z.nullable(z.string()),
  // Absent in tasks that an earlier release has left.
  tag: z._default(z.nullable(z.string()), null),
  status: z.nullable(z.number()),
  statusCodeClass: z.nullable(z.number()),
})
export type BulkReplayTask = z.infer<typeof BulkReplayTask>

/**
 * Asks for one manual attempt of each of the endpoint's messages that match, delivered ones too, oldest
 * first. What is being sent or asked for already, or has lost its payload, is passed over; a disabled
 * endpoint ends the task.
 */
export const bulkReplayStep: Step = async (tx, page) => {
  const { app, endpointId, range, sent, next } = rangePage(page)
  const wanted = z.parse(BulkReplayTask, page.input)
  const open = await openEndpoint(tx, app, endpointId)
  if (!open) return { data: { messagesSent: sent } }
  const which = { status: wanted.status, limit: pageSize }
  const rows = await findDeliveries(tx, app, endpointId, range, which)
  const free = rows.filter((row) => row.free).map(({ id }) => id)
  const matching = await findMatching(tx, app, free, { ...wanted, now: page.now })
  const answered =
    wanted.statusCodeClass === null
      ? matching
      : await findAnswered(tx, app, endpointId, [...matching], wanted.statusCodeClass)
  const msgIds = free.filter((id) => matching.has(id) && answered.has(id))
  const times = pace(msgIds.length, next, page.now, open.rate)
  const due = { msgIds, at: times.due }
  const asked = msgIds.length > 0 ? await askEach(tx, app, endpointId, due, 'all') : 0
  if (asked > 0) await wakeSweep(tx)
  const last = rows.at(-1)?.id
  if (rows.length < pageSize || last === undefined) return { data: { messagesSent: sent + asked } }
  return { progress: { from: last, sent: sent + asked, next: times.next } }
}
