import * as z from 'zod/mini'

/** What the counterparties can be narrowed to, by how far they are reviewed. */
export const reviewStates = ['open', 'none', 'due', 'TRUSTED', 'MANUAL', 'BLOCKED'] as const

const maybe = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined)

/** The filters of the counterparties, as they stand in the address. A wrong one counts as absent. */
export const CounterpartySearch = z.object({
  q: maybe(z.string()),
  review: maybe(z.enum(reviewStates)),
})
export type CounterpartySearch = z.infer<typeof CounterpartySearch>
