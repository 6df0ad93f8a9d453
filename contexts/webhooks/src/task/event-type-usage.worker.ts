import * as z from 'zod/mini'
import type { Step } from './step.ts'
import { countTypes, nextWithMessages } from './usage.store.ts'

const Progress = z.object({
  appId: z._default(z.string(), ''),
  /** The last message counted. */
  from: z._default(z.string(), ''),
  counts: z._default(z.record(z.string(), z.int()), {}),
})

/** Messages in one page. */
const messages = 20_000

/** Counts the messages of all applications by event type, as far as they are kept, the most frequent first. */
export const eventTypeUsageStep: Step = async (tx, { orgId, progress, createdAt }) => {
  const { from, counts, ...at } = z.parse(Progress, progress)
  const appId = from === '' ? await nextWithMessages(tx, orgId, at.appId) : at.appId
  if (appId === undefined) return { data: { eventTypeStats: ranked(counts) } }
  const page = { after: from, until: createdAt, limit: messages }
  const { types, last, seen } = await countTypes(tx, { orgId, id: appId }, page)
  const sums = { ...counts }
  for (const { type, count } of types) sums[type] = (sums[type] ?? 0) + count
  return { progress: { appId, from: seen < messages ? '' : (last ?? ''), counts: sums } }
}

const ranked = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([eventType, count]) => ({ eventType, messages: count }))
