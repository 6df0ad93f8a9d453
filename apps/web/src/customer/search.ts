import * as z from 'zod/mini'

/** The part of the address that the list of customers is made from. */
export const CustomerSearch = z.object({
  q: z.catch(z.optional(z.string().check(z.maxLength(64))), undefined),
})
export type CustomerSearch = z.infer<typeof CustomerSearch>
