import * as z from 'zod/mini'
import type { Contract } from '../../operation.ts'

const Key = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/**
 * Keys for what somebody was typing when their session ended. The browser keeps the text sealed and the
 * key sealed for the person; nobody else who signs in at this machine can open either.
 */
export const draft = {
  makeKey: {
    method: 'POST',
    path: '/auth/draftkeys',
    summary:
      'Create a 256-bit key, returned in the clear and sealed for the viewer; nothing is stored',
    access: 'viewer',
    returns: { 200: z.object({ key: Key, sealed: z.string() }) },
  },
  openKey: {
    method: 'POST',
    path: '/auth/draftkeys/open',
    summary: 'Unseal a key that was sealed for the viewer',
    access: 'viewer',
    body: z.strictObject({ sealed: z.string().check(z.minLength(1), z.maxLength(400)) }),
    returns: { 200: z.object({ key: Key }) },
  },
} as const satisfies Contract[string]
