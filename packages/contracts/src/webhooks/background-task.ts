import * as z from 'zod/mini'
import { Instant } from '../common.ts'
import type { Contract } from '../operation.ts'
import {
  EventTypeName,
  Iterator,
  Limit,
  Name,
  noneTwice,
  Order,
  page,
  tag,
  When,
} from './values.ts'

/** What runs in the background. */
export const BackgroundTaskType = z.enum([
  'endpoint.replay',
  'endpoint.recover',
  'application.stats',
  'message.broadcast',
  'endpoint.bulk-replay',
  'application.purge_content',
  'event-type.aggregate',
])
export type BackgroundTaskType = z.infer<typeof BackgroundTaskType>

/** Running, then finished or failed. */
export const BackgroundTaskStatus = z.enum(['running', 'finished', 'failed'])

/** The answer to what starts a task. */
export const TaskStarted = z.object({
  id: z.string(),
  status: BackgroundTaskStatus,
  task: BackgroundTaskType,
  updatedAt: Instant,
})
export type TaskStarted = z.infer<typeof TaskStarted>

/**
 * Get a task with its result: `{}` while it runs, `{error}` when it failed, else `{messagesSent}`,
 * `{appStats}`, `{messagesCreated}`, `{messagesExpunged}` or `{eventTypeStats}`.
 */
export const BackgroundTaskOut = z.extend(TaskStarted, { data: z.record(z.string(), z.unknown()) })
export type BackgroundTaskOut = z.infer<typeof BackgroundTaskOut>

/** When messages were created: from `since` until before `until`, which is now by default. */
export const TimeRange = z.object({ since: When, until: z.optional(z.nullable(When)) })

/** Which of an endpoint’s messages to send again, delivered ones too: all of the range by default. */
export const BulkReplayIn = z.extend(TimeRange, {
  eventTypes: z.optional(
    z.nullable(z.array(EventTypeName).check(z.refine(noneTwice, 'eventTypes must be unique.'))),
  ),
  channel: z.optional(z.nullable(Name(128))),
  tag,
  /** How far the message is on its way to the endpoint; nothing is ever 1 or 4. */
  status: z.optional(z.nullable(z.literal([0, 1, 2, 3, 4]))),
  /** Of the last attempt: 0 is no HTTP answer, 200 is 200 to 299, and so on. */
  statusCodeClass: z.optional(z.nullable(z.literal([0, 100, 200, 300, 400, 500]))),
})

/** Tasks of an organisation. */
export const backgroundTask = {
  list: {
    method: 'GET',
    path: '/background-task',
    summary: 'List tasks of the past 90 days',
    access: 'organisation',
    query: z.object({
      status: z.optional(BackgroundTaskStatus),
      task: z.optional(BackgroundTaskType),
      limit: Limit,
      iterator: Iterator('qtask_'),
      order: Order('descending'),
    }),
    returns: { 200: page(BackgroundTaskOut) },
  },
  get: {
    method: 'GET',
    path: '/background-task/{task_id}',
    summary: 'Get a task with its result',
    access: 'organisation',
    returns: { 200: BackgroundTaskOut },
  },
} as const satisfies Contract[string]

/** Sending again what an endpoint failed to take, or never was sent. */
export const endpointTasks = {
  recover: {
    method: 'POST',
    path: '/app/{app_id}/endpoint/{endpoint_id}/recover',
    summary:
      'Resend messages that failed on this endpoint, including those awaiting a retry; statistics show how many',
    access: 'application',
    body: TimeRange,
    returns: { 202: TaskStarted },
  },
  replay: {
    method: 'POST',
    path: '/app/{app_id}/endpoint/{endpoint_id}/replay-missing',
    summary: 'Send the messages this endpoint would have received if it had existed',
    access: 'application',
    body: TimeRange,
    returns: { 202: TaskStarted },
  },
  bulkReplay: {
    method: 'POST',
    path: '/app/{app_id}/endpoint/{endpoint_id}/bulk-replay',
    summary: 'Resend the endpoint’s messages in a time range, including delivered ones',
    access: 'application',
    body: BulkReplayIn,
    returns: { 202: TaskStarted },
  },
} as const satisfies Contract[string]
