import * as z from 'zod/mini'
import { Instant } from '../common.ts'

/** What a company's own systems or providers find out about a transfer. */
export const checkKinds = ['RISK_SCORE', 'SANCTION_LIST_CHECK'] as const
export const CheckKind = z.enum(checkKinds)
export type CheckKind = z.infer<typeof CheckKind>

/** The checks for which a company's rules wait, and until when; then a person decides. */
export const AwaitedChecks = z.object({
  checks: z.array(CheckKind).check(z.minLength(1)),
  until: Instant,
})
export type AwaitedChecks = z.infer<typeof AwaitedChecks>
