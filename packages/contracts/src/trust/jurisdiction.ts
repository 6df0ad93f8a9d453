import * as z from 'zod/mini'
import { Instant, Whole } from '../common.ts'
import { type Contract, can } from '../operation.ts'
import { Requirement, RequirementItem } from './requirement.ts'

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
  notAvailable: 'Unknown',
}

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

const country = z.string().check(z.regex(/^[A-Z]{2}$/, 'Enter country codes such as SG'))

const bound = {
  /** Whether a transfer of exactly the amount is within. */
  comparator: z.enum(['>=', '>']),
  amount: z.number().check(z.minimum(0), z.maximum(1e12)),
  /** ISO 4217. */
  currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'Enter a currency code such as EUR')),
}

/** From which amount on something applies. */
export const AmountBound = z.strictObject(bound)
export type AmountBound = z.infer<typeof AmountBound>

/** What must travel with a transfer from an amount on. */
export const ThresholdTier = z.strictObject({
  ...bound,
  /** Which data, in words. */
  data: text(500),
  /** The same for machines; without it, names and accounts of both. */
  requires: z.optional(Requirement),
  /** What travels where one has it; its absence only warns. */
  asReceived: z.optional(z.array(RequirementItem).check(z.maxLength(12))),
  /** The tier does not apply where both companies are in these countries. */
  unlessBothIn: z.optional(z.array(country).check(z.minLength(1), z.maxLength(80))),
})
export type ThresholdTier = z.infer<typeof ThresholdTier>

const facts = {
  name: text(120),
  /** Two-letter codes of the countries where it applies; each stands in one jurisdiction at the most. */
  countries: z.array(country).check(z.maxLength(80)),
  status: z.enum(jurisdictionStatuses),
  /** Lowest amount first, in one currency; without a tier no amount is known. */
  tiers: z.array(ThresholdTier).check(z.maxLength(6)),
  /** Since when, in words, as several dates may apply. */
  since: z.nullable(text(200)),
  /** What the rule asks for self-hosted wallets. */
  selfHosted: z.nullable(text(300)),
  /** From which amount on it asks for a proof that a self-hosted wallet is the customer's. */
  selfHostedProofAbove: z.optional(AmountBound),
  /** For how many years records are kept. */
  recordYears: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
  /** Whether the law refuses transfers whose data is incomplete; absent where nobody knows. */
  mustReject: z.optional(z.boolean()),
  /** Whether the originator's data must have been verified; absent where nobody knows. */
  mustVerify: z.optional(z.boolean()),
  note: z.nullable(text(1000)),
  confidence: z.enum(['high', 'medium', 'low']),
  /** Where the facts come from. */
  source: text(300),
  /** Where the source can be read. */
  sourceUrl: z.nullable(
    z
      .url({ protocol: /^https$/, error: 'Enter an address that starts with https://' })
      .check(z.maxLength(500)),
  ),
  /** The day on which somebody last compared them with the source. */
  verifiedAt: z.iso.date('Enter a date'),
}

/** What is stated of a jurisdiction; all of it together, as it is checked as one. */
export const JurisdictionFacts = z.object(facts)
export type JurisdictionFacts = z.infer<typeof JurisdictionFacts>

/** One jurisdiction's Travel Rule, as the network's admins keep it. */
export const Jurisdiction = z.object({
  /** Such as `SG`, or a name for several countries with one rule, such as `EU`. */
  id: z.string(),
  ...facts,
  /** Counts the changes, from 1. */
  version: z.int(),
  updatedAt: Instant,
})
export type Jurisdiction = z.infer<typeof Jurisdiction>

/** A change of what is stated, by the version that was looked at: another's change is not overwritten. */
export const JurisdictionIn = z.strictObject({
  ...facts,
  version: Whole(1),
})
export type JurisdictionIn = z.infer<typeof JurisdictionIn>

/** A jurisdiction that is not there yet. */
export const NewJurisdiction = z.strictObject({
  id: z.string().check(z.regex(/^[A-Z][A-Z-]{1,19}$/, 'Enter capital letters such as SG')),
  ...facts,
})

/** One change: who made it, when, and what was stated before and after. */
export const JurisdictionChange = z.object({
  /** The version that it led to. */
  version: z.int(),
  at: Instant,
  by: z.string(),
  byName: z.nullable(z.string()),
  /** Null where the jurisdiction was added. */
  before: z.nullable(JurisdictionFacts),
  after: JurisdictionFacts,
})
export type JurisdictionChange = z.infer<typeof JurisdictionChange>

/** The facts of a jurisdiction that differ between two statements. */
export const changedFacts = (before: JurisdictionFacts, after: JurisdictionFacts) =>
  (Object.keys(facts) as (keyof JurisdictionFacts)[]).filter(
    (name) => !isSame(before[name], after[name]),
  )

/** The order of keys says nothing: the database keeps its own. */
const isSame = (a: unknown, b: unknown): boolean => {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => isSame(Reflect.get(a, name), Reflect.get(b, name)))
  )
}

/** The rule of a country, as V1 answers. */
export const V1Jurisdiction = z.object({
  countryCode: country,
  currency: z.nullable(z.string()),
  thresholds: z.array(
    z.object({
      threshold: z.number(),
      comparator: bound.comparator,
      rules: z.array(
        z.object({
          type: z.enum(['ORIGINATOR', 'BENEFICIARY']),
          /** All of these must travel. */
          fields: z.array(RequirementItem),
          /** Of each of these, one part must. */
          conditions: z.array(Requirement),
        }),
      ),
    }),
  ),
})
export type V1Jurisdiction = z.infer<typeof V1Jurisdiction>

/** Where the Travel Rule applies. Base path `/api`. */
export const jurisdiction = {
  list: {
    method: 'GET',
    path: '/tf/jurisdictions',
    summary: 'List where the Travel Rule applies, from which amount, with sources',
    access: 'viewer',
    // All of them: there are as many as there are legal orders.
    returns: { 200: z.object({ jurisdictions: z.array(Jurisdiction) }) },
  },
  listV1: {
    method: 'GET',
    path: '/jurisdictions',
    summary: 'Get the rule of a country as V1 does; `/tf/jurisdictions` has its source too',
    deprecated: true,
    access: 'viewer',
    query: z.object({
      countryCode: country,
      /** Taken and ignored: no rule that we know differs within a country. */
      division: z.optional(z.string().check(z.maxLength(100))),
      /** Whether a country that nobody described answers with FATF’s rule. */
      fallbackToFATF: z.optional(z.enum(['true', 'false'])),
    }),
    /** Empty where there is no rule, or none that applies yet. */
    returns: { 200: z.array(V1Jurisdiction) },
  },
  create: {
    method: 'POST',
    path: '/tf/jurisdictions',
    summary: 'Add a jurisdiction with its rule and source; internal admins only',
    access: can('trustframework.tfUpdate'),
    body: NewJurisdiction,
    returns: { 200: Jurisdiction },
  },
  update: {
    method: 'PUT',
    path: '/tf/jurisdictions/{jurisdictionId}',
    summary: 'Update a jurisdiction’s rule and source; internal admins only',
    access: can('trustframework.tfUpdate'),
    body: JurisdictionIn,
    returns: { 200: Jurisdiction },
  },
  history: {
    method: 'GET',
    path: '/tf/jurisdictions/{jurisdictionId}/history',
    summary: 'List changes to a jurisdiction’s rule, newest first; at most 100',
    access: can('trustframework.tfUpdate'),
    returns: { 200: z.object({ changes: z.array(JurisdictionChange) }) },
  },
} as const satisfies Contract[string]
