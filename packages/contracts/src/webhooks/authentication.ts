import * as z from 'zod/mini'
import type { Contract } from '../operation.ts'
import { Name } from './values.ts'

const PortalAccess = z.object({
  url: z.string(),
  /** Opens the one application, for 7 days. */
  token: z.string(),
})

/** Tokens for an application's own people. */
export const authentication = {
  appPortalAccess: {
    method: 'POST',
    path: '/auth/app-portal-access/{app_id}',
    summary: "A token for the application's portal, and the portal's address with it",
    access: 'organisation',
    body: z.object({
      /** Event types with one of these flags are shown too. */
      featureFlags: z.optional(
        z.array(Name(256)).check(
          z.maxLength(100, 'At most 100 feature flags'),
          z.refine((flags) => new Set(flags).size === flags.length, 'featureFlags must be unique.'),
        ),
      ),
    }),
    returns: { 200: PortalAccess },
  },
  dashboardAccess: {
    method: 'POST',
    path: '/auth/dashboard-access/{app_id}',
    summary: 'As app-portal-access, without feature flags',
    access: 'organisation',
    deprecated: true,
    returns: { 200: PortalAccess },
  },
} as const satisfies Contract[string]
