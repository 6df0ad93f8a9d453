import * as z from 'zod/mini'

/** The views of the list of transfers; the inbox is the one that it opens with. */
export const transferViews = ['inbox', 'outgoing', 'incoming', 'all'] as const
export type TransferView = (typeof transferViews)[number]

/** What a link to the list of transfers says. What does not fit is left out. */
export const TransferSearch = z.object({
  view: z.optional(z.catch(z.enum(transferViews), 'inbox')),
  q: z.optional(z.string().check(z.maxLength(200))),
  /** The bulk action that is looked at. */
  bulk: z.optional(z.string().check(z.maxLength(60))),
})
export type TransferSearch = z.infer<typeof TransferSearch>
