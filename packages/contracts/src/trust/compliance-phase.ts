import * as z from 'zod/mini'
import { Email, Line } from '../common.ts'

/** How far a company has rolled out the Travel Rule. */
export const compliancePhases = [
  'NOT_STARTED',
  'PREPARING',
  'SUNRISE',
  'ACTIVE',
  'ENFORCED',
] as const

const country = z.string().check(z.regex(/^[A-Z]{2}$/, 'Enter a two-letter country code'))
const day = z.iso.date()
const phase = z.enum(compliancePhases)

/** What a company says of its roll-out of the Travel Rule. */
export const CompliancePhaseData = z.strictObject({
  since: z.optional(day),
  plannedNextPhase: z.optional(phase),
  plannedDate: z.optional(day),
  perJurisdiction: z.optional(
    z.array(z.strictObject({ country, phase, since: z.optional(day) })).check(z.maxLength(60)),
  ),
  sendsAboveThresholdOnly: z.optional(z.boolean()),
  responseTimeoutMinutes: z.optional(z.int().check(z.minimum(1), z.maximum(43_200))),
  acceptsSelfHosted: z.optional(z.boolean()),
  protocols: z.optional(z.array(Line(40)).check(z.maxLength(20))),
  contactEmail: z.optional(Email()),
  note: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(1000))),
  selfDeclared: z.optional(z.boolean()),
})
export type CompliancePhaseData = z.infer<typeof CompliancePhaseData>
