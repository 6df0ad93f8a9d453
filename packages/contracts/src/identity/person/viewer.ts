import * as z from 'zod/mini'
import { Did } from '../../common.ts'
import type { Contract } from '../../operation.ts'
import { machineRoles, observer, roles } from '../../role.ts'
import { Observing } from '../session/index.ts'

/** A named field of a user with its values, newest first. */
export const ViewerField = z.object({
  fieldName: z.string(),
  values: z.array(z.object({ value: z.string() })),
})

/** A role that the viewer holds; `vaspDID` is null for the internal admin, who is of no company. */
export const ViewerRole = z.object({
  vaspDID: z.nullable(Did),
  role: z.enum([...roles, ...machineRoles, observer]),
  permissions: z.array(z.string()),
})

/**
 * The current user. `did` is `noUser` when signed out, and then everything else is empty;
 * it is `client:` and the client id for a machine.
 */
export const Viewer = z.object({
  did: z.union([z.literal('noUser'), Did, z.string().check(z.regex(/^client:client_\w+$/))]),
  fields: z.array(ViewerField),
  /** DIDs of the companies that the viewer can act for. */
  vasps: z.array(Did),
  /** Those of them that are disabled: nobody works for them now. */
  disabledVasps: z.array(Did),
  roles: z.array(ViewerRole),
  isCountersignAdmin: z.boolean(),
  /** Set while an internal admin looks into a company: it alone stands in `vasps` and `roles` then. */
  observing: z.optional(Observing),
})
export type Viewer = z.infer<typeof Viewer>

/** Who is signed in. Part of the group `auth`. */
export const viewer = {
  viewer: {
    method: 'GET',
    path: '/auth/viewer',
    summary: 'Get the current user with roles and permissions',
    access: 'anyone',
    returns: { 200: Viewer },
  },
} as const satisfies Contract[string]
