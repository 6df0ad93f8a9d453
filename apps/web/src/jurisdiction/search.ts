import { jurisdictionStatuses } from '@countersign/contracts/trust'
import * as z from 'zod/mini'

/** The part of the address that the list of jurisdictions is made from. */
export const JurisdictionSearch = z.object({
  q: z.catch(z.optional(z.string().check(z.maxLength(100))), undefined),
  status: z.catch(z.optional(z.enum(jurisdictionStatuses)), undefined),
  confidence: z.catch(z.optional(z.enum(['high', 'medium', 'low'])), undefined),
  /** The id of the open one; `new` for one that is to be added. */
  open: z.catch(z.optional(z.string().check(z.maxLength(40))), undefined),
  tab: z.catch(z.optional(z.enum(['history'])), undefined),
})
export type JurisdictionSearch = z.infer<typeof JurisdictionSearch>
