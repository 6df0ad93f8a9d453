import * as z from 'zod/mini'
import { erasePayloads, findWithPayload } from '../payload.store.ts'
import { pageSize, type Step } from './step.ts'

/** Whose payloads to erase. */
export const PurgeTask = z.object({
  appId: z.string(),
  /** Unix milliseconds: messages created later keep theirs. */
  until: z.number(),
})
export type PurgeTask = z.infer<typeof PurgeTask>

const Progress = z.object({ after: z._default(z.string(), 'msg_'), erased: z._default(z.int(), 0) })

/** Erases the payloads of all messages that an application had when it was asked for. */
export const purgeStep: Step = async (tx, { orgId, input, progress }) => {
  const { appId, until } = z.parse(PurgeTask, input)
  const { after, erased } = z.parse(Progress, progress)
  const app = { orgId, id: appId }
  const ids = await findWithPayload(tx, app, { after, until: new Date(until), limit: pageSize })
  const done = erased + (await erasePayloads(tx, app, ids))
  const last = ids.at(-1)
  if (ids.length < pageSize || last === undefined) return { data: { messagesExpunged: done } }
  return { progress: { after: last, erased: done } }
}
