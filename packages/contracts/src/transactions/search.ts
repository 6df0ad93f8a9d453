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
    summary:
      'Find transfers by a customer’s name, birth date or document, without opening anything',
    access: actsIn('transactions.autoDecryption'),
    // The name travels in the body, so that it appears in no address and no log.
    body: z.strictObject({
      vaspDID: z.optional(Did),
      /** All that is given must stand in a transfer; it is not said of which of its customers. */
      person: z
        .strictObject({
          /** The whole name as it was stated, in either order; case and spaces don't matter. */
          name: z.optional(Line(300)),
          dateOfBirth: z.optional(z.iso.date()),
          /** The number of an identity document, or the customer's number, as it was stated. */
          document: z.optional(Line(100)),
        })
        .check(
          z.refine(
            (person) => Object.values(person).some((one) => one !== undefined),
            'Give a name, a birth date or a document',
          ),
        ),
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
