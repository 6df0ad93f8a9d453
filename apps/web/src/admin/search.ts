import { verificationStatuses } from '@countersign/contracts/trust'
import * as z from 'zod/mini'

/** The part of the address that the list of all companies is made from. */
export const AdminSearch = z.object({
  q: z.catch(z.optional(z.string().check(z.maxLength(200))), undefined),
  status: z.catch(z.optional(z.enum(verificationStatuses)), undefined),
  enabled: z.catch(z.optional(z.enum(['true', 'false'])), undefined),
  cursor: z.catch(z.optional(z.string().check(z.maxLength(600))), undefined),
})
export type AdminSearch = z.infer<typeof AdminSearch>
