import * as z from 'zod/mini'
import { roles } from '../access.ts'
import { Did } from '../common.ts'
import type { Contract } from '../operation.ts'

/** A named field of a user with its values, newest first. */
export const ViewerField = z.object({
  fieldName: z.string(),
  values: z.array(z.object({ value: z.string() })),
})

/** A role that the viewer holds; `vaspDID` is null for the internal admin, who is of no company. */
export const ViewerRole = z.object({
  vaspDID: z.nullable(Did),
  role: z.enum(roles),
  permissions: z.array(z.string()),
})

/** The current user. `did` is `noUser` when signed out; then everything else is empty. */
export const Viewer = z.object({
  did: z.union([z.literal('noUser'), Did]),
  fields: z.array(ViewerField),
  /** DIDs of the companies that the viewer can act for. */
  vasps: z.array(Did),
  roles: z.array(ViewerRole),
  isCountersignAdmin: z.boolean(),
})
export type Viewer = z.infer<typeof Viewer>

/** Where a sign-in came from and should return to: a path of this site. */
const Redirect = z.optional(z.string().check(z.maxLength(2048)))

/** Sign-in and the viewer. Base path `/api`. */
export const identity = {
  auth: {
    viewer: {
      method: 'GET',
      path: '/auth/viewer',
      summary: 'The current user with roles and permissions',
      access: 'anyone',
      returns: { 200: Viewer },
    },
    login: {
      method: 'GET',
      path: '/auth/login',
      summary: 'Go to the identity provider and come back to `redirect`',
      access: 'anyone',
      navigation: true,
      query: z.object({ redirect: Redirect }),
      returns: { 302: null },
    },
    callback: {
      method: 'GET',
      path: '/auth/callback',
      summary: 'The identity provider sends the browser back here',
      access: 'anyone',
      navigation: true,
      query: z.looseObject({}),
      returns: { 302: null },
    },
    logout: {
      method: 'GET',
      path: '/auth/logout',
      summary: 'End the session here and at the identity provider',
      access: 'anyone',
      navigation: true,
      returns: { 302: null },
    },
  },
} as const satisfies Contract
