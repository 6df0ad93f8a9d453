import * as z from 'zod/mini'
import { Did, Instant } from '../common.ts'
import type { Contract } from '../operation.ts'

/** Characters of JSON text that one preference may have. */
export const preferenceLimit = 8192

const Name = z.string().check(z.regex(/^[\w.:-]{1,80}$/, 'Expected letters, digits and . : - _'))

/** Any JSON, kept for a screen; bounded in size. */
const Value = z.unknown().check(
  z.refine((value) => value !== undefined && JSON.stringify(value).length <= preferenceLimit, {
    error: `Expected JSON of at most ${preferenceLimit} characters`,
  }),
)

/** Something a person wants remembered, for one company or for all. */
export const Preference = z.object({
  id: z.string(),
  preference: Name,
  vasp_did: z.nullable(Did),
  /** Whatever JSON was given. */
  value: z.unknown(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Preference = z.infer<typeof Preference>

/** What the signed-in person wants remembered. Base path `/api`. */
export const preferences = {
  list: {
    method: 'GET',
    path: '/tf/user/preferences',
    summary: 'List the viewer’s preferences by name and company, newest first; at most 200',
    access: 'viewer',
    query: z.object({ preference: z.optional(Name), vasp_did: z.optional(Did) }),
    returns: { 200: z.object({ preferences: z.array(Preference) }) },
  },
  create: {
    method: 'POST',
    path: '/tf/user/preferences',
    summary: 'Create a preference',
    access: 'viewer',
    body: z.strictObject({
      preference: Name,
      vasp_did: z.optional(z.nullable(Did)),
      value: Value,
    }),
    returns: { 200: Preference },
  },
  get: {
    method: 'GET',
    path: '/tf/user/preferences/{id}',
    summary: 'Get a preference',
    access: 'viewer',
    returns: { 200: Preference },
  },
  update: {
    method: 'PUT',
    path: '/tf/user/preferences/{id}',
    summary: 'Update a preference',
    access: 'viewer',
    body: z.strictObject({ value: Value }),
    returns: { 200: Preference },
  },
  remove: {
    method: 'DELETE',
    path: '/tf/user/preferences/{id}',
    summary: 'Delete a preference',
    access: 'viewer',
    returns: { 204: null },
  },
} as const satisfies Contract[string]
