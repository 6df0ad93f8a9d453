import * as z from 'zod/mini'
import { Did, Instant } from '../../common.ts'
import { type Contract, canIn } from '../../operation.ts'

/** How long an operator may look at the most, milliseconds. */
export const observingMs = 30 * 60_000

/** How much of a reason an operator gives, characters. */
export const reasonLength = { min: 10, max: 500 } as const

/** An operator's look into a company, as its people see it. */
export const Observing = z.object({
  vaspDID: Did,
  /** What the operator wrote; the company reads it in its activity. */
  reason: z.string(),
  until: Instant,
})
export type Observing = z.infer<typeof Observing>

/** Looking into a company as an operator. Part of the group `auth`. */
export const observing = {
  startObserving: {
    method: 'POST',
    path: '/auth/observing',
    summary: 'Start viewing a company as its members see it, read-only, for 30 minutes',
    access: canIn('trustframework.tfUpdate', 'vaspDID'),
    transaction: 'own',
    body: z.strictObject({
      vaspDID: Did,
      reason: z
        .string()
        .check(
          z.trim(),
          z.minLength(reasonLength.min, 'Enter a reason'),
          z.maxLength(reasonLength.max),
        ),
    }),
    returns: { 200: Observing },
  },
  stopObserving: {
    method: 'DELETE',
    path: '/auth/observing',
    summary: 'Stop viewing a company',
    access: 'viewer',
    returns: { 204: null },
  },
} as const satisfies Contract[string]
