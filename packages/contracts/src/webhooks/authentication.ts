import * as z from 'zod/mini'
import type { Contract } from '../operation.ts'
import { ApplicationIn } from './application.ts'
import { Name, noneTwice } from './values.ts'

/** What an application token can be limited to. `ViewBase` is part of every token. */
export const capabilities = [
  'ViewBase',
  'ViewEndpointSecret',
  'ManageEndpointSecret',
  'ManageTransformations',
  'CreateAttempts',
  'ManageEndpoint',
] as const

/** One capability of an application token. */
export type Capability = (typeof capabilities)[number]

/** A name of the caller's own for the session that a token belongs to. */
export const SessionId = z
  .string()
  .check(
    z.minLength(1, { error: 'Session ids have at least one character', abort: true }),
    z.maxLength(64, 'Session ids have at most 64 characters'),
    z.regex(/^[a-zA-Z0-9@_-]+$/, 'Session ids consist of a-z, A-Z, 0-9, "@", "_" and "-"'),
  )

/** The capabilities that a new token has; absent or null: all of them. */
export const Capabilities = z
  .array(z.enum(capabilities))
  .check(
    z.minLength(1, 'capabilities must have at least one item'),
    z.refine(noneTwice, 'capabilities must be unique.'),
  )

/** How long a portal token is valid unless the caller says otherwise, in seconds; also the longest. */
export const portalTokenSeconds = 604_800

const PortalAccess = z.object({
  url: z.string(),
  /** Opens the one application. */
  token: z.string(),
})

/** Tokens for an application's own people. */
export const authentication = {
  appPortalAccess: {
    method: 'POST',
    path: '/auth/app-portal-access/{app_id}',
    summary: 'Create a token for the application’s portal, with the portal’s address',
    access: 'organisation',
    body: z.object({
      /** Used only when the application does not exist yet. */
      application: z.optional(z.nullable(ApplicationIn)),
      capabilities: z.optional(z.nullable(Capabilities)),
      /** The same as the capability `ViewBase` alone, whatever else is sent. */
      readOnly: z.optional(z.nullable(z.boolean())),
      /** Seconds that the token is valid. */
      expiry: z._default(
        z.nullable(
          z
            .int()
            .check(
              z.minimum(3600, 'expiry must be at least 3600 seconds'),
              z.maximum(portalTokenSeconds, `expiry must not exceed ${portalTokenSeconds} seconds`),
            ),
        ),
        portalTokenSeconds,
      ),
      /** expire-all can end the tokens of one session. */
      sessionId: z.optional(z.nullable(SessionId)),
      /** Event types with one of these flags are shown too. */
      featureFlags: z.optional(
        z
          .array(Name(256))
          .check(
            z.maxLength(100, 'At most 100 feature flags'),
            z.refine(noneTwice, 'featureFlags must be unique.'),
          ),
      ),
    }),
    aliases: { 'application.throttleRate': 'application.rateLimit' },
    returns: { 200: PortalAccess },
  },
  dashboardAccess: {
    method: 'POST',
    path: '/auth/dashboard-access/{app_id}',
    summary: 'Same as app-portal-access without a body',
    access: 'organisation',
    deprecated: true,
    returns: { 200: PortalAccess },
  },
  expireAll: {
    method: 'POST',
    path: '/auth/app/{app_id}/expire-all',
    summary:
      'Revoke all the application’s tokens and integration keys, or the tokens of some sessions, immediately or after `expiry` seconds',
    access: 'organisation',
    body: z.object({
      /** Only the tokens of these sessions end; integration keys stay. */
      sessionIds: z.optional(
        z.nullable(z.array(SessionId).check(z.maxLength(1000, 'At most 1000 session ids'))),
      ),
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
    summary: 'Revoke the token used for this request',
    access: 'portal',
    returns: { 204: null },
  },
  whoami: {
    method: 'GET',
    path: '/auth/whoami',
    summary: 'Get which organisation or application the token opens',
    access: 'application',
    returns: {
      200: z.object({
        envId: z.string(),
        /** Null for an organisation’s token. */
        appId: z.nullable(z.string()),
        /** A signed token, or an opaque key of ours. */
        permissionSource: z.enum(['SvixJwt', 'RegionalAuthToken']),
        sessionId: z.nullable(z.string()),
      }),
    },
  },
  exchangeOneTimeToken: {
    method: 'POST',
    path: '/auth/one-time-token',
    summary: 'Exchange the one-time token from the portal’s address for a token',
    access: 'anyone',
    body: z.object({ oneTimeToken: z.string().check(z.maxLength(4096)) }),
    returns: {
      200: z.object({ token: z.string(), capabilities: z.array(z.enum(capabilities)) }),
    },
  },
} as const satisfies Contract[string]
