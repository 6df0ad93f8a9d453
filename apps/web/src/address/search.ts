import * as z from 'zod/mini'

/** The part of the address that the address book is made from. */
export const AddressSearch = z.object({
  customer: z.catch(z.optional(z.string().check(z.maxLength(64))), undefined),
})
export type AddressSearch = z.infer<typeof AddressSearch>
