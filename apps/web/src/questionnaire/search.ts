import * as z from 'zod/mini'

const version = z.catch(z.optional(z.int().check(z.minimum(1))), undefined)

/** What of the questionnaire is open, as it stands in its address. */
export const DdqSearch = z.object({
  view: z.catch(z.optional(z.enum(['preview', 'questions', 'versions', 'readers'])), undefined),
  section: z.catch(z.optional(z.enum(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'])), undefined),
  from: version,
  to: version,
  /** The submitted version that is open. */
  version,
})
export type DdqSearch = z.infer<typeof DdqSearch>

/** What of another company's questionnaire is open. */
export const DdqReviewSearch = z.object({
  view: z.catch(z.optional(z.enum(['changes'])), undefined),
  /** An earlier version that is open instead of the newest. */
  version,
})
