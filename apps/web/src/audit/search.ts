import * as z from 'zod/mini'

const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))

/** The filters and place of a chain, as they stand in its address. A wrong one counts as absent. */
export const AuditSearch = z.object({
  /** For the internal admin: whose chain, when it is not the network's. */
  company: z.catch(z.optional(z.string().check(z.startsWith('did:'))), undefined),
  actor: z.catch(z.optional(z.string()), undefined),
  action: z.catch(z.optional(z.string()), undefined),
  object: z.catch(z.optional(z.string()), undefined),
  from: z.catch(z.optional(day), undefined),
  to: z.catch(z.optional(day), undefined),
  cursor: z.catch(z.optional(z.string()), undefined),
})
export type AuditSearch = z.infer<typeof AuditSearch>
