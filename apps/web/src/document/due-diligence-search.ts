import * as z from 'zod/mini'

/** The ways to narrow a list of requests. */
export const requestStandings = ['open', 'approved', 'closed'] as const
export type RequestStanding = (typeof requestStandings)[number]

/** What of the inbox is open, as it stands in its address. A wrong value counts as absent. */
export const DueDiligenceSearch = z.object({
  tab: z.catch(z.optional(z.enum(['received', 'sent', 'shared', 'due'])), undefined),
  /** The request to show, with its answer ready while it waits for one. */
  request: z.catch(z.optional(z.string()), undefined),
  standing: z.catch(z.optional(z.enum(requestStandings)), undefined),
})
