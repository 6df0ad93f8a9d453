import * as z from 'zod/mini'
import { Instant } from '../common.ts'
import type { Contract } from '../operation.ts'
import { Iterator, Limit, Order, page, When } from './values.ts'

/** What runs in the background. */
export const BackgroundTaskType = z.enum([
  'endpoint.replay',
  'endpoint.recover',
  'application.stats',
  'message.broadcast',
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
 * `{appStats}` or `{messagesCreated}`.
 */
export const BackgroundTaskOut = z.extend(TaskStarted, { data: z.record(z.string(), z.unknown()) })
export type BackgroundTaskOut = z.infer<typeof BackgroundTaskOut>

/** When messages were created: from `since` until before `until`, which is now by default. */
export const TimeRange = z.object({ since: When, until: z.optional(z.nullable(When)) })

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
} as const satisfies Contract[string]
