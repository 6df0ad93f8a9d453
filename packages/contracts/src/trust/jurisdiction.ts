import * as z from 'zod/mini'
import { Instant } from '../common.ts'

/** How far the Travel Rule applies in a jurisdiction. */
export const jurisdictionStatuses = [
  'inForce',
  'gracePeriodOngoing',
  'limitedScope',
  'plansAnnounced',
  'notAvailable',
] as const

/** A status of {@link jurisdictionStatuses}. */
export type JurisdictionStatus = (typeof jurisdictionStatuses)[number]

/** The statuses in words. */
export const jurisdictionStatusLabels: { readonly [S in JurisdictionStatus]: string } = {
  inForce: 'In force',
  gracePeriodOngoing: 'Grace period',
  limitedScope: 'Limited scope',
  plansAnnounced: 'Plans announced',
  notAvailable: 'Not known',
}

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

/** What must travel with a transfer from an amount on. */
export const ThresholdTier = z.object({
  /** Whether a transfer of exactly the amount is in this tier. */
  comparator: z.enum(['>=', '>']),
  amount: z.number().check(z.minimum(0), z.maximum(1e12)),
  /** ISO 4217. */
  currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'Expected a currency code such as EUR')),
  /** Which data, in words. */
  data: text(500),
})
export type ThresholdTier = z.infer<typeof ThresholdTier>

const stated = {
  name: text(120),
  status: z.enum(jurisdictionStatuses),
  /** Currency of the amounts and the tiers, lowest first; without a tier no amount is known. */
  tiers: z.array(ThresholdTier).check(z.maxLength(6)),
  /** Since when, in words, as several dates may apply. */
  since: z.nullable(text(200)),
  /** What the rule asks for self-hosted wallets. */
  selfHosted: z.nullable(text(300)),
  note: z.nullable(text(1000)),
  confidence: z.enum(['high', 'medium', 'low']),
  /** Where the facts come from. */
  source: text(300),
  /** The day on which somebody last compared them with the source. */
  verifiedAt: z.iso.date(),
}

/** One jurisdiction's Travel Rule, as the network's admins keep it. */
export const Jurisdiction = z.object({
  /** Such as `SG`, or a name for several countries with one rule, such as `EU`. */
  id: z.string(),
  /** Two-letter codes of the countries where it applies. */
  countries: z.array(z.string()),
  ...stated,
  updatedAt: Instant,
})
export type Jurisdiction = z.infer<typeof Jurisdiction>

/** What an internal admin states of a jurisdiction; all of it, as it is checked as one. */
export const JurisdictionIn = z.strictObject(stated)
export type JurisdictionIn = z.infer<typeof JurisdictionIn>

/** All of them: there are as many as there are legal orders. */
export const JurisdictionList = z.object({ jurisdictions: z.array(Jurisdiction) })
