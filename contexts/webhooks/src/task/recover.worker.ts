import { wakeSweep } from './background-task.store.ts'
import { pace } from './pace.rules.ts'
import { openEndpoint, rangePage } from './range.ts'
import { askEach, findFailed, findSendable } from './recover.store.ts'
import { pageSize, type Step } from './step.ts'

/**
 * Asks for one manual attempt of each message that failed on the endpoint and is not delivered, oldest
 * first, also of those that wait for a retry: when a receiver is back, nobody wants to wait for that.
 * What is asked for already, or has lost its payload, is passed over; a disabled endpoint ends the task.
 */
export const recoverStep: Step = async (tx, page) => {
  const { app, endpointId, range, sent, next } = rangePage(page)
  const open = await openEndpoint(tx, app, endpointId)
  if (!open) return { data: { messagesSent: sent } }
  const rows = await findFailed(tx, app, endpointId, range, pageSize)
  const free = rows.filter((row) => row.free).map(({ id }) => id)
  const sendable = await findSendable(tx, app, free, page.now)
  const msgIds = free.filter((id) => sendable.has(id))
  const times = pace(msgIds.length, next, page.now, open.rate)
  const asked =
    msgIds.length > 0 ? await askEach(tx, app, endpointId, { msgIds, at: times.due }) : 0
  if (asked > 0) await wakeSweep(tx)
  const last = rows.at(-1)?.id
  if (rows.length < pageSize || last === undefined) return { data: { messagesSent: sent + asked } }
  return { progress: { from: last, sent: sent + asked, next: times.next } }
}
