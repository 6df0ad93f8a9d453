import * as z from 'zod/mini'
import { Did, Instant, Line } from '../common.ts'
import type { Contract } from '../operation.ts'
import { Action } from './action.ts'
import { actsIn } from './own-operations.ts'

/** OWN: for the company's own people. BOTH: for the other company too, once it may read the personal data. */
export const commentAudiences = ['OWN', 'BOTH'] as const
export const CommentAudience = z.enum(commentAudiences)
export type CommentAudience = z.infer<typeof CommentAudience>

/** How many comments a company can write on one transfer. */
export const commentLimit = 200

/** What somebody wrote about a transfer. */
export const TransferComment = z.object({
  id: z.string(),
  at: Instant,
  text: z.string(),
  audience: CommentAudience,
  /** The company that wrote it. */
  company: Did,
  /** Who wrote it, for its own company alone; the name is null for people who have left, and for machines. */
  by: z.nullable(z.object({ did: z.string(), name: z.nullable(z.string()) })),
  /** What was done to the transfer with these words. */
  action: z.nullable(Action),
})
export type TransferComment = z.infer<typeof TransferComment>

/** Comments on a transfer. They are sealed at rest, and stand in no mail and no webhook. */
export const comments = {
  list: {
    method: 'GET',
    path: '/tx/comments',
    summary: 'List the comments on a transfer, oldest first',
    access: actsIn('transactions.info'),
    query: z.object({ vaspDID: z.optional(Did), id: z.uuid() }),
    returns: { 200: z.object({ comments: z.array(TransferComment) }) },
  },
  add: {
    method: 'POST',
    path: '/tx/comments',
    summary: 'Comment on a transfer, for your own company or for both',
    access: actsIn('transactions.update'),
    body: z.strictObject({
      vaspDID: z.optional(Did),
      id: z.uuid(),
      text: Line(2_000),
      audience: CommentAudience,
    }),
    returns: { 201: TransferComment },
  },
} as const satisfies Contract[string]
