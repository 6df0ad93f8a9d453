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

/** Our own, for the portal’s page: clients of the compatible service don’t know it. */
export const portal = {
  session: {
    method: 'GET',
    path: '/portal/session',
    summary:
      'Get what the token opens: the application, its capabilities and the portal’s appearance',
    access: 'portal',
    returns: { 200: PortalSession },
  },
} as const satisfies Contract[string]
