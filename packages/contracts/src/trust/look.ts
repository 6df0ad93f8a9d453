import * as z from 'zod/mini'
import { Instant } from '../common.ts'
import { type ProfileField, presentationOf, profileFields } from './profile.ts'

/** What the network states of a company and counterparties watch, in words. */
export const watchedLabels = {
  regulatoryStatus: 'Regulatory status',
  verificationStatus: 'Verification',
  compliancePhase: 'Travel Rule phase',
  protocols: 'Protocols',
} as const

type Watched = ProfileField | keyof typeof watchedLabels

/** The fields whose changes a counterparty is told: all that the network may read and that people decide on. */
export const watchedFields: readonly Watched[] = [
  ...profileFields.filter((name) => presentationOf(name).visibility !== 'members'),
  'regulatoryStatus',
  'verificationStatus',
  'compliancePhase',
  'protocols',
]

/** What has changed of a company since somebody last looked at it. */
export const Look = z.object({
  /** When the person had looked before; null: never. */
  since: z.nullable(Instant),
  changes: z.array(
    z.object({
      /** The name of the field. */
      field: z.string(),
      /** Null where it was empty. */
      from: z.unknown(),
      to: z.unknown(),
    }),
  ),
})
export type Look = z.infer<typeof Look>
