import * as z from 'zod/mini'
import { Instant } from '../common.ts'
import type { Contract } from '../operation.ts'
import { capabilities } from './authentication.ts'
import { EnvironmentSettingsOut } from './environment.ts'

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
} as const satisfies Contract[string]
