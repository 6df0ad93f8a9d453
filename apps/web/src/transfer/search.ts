import * as z from 'zod/mini'

/** The views of the list of transfers; the inbox is the one that it opens with. */
export const transferViews = ['inbox', 'outgoing', 'incoming', 'all'] as const
export type TransferView = (typeof transferViews)[number]

const Text = z.optional(z.string().check(z.maxLength(400)))

/** What a link to the list of transfers says. What does not fit is left out. */
export const TransferSearch = z.object({
  view: z.optional(z.catch(z.enum(transferViews), 'inbox')),
  q: Text,
  /** Further filters; see `readFilter`. */
  filter: Text,
  /** The bulk action that is looked at. */
  bulk: Text,
})
export type TransferSearch = z.infer<typeof TransferSearch>
