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
  expireAll: {
    method: 'POST',
    path: '/auth/app/{app_id}/expire-all',
    summary: "End all tokens that the application's people hold, at once or after `expiry` seconds",
    access: 'organisation',
    body: z.object({
      expiry: z.optional(
        z.nullable(
          z
            .int()
            .check(
              z.minimum(0, 'expiry must be at least 0'),
              z.maximum(259200, 'expiry must not exceed 259200 seconds'),
            ),
        ),
      ),
    }),
    returns: { 204: null },
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the token that is sent along',
    access: 'portal',
    returns: { 204: null },
  },
  exchangeOneTimeToken: {
    method: 'POST',
    path: '/auth/one-time-token',
    summary: "The token behind a one-time token of the portal's address, which is used up",
    access: 'anyone',
    body: z.object({ oneTimeToken: z.string().check(z.maxLength(4096)) }),
    returns: { 200: z.object({ token: z.string() }) },
  },
} as const satisfies Contract[string]
