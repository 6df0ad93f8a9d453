import type { SimulatedAnswer } from '@countersign/contracts/transactions'
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

/** What a link to the log of opened personal data says. A wrong part counts as absent. */
export const ViewLogSearch = z.object({
  viewer: z.catch(z.optional(z.string().check(z.startsWith('did:'))), undefined),
  from: z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))), undefined),
  to: z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))), undefined),
})
export type ViewLogSearch = z.infer<typeof ViewLogSearch>

// Written out, since the contract they are from would come into the shell with them.
const answers = [
  'ACCEPT',
  'ACCEPT_LATER',
  'DECLINE',
  'REJECT',
  'NOT_READY',
  'SILENT',
  'REQUEST_DATA',
  'NAME_MISMATCH',
  'REDIRECT',
] as const satisfies readonly SimulatedAnswer[]

/** What a link to a new transfer says: which answer of the simulator is tried. */
export const NewTransferSearch = z.object({ try: z.optional(z.catch(z.enum(answers), 'ACCEPT')) })
