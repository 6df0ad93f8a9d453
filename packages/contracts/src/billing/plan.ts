import * as z from 'zod/mini'
import { Instant, Whole } from '../common.ts'

/** An amount in the smallest unit of a currency, such as cents. */
export const Minor = z.int().check(z.minimum(-1e15), z.maximum(1e15))

/** What a plan costs a month. */
export const Price = z.object({
  /** ISO 4217 */
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  base_minor: Minor,
  /** What a transfer costs, step by step: the first ones, those after them, and so on. */
  tiers: z.array(z.object({ up_to: z.nullable(Whole(1)), unit_minor: Minor })),
})
export type Price = z.infer<typeof Price>

/** A plan that this deployment offers. */
export const Plan = z.object({
  key: z.string(),
  subscription_type: z.enum(['PAYING', 'SUNRISE']),
  /** Null for as many as one likes. */
  limits: z.object({
    outgoing_sent: z.nullable(Whole()),
    ddq_requests: z.nullable(Whole()),
    rules: z.nullable(Whole()),
    api_credentials: z.nullable(Whole()),
    webhook_endpoints: z.nullable(Whole()),
    sub_entities: z.nullable(Whole()),
  }),
  /** Null where only the provider knows it. */
  price: z.nullable(Price),
})
export type Plan = z.infer<typeof Plan>

/** What a period comes to. */
export const CostPreview = z.object({
  currency: z.string(),
  lines: z.array(
    z.object({ label: z.string(), quantity: z.nullable(Whole()), amount_minor: Minor }),
  ),
  total_minor: Minor,
  /** Who computed it: `own` is an estimate from the plan’s price. */
  source: z.enum(['provider', 'own']),
  as_of: Instant,
})
export type CostPreview = z.infer<typeof CostPreview>

/**
 * What a number of transfers costs, line by line: the first tier’s units at its price, those after it at the
 * next one’s. Whole numbers only.
 */
export function costOf(price: Price, units: number): CostPreview['lines'] {
  const lines: CostPreview['lines'] = [
    { label: 'Base price', quantity: null, amount_minor: price.base_minor },
  ]
  let counted = 0
  for (const { up_to: upTo, unit_minor: unitMinor } of price.tiers) {
    const here = Math.min(units, upTo ?? units) - counted
    if (here <= 0) continue
    lines.push({ label: 'Transfers', quantity: here, amount_minor: here * unitMinor })
    counted += here
  }
  return lines
}

/** The sum of the lines. */
export const totalOf = (lines: CostPreview['lines']): number =>
  lines.reduce((sum, { amount_minor: amount }) => sum + amount, 0)
