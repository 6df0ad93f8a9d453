import * as z from 'zod/mini'
import { Instant } from '../common.ts'
import type { Contract } from '../operation.ts'
import { capabilities } from './authentication.ts'
import { BackgroundTaskStatus, BackgroundTaskType } from './background-task.ts'
import { EnvironmentSettingsOut } from './environment.ts'
import { Iterator, Limit, Name, page, When } from './values.ts'

/** What a portal’s screens need to know before they show anything. */
export const PortalSession = z.object({
  appId: z.string(),
  /** The application’s name. */
  name: z.string(),
  /** What the organisation calls its service; null when it has not said. */
  displayName: z.nullable(z.string()),
  /** What the token may do, with what its capabilities include. */
  capabilities: z.array(z.enum(capabilities)),
  /** Whether the token may change nothing, whatever its capabilities. */
  readOnly: z.boolean(),
  /** When the token ends; null when it doesn’t by itself. */
  expiresAt: z.nullable(Instant),
  settings: EnvironmentSettingsOut,
  /** How this deployment delivers. */
  delivery: z.object({
    /** Waits before each further attempt, in milliseconds. */
    retryScheduleMs: z.array(z.int()),
    /** How long an endpoint has to answer, in milliseconds. */
    timeoutMs: z.int(),
    /** How long an endpoint may fail before it is disabled, in milliseconds; null when it never is. */
    disableAfterMs: z.nullable(z.int()),
  }),
})
export type PortalSession = z.infer<typeof PortalSession>

/** An endpoint that takes nothing at the moment: its last attempt failed, and all before it back to `since`. */
export const FailingEndpoint = z.object({
  endpointId: z.string(),
  disabled: z.boolean(),
  since: Instant,
  lastAt: Instant,
  /** Failed attempts in a row; counted up to 1,000. */
  attempts: z.int(),
  /** Of the last attempt; 0 when there was no HTTP answer. */
  statusCode: z.int(),
  /** The beginning of the last answer, or why there was none. */
  response: z.string(),
  /** When it will be disabled if it goes on; null when it won’t be, or isn’t known yet. */
  disablesAt: z.nullable(Instant),
})
export type FailingEndpoint = z.infer<typeof FailingEndpoint>

/** Work on an endpoint’s messages that somebody has started, and how far it is. */
export const EndpointTask = z.object({
  id: z.string(),
  task: BackgroundTaskType,
  status: BackgroundTaskStatus,
  endpointId: z.string(),
  /** So far. */
  messagesSent: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type EndpointTask = z.infer<typeof EndpointTask>

/** Our own, for the portal’s page: clients of the compatible service don’t know them. */
export const portal = {
  session: {
    method: 'GET',
    path: '/portal/session',
    summary:
      'Get what the token opens: the application, its capabilities and the portal’s appearance',
    access: 'portal',
    returns: { 200: PortalSession },
  },
  failing: {
    method: 'GET',
    path: '/app/{app_id}/failing-endpoint',
    summary:
      'List the endpoints that take nothing at the moment, with the cause, longest first; at most 250',
    access: 'application',
    returns: { 200: z.object({ data: z.array(FailingEndpoint) }) },
  },
  tasks: {
    method: 'GET',
    path: '/app/{app_id}/endpoint-task',
    summary: 'List the recoveries and replays of an application’s endpoints, newest first',
    access: 'application',
    query: z.object({
      limit: Limit,
      iterator: Iterator('qtask_'),
      endpoint_id: z.optional(Name(256)),
    }),
    returns: { 200: page(EndpointTask) },
  },
  missing: {
    method: 'GET',
    path: '/app/{app_id}/endpoint/{endpoint_id}/missing',
    summary: 'Count the messages of a time range that replay-missing would send; at most 28 days',
    access: 'application',
    query: z.object({ since: z.optional(When), until: z.optional(When) }),
    returns: {
      200: z.object({
        /** 10,000 stands for so many or more. */
        count: z.int(),
        /** False when there may be more: only the oldest messages were looked at. */
        isWhole: z.boolean(),
      }),
    },
  },
} as const satisfies Contract[string]
