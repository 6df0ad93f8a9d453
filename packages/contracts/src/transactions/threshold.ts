import * as z from 'zod/mini'
import { Instant, Whole } from '../common.ts'
import { Currency } from './values.ts'

/**
 * What to know of a type: the counterparty's rule asks for more than ours does and is not applied; nobody
 * knew the price; the price, which came later, would ask for less; a rule has not been compared with the law.
 */
export const thresholdWarnings = [
  'COUNTERPARTY_RULE_APPLIES',
  'PRICE_UNKNOWN',
  'LESS_WOULD_DO',
  'UNVERIFIED_RULE',
] as const

/** A warning of {@link thresholdWarnings}. */
export const ThresholdWarning = z.enum(thresholdWarnings)
export type ThresholdWarning = z.infer<typeof ThresholdWarning>

/**
 * What a company's own law says about a transfer on which it still decides: to refuse it, as its data is incomplete; to
 * verify the originator, who is no registered customer.
 */
export const lawFindings = ['LAW_SAYS_REFUSE', 'LAW_SAYS_VERIFY'] as const
/** One of {@link lawFindings}, with its source. */
export const LawFinding = z.object({
  code: z.enum(lawFindings),
  /** The jurisdiction's id, e.g. `EU`. */
  jurisdiction: z.string(),
  /** Where the duty comes from, and where that can be read. */
  source: z.string(),
  sourceUrl: z.nullable(z.string()),
})
export type LawFinding = z.infer<typeof LawFinding>

/** A number above or at zero, as text, without exponent. */
const Exact = z.string().check(z.regex(/^(0|[1-9][0-9]*)(\.[0-9]+)?$/))

/** What one unit of an asset cost, and what a US dollar was in other currencies. */
export const Price = z.object({
  usd: Exact,
  /** `CUSTOM` as the request stated it, `EMBEDDED` invented for demo and tests, else a source's name. */
  source: z.string(),
  at: Instant,
  /** Units of the currency for a US dollar. */
  fx: z.record(Currency, Exact),
})
export type Price = z.infer<typeof Price>

/** How one side's rule judged a transfer. */
export const ThresholdSide = z.object({
  /** The jurisdiction's id and version, e.g. `SG` and 3; null where there was none. */
  jurisdiction: z.nullable(z.string()),
  version: z.nullable(Whole(1)),
  /** Which of its tiers applied, from 0; null: none. */
  tier: z.nullable(Whole()),
  /** The transfer's unrounded value in the currency of the tiers; null without a price. */
  amount: z.nullable(Exact),
  currency: z.nullable(Currency),
})
export type ThresholdSide = z.infer<typeof ThresholdSide>

/** Why a transfer has its type; the versions make it reproducible. */
export const Threshold = z.object({
  decidedBy: z.enum(['originator', 'beneficiary', 'both', 'none']),
  originator: ThresholdSide,
  beneficiary: z.nullable(ThresholdSide),
  warnings: z.array(ThresholdWarning),
})
export type Threshold = z.infer<typeof Threshold>
