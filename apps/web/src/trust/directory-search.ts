import { badgeFilters, regulatoryStatuses } from '@countersign/contracts/trust'
import * as z from 'zod/mini'

/** The directory's filters and place, as they stand in its address. A wrong one counts as absent. */
export const DirectorySearch = z.object({
  q: z.catch(z.optional(z.string()), undefined),
  country: z.catch(z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))), undefined),
  badge: z.catch(z.optional(z.enum(badgeFilters)), undefined),
  status: z.catch(z.optional(z.enum(regulatoryStatuses)), undefined),
  cursor: z.catch(z.optional(z.string()), undefined),
})
export type DirectorySearch = z.infer<typeof DirectorySearch>
