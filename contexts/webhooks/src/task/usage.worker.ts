import * as z from 'zod/mini'
import type { Step } from './step.ts'
import { type UsageRow, usageAfter } from './usage.store.ts'

/** What is asked for; times are Unix milliseconds. */
export const UsageTask = z.object({
  /** Ids or uids; null for all. */
  appIds: z.nullable(z.array(z.string())),
  since: z.number(),
  until: z.number(),
})
export type UsageTask = z.infer<typeof UsageTask>

const Progress = z.object({ after: z._default(z.string(), '') })

/** Applications in one page: each is a count over a range. */
const applications = 50

/** An application's usage as it is answered. */
export const showUsage = ({ id, uid, destinations }: UsageRow) => ({
  appId: id,
  appUid: uid,
  messageDestinations: destinations,
})

/** Counts the usage of an organisation's applications, in the order of their ids. */
export const usageStep: Step = async (tx, { orgId, input, progress }) => {
  const { appIds, since, until } = z.parse(UsageTask, input)
  const { after } = z.parse(Progress, progress)
  const span = { since: new Date(since), until: new Date(until) }
  const page = { after, refs: appIds, limit: applications }
  const rows = await usageAfter(tx, orgId, span, page)
  const found = rows.map(showUsage)
  const last = rows.at(-1)?.id
  if (rows.length < applications || last === undefined) return { found, gathered: 'appStats' }
  return { found, progress: { after: last } }
}
