import * as z from 'zod/mini'
import { Did, Instant } from '../common.ts'
import { type Contract, canIn } from '../operation.ts'
import { CompliancePhaseData, compliancePhases } from './compliance-phase.ts'

/** How far a transfer must be agreed before the company's systems put it on the chain. */
export const statusesToProcess = ['CREATED', 'SENT', 'ACK', 'ACCEPTED'] as const

/** Get a company’s settings. */
export const VaspSettings = z.object({
  /** Null: the company decides by itself, outside this product. */
  statusToProcessBlockchain: z.nullable(z.enum(statusesToProcess)),
  /** Whether the directory lists the company. */
  vaspDiscoverability: z.boolean(),
  /** Whether personal data of transfers is opened without asking each time. */
  autoDecryption: z.boolean(),
  /** Whether a verdict on another company waits until a second person gives the same. */
  reviewsTakeTwo: z.boolean(),
})
export type VaspSettings = z.infer<typeof VaspSettings>

const phase = z.enum(compliancePhases)

const Compliance = z.object({
  did: Did,
  compliancePhase: phase,
  compliancePhaseData: CompliancePhaseData,
  updatedAt: Instant,
})

/** What a company states of its phase. */
export const ComplianceIn = z.strictObject({
  compliancePhase: phase,
  compliancePhaseData: CompliancePhaseData,
})

/** Settings of a company, and its compliance phase. Base path `/api`. */
export const settings = {
  get: {
    method: 'GET',
    path: '/tf/vasps/{did}/getSettings',
    summary: 'Get a company’s settings',
    access: canIn('settings.viewSettings', 'did'),
    returns: { 200: VaspSettings },
  },
  update: {
    method: 'PUT',
    path: '/tf/vasps/{did}/settings',
    summary: 'Update settings; autoDecryption also needs transactions.autoDecryption',
    access: canIn('settings.updateSettings', 'did'),
    body: z.strictObject({
      statusToProcessBlockchain: z.optional(VaspSettings.shape.statusToProcessBlockchain),
      vaspDiscoverability: z.optional(z.boolean()),
      autoDecryption: z.optional(z.boolean()),
      reviewsTakeTwo: z.optional(z.boolean()),
    }),
    returns: { 200: VaspSettings },
  },
  compliance: {
    method: 'GET',
    path: '/tf/vasps/{did}/compliance',
    summary: 'Get the company’s Travel Rule rollout',
    access: canIn('trustframework.getVASP', 'did'),
    returns: { 200: Compliance },
  },
  updateCompliance: {
    method: 'PUT',
    path: '/tf/vasps/{did}/compliance',
    summary: 'Replace the compliance phase and its data',
    access: canIn('trustframework.updateVASP', 'did'),
    body: ComplianceIn,
    returns: { 200: Compliance },
  },
} as const satisfies Contract[string]
