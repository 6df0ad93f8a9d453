import * as z from 'zod/mini'
import { Line } from '../../common.ts'
import type { Contract } from '../../operation.ts'

/** What a person may say of themselves; null goes back to what the identity provider says, or to nothing. */
export const UserInfo = z.strictObject({
  name: z.optional(z.nullable(Line(120))),
  phone: z.optional(
    z.nullable(
      z
        .string()
        .check(
          z.regex(/^ *\+?[0-9(][0-9 ()/.-]{3,28}[0-9)] *$/, 'Expected a phone number'),
          z.trim(),
        ),
    ),
  ),
  jobTitle: z.optional(z.nullable(Line(120))),
})
export type UserInfo = z.infer<typeof UserInfo>

/** What people say about themselves. Part of the group `auth`. */
export const ownInfo = {
  updateUserInfo: {
    method: 'POST',
    path: '/auth/userinfo/update',
    summary: 'Update one’s own profile',
    access: 'viewer',
    body: UserInfo,
    returns: {
      200: z.object({
        name: z.string(),
        phone: z.nullable(z.string()),
        jobTitle: z.nullable(z.string()),
      }),
    },
  },
} as const satisfies Contract[string]
