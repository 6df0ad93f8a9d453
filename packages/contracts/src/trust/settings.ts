import * as z from 'zod/mini'
import { Did, Instant } from '../common.ts'
import { type Contract, canIn } from '../operation.ts'
import { compliancePhases } from './vasp.ts'

/** How far a transfer must be agreed before the company's systems put it on the chain. */
export const statusesToProcess = ['CREATED', 'SENT', 'ACK', 'ACCEPTED'] as const

/** The settings of a company. */
export const VaspSettings = z.object({
  /** Null: the company decides by itself, outside this product. */
  statusToProcessBlockchain: z.nullable(z.enum(statusesToProcess)),
  /** Whether the directory lists the company. */
  vaspDiscoverability: z.boolean(),
  /** Whether personal data of transfers is opened without asking each time. */
  autoDecryption: z.boolean(),
})
export type VaspSettings = z.infer<typeof VaspSettings>

const country = z.string().check(z.regex(/^[A-Z]{2}$/, 'Expected a two-letter country code'))
const day = z.iso.date()
const phase = z.enum(compliancePhases)
const line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

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
  protocols: z.optional(z.array(line(40)).check(z.maxLength(20))),
  contactEmail: z.optional(z.email().check(z.maxLength(254))),
  note: z.optional(line(1000)),
  selfDeclared: z.optional(z.boolean()),
})
export type CompliancePhaseData = z.infer<typeof CompliancePhaseData>

const Compliance = z.object({
  did: Did,
  compliancePhase: phase,
  compliancePhaseData: CompliancePhaseData,
  updatedAt: Instant,
})

/** Settings of a company, and its compliance phase. Base path `/api`. */
export const settings = {
  get: {
    method: 'GET',
    path: '/tf/vasps/{did}/getSettings',
    summary: 'The settings of a company',
    access: canIn('settings.viewSettings', 'did'),
    returns: { 200: VaspSettings },
  },
  update: {
    method: 'PUT',
    path: '/tf/vasps/{did}/settings',
    summary: 'Change settings; autoDecryption needs transactions.autoDecryption as well',
    access: canIn('settings.updateSettings', 'did'),
    body: z.strictObject({
      statusToProcessBlockchain: z.optional(VaspSettings.shape.statusToProcessBlockchain),
      vaspDiscoverability: z.optional(z.boolean()),
      autoDecryption: z.optional(z.boolean()),
    }),
    returns: { 200: VaspSettings },
  },
  compliance: {
    method: 'GET',
    path: '/tf/vasps/{did}/compliance',
    summary: 'How far the company has rolled out the Travel Rule',
    access: canIn('trustframework.getVASP', 'did'),
    returns: { 200: Compliance },
  },
  updateCompliance: {
    method: 'PUT',
    path: '/tf/vasps/{did}/compliance',
    summary: 'State the compliance phase and its data anew',
    access: canIn('trustframework.updateVASP', 'did'),
    body: z.strictObject({ compliancePhase: phase, compliancePhaseData: CompliancePhaseData }),
    returns: { 200: Compliance },
  },
} as const satisfies Contract[string]
