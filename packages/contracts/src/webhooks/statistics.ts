import * as z from 'zod/mini'
import { Instant } from '../common.ts'
import type { Contract } from '../operation.ts'
import { TaskStarted } from './background-task.ts'
import { Iterator, Limit, Name, Names, noneTwice, page, When } from './values.ts'

/** How many messages × endpoints an application has had in a range of time. */
export const ApplicationStats = z.object({
  appId: z.string(),
  appUid: z.optional(z.nullable(z.string())),
  messageDestinations: z.int(),
})
export type ApplicationStats = z.infer<typeof ApplicationStats>

/** Length of one bucket of attempts. */
export const StatisticsPeriod = z.enum(['OneDay', 'OneHour', 'FiveMinutes'])
export type StatisticsPeriod = z.infer<typeof StatisticsPeriod>

/** Attempts over time: one figure for each bucket, the first begins at `startDate`. */
export const AttemptStatistics = z.object({
  startDate: Instant,
  endDate: Instant,
  period: StatisticsPeriod,
  data: z.object({
    successCount: z.array(z.int()),
    failureCount: z.array(z.int()),
    /** Of the successes, those that a transformation canceled. */
    canceledCount: z.array(z.int()),
  }),
})
export type AttemptStatistics = z.infer<typeof AttemptStatistics>

/** Whose usage to add up, all applications' by default, from `since` until before `until`. */
export const AppUsageStatsIn = z.object({
  /** Ids or uids; those that do not exist are passed over. */
  appIds: z.optional(
    z.nullable(z.array(Name(256)).check(z.refine(noneTwice, 'appIds must be unique.'))),
  ),
  since: When,
  until: When,
})

/** The task, and which of the given applications do not exist. */
export const AppUsageStatsOut = z.extend(TaskStarted, { unresolvedAppIds: z.array(z.string()) })

const range = { since: When, until: When }
const dates = z.object({ startDate: z.optional(When), endDate: z.optional(When) })

/** An application's usage, counted at once. */
export const applicationStats = {
  getStats: {
    method: 'GET',
    path: '/app/{app_id}/stats',
    summary: 'Count an application’s messages and endpoints; at most 28 days',
    access: 'application',
    query: z.object(range),
    returns: { 200: ApplicationStats },
  },
  getUsageStats: {
    method: 'GET',
    path: '/app/stats/usage',
    summary: 'Count messages and endpoints across all applications; at most 28 days',
    access: 'organisation',
    query: z.object({ ...range, limit: Limit, iterator: Iterator('app_') }),
    returns: { 200: page(ApplicationStats) },
  },
} as const satisfies Contract[string]

/** Usage, and attempts over time. */
export const statistics = {
  appAttempts: {
    method: 'GET',
    path: '/stats/app/{app_id}/attempt',
    summary: 'Count attempts over time, by day, or by five minutes within one day',
    access: 'application',
    query: z.extend(dates, {
      /** Length of a bucket: five minutes for a day at the most, an hour for 31 days. */
      period: z.optional(StatisticsPeriod),
      event_types: z.optional(Names),
    }),
    returns: { 200: AttemptStatistics },
  },
  endpointAttempts: {
    method: 'GET',
    path: '/stats/app/{app_id}/ep/{endpoint_id}/attempt',
    summary: 'Count an endpoint’s attempts over time',
    access: 'application',
    query: dates,
    returns: { 200: AttemptStatistics },
  },
  aggregateAppStats: {
    method: 'POST',
    path: '/stats/usage/app',
    summary: 'Calculate application usage in the background',
    access: 'organisation',
    body: AppUsageStatsIn,
    returns: { 202: AppUsageStatsOut },
  },
  aggregateEventTypes: {
    method: 'PUT',
    path: '/stats/usage/event-types',
    summary: 'Count messages by event type across all applications in the background',
    access: 'organisation',
    returns: { 202: TaskStarted },
  },
} as const satisfies Contract[string]
