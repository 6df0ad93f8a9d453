import * as z from 'zod/mini'
import type { Contract } from '../operation.ts'
import { auditLog } from './audit/index.ts'
import { countersignAuth } from './countersign-auth.ts'
import { credential, oauth } from './credential/index.ts'
import { viewerOperation } from './person/index.ts'
import { requests } from './request/index.ts'
import { draft, observing, sessions } from './session/index.ts'
import { people } from './team/index.ts'

/** Where a sign-in came from and should return to: a path of this site. */
const Redirect = z.optional(z.string().check(z.maxLength(2048)))

/** Sign-in, the viewer, people, sessions, machine clients and the audit log. Base path `/api`. */
export const identity = {
  auth: {
    viewer: viewerOperation,
    login: {
      method: 'GET',
      path: '/auth/login',
      summary: 'Sign in at the identity provider and return to `redirect`',
      access: 'anyone',
      navigation: true,
      query: z.object({ redirect: Redirect }),
      returns: { 302: null },
    },
    callback: {
      method: 'GET',
      path: '/auth/callback',
      summary: 'Return address for the identity provider',
      access: 'anyone',
      navigation: true,
      query: z.looseObject({}),
      returns: { 302: null },
    },
    logout: {
      method: 'GET',
      path: '/auth/logout',
      summary: 'Sign out here and at the identity provider',
      access: 'anyone',
      navigation: true,
      returns: { 302: null },
    },
    ...people,
    ...requests,
    ...sessions,
    ...observing,
  },
  countersignAuth,
  draft,
  credential,
  oauth,
  auditLog,
} as const satisfies Contract
