import * as z from 'zod/mini'

/** What the sender adds in their own words. */
export const Note = z.optional(z.string().check(z.trim(), z.maxLength(500)))
