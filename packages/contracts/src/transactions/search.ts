import * as z from 'zod/mini'
import { Did, Line, Whole } from '../common.ts'
import type { Contract } from '../operation.ts'
import { actsIn } from './own-operations.ts'
import { Transaction } from './transfer.ts'

/** How many transfers a search by person answers. */
export const personSearchLimit = 100

/** Finding transfers by what is sealed in them. */
export const searchOperations = {
  search: {
    method: 'POST',
    path: '/tx/search',
    limit: 'register',
    summary: 'Find transfers by the name of a customer in them, without opening anything',
    access: actsIn('transactions.autoDecryption'),
    // The name travels in the body, so that it appears in no address and no log.
    body: z.strictObject({
      vaspDID: z.optional(Did),
      /** The whole name as it was stated, in either order; case and spaces don't matter. */
      person: z.strictObject({ name: Line(300) }),
    }),
    returns: {
      200: z.object({
        /** At most {@link personSearchLimit}, the newest first. */
        transactions: z.array(Transaction),
        /** How many of them there are; of more than that, a lower bound. */
        total: Whole(),
        totalIsLowerBound: z.boolean(),
      }),
    },
  },
} as const satisfies Contract[string]
