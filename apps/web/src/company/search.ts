import * as z from 'zod/mini'

/** The views of a company's page. */
export const companyTabs = ['overview', 'diligence', 'transfers', 'group', 'activity'] as const
export type CompanyTab = (typeof companyTabs)[number]

/** The view of a company's page, as it stands in its address. */
export const CompanySearch = z.object({
  tab: z.catch(z.optional(z.enum(companyTabs)), undefined),
  /** What is done there at once. */
  act: z.catch(z.optional(z.enum(['review'])), undefined),
})

/** How many companies fit beside each other. */
export const maxCompared = 4

/** The companies side by side, as they stand in the address. */
export const CompareSearch = z.object({ dids: z.catch(z.optional(z.string()), undefined) })
