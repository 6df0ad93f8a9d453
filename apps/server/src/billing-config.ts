import type { Plans } from '@countersign/billing'
import { parseSubnets, type Subnet } from '@countersign/kit/egress-address'
import { z } from 'zod'

const transfersPerMonth = z.int().min(0).nullable()
/** Of questionnaires that are requested of others. */
const questionnairesPerMonth = transfersPerMonth
/** What a company can have at once. */
const most = transfersPerMonth
const amount = z.int().min(0).max(1e12)
/** Tiers rise, and the last has no end. */
const price = z
  .strictObject({
    currency: z.string().regex(/^[A-Z]{3}$/),
    baseMinor: amount,
    tiers: z
      .array(z.strictObject({ upTo: z.int().min(1).nullable(), unitMinor: amount }))
      .min(1)
      .max(20),
  })
  .refine(({ tiers }) =>
    tiers.every(({ upTo }, at) => {
      const before = at === 0 ? 0 : (tiers[at - 1]?.upTo ?? Infinity)
      return at === tiers.length - 1 ? upTo === null : upTo !== null && upTo > before
    }),
  )
const paid = z.strictObject({
  transfersPerMonth: transfersPerMonth.default(null),
  questionnairesPerMonth: questionnairesPerMonth.default(null),
  rules: most.default(null),
  credentials: most.default(null),
  endpoints: most.default(null),
  subsidiaries: most.default(null),
  price: price.optional(),
})
const Planned = z.strictObject({
  free: z.strictObject({
    transfersPerMonth,
    questionnairesPerMonth: questionnairesPerMonth.default(3),
    rules: most.default(5),
    credentials: most.default(1),
    endpoints: most.default(2),
    subsidiaries: most.default(0),
  }),
  paying: z
    .record(z.string().regex(/^(?!free$)[a-z][a-z0-9-]{0,39}$/), paid)
    .refine((plans) => Object.keys(plans).length > 0),
})

const example = '{"free": {"transfersPerMonth": 10}, "paying": {"standard": {}, "group": {}}}'
const builtIn = JSON.stringify({
  free: { transfersPerMonth: 10 },
  paying: {
    standard: {
      price: { currency: 'USD', baseMinor: 29_900, tiers: [{ upTo: null, unitMinor: 40 }] },
    },
    group: {
      price: {
        currency: 'USD',
        baseMinor: 99_900,
        tiers: [
          { upTo: 5_000, unitMinor: 25 },
          { upTo: null, unitMinor: 15 },
        ],
      },
    },
  },
})

/** The keys of billing. */
export const billingKeys = {
  /** `demo` where nothing is set and the demo’s data is there. */
  BILLING_PROVIDER: z.enum(['none', 'demo', 'stripe', 'chargebee']).optional(),
  STRIPE_API_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w+$/, 'Expected sk_live_… or sk_test_…')
    .optional(),
  /** Lets a production server work with a test key, which takes no money. */
  BILLING_TEST_MODE: z.enum(['on']).optional(),
  /** One, or two separated by a comma while one replaces the other. */
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+(,whsec_\w+)?$/, 'Expected whsec_…')
    .optional(),
  STRIPE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The name of the events that the meter of transfers counts; its window is the day. */
  STRIPE_METER: z
    .string()
    .regex(/^\w{1,100}$/)
    .default('countersign_transfers'),
  CHARGEBEE_SITE: z
    .string()
    .regex(/^[a-z0-9-]+$/i)
    .optional(),
  CHARGEBEE_API_KEY: z.string().min(1).optional(),
  /** Who may send events: `user:password`, or two of them separated by a comma. */
  CHARGEBEE_WEBHOOK_LOGIN: z
    .string()
    .regex(
      /^[^:,]+:[^:,]{16,}(,[^:,]+:[^:,]{16,})?$/,
      'Expected user:password, 16 characters or more',
    )
    .optional(),
  /** From where its events come, such as `203.0.113.0/24`; from anywhere when empty. */
  CHARGEBEE_WEBHOOK_SUBNETS: z
    .string()
    .default('')
    .transform((text, context) => {
      try {
        return parseSubnets(text)
      } catch (error) {
        context.addIssue(error instanceof Error ? error.message : String(error))
        return z.NEVER
      }
    }),
  /** The item price that transfers are counted for. */
  CHARGEBEE_USAGE_PRICE: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .default('countersign-transfers'),
  CHARGEBEE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /**
   * JSON: `{"free": {"transfersPerMonth": 10}, "paying": {"standard": {"transfersPerMonth": null}}}`. A plan can also
   * limit `questionnairesPerMonth`, `rules`, `credentials`, `endpoints` and `subsidiaries`.
   */
  BILLING_PLANS: z
    .string()
    .default(builtIn)
    .transform((text, context) => {
      try {
        return Planned.parse(JSON.parse(text))
      } catch {
        context.addIssue(`Expected plans such as ${example}`)
        return z.NEVER
      }
    }),
}

const Keys = z.object(billingKeys)
type BillingKeys = z.infer<typeof Keys>
/** What an operator has set of them. */
export type BillingConfig = Omit<BillingKeys, 'BILLING_PROVIDER'> & {
  readonly BILLING_PROVIDER: NonNullable<BillingKeys['BILLING_PROVIDER']>
}

/** From where alone the provider’s events come; empty: from anywhere. Stripe signs its own. */
export const subnetsOf = (config: BillingConfig): readonly Subnet[] =>
  config.BILLING_PROVIDER === 'chargebee' ? config.CHARGEBEE_WEBHOOK_SUBNETS : []

/** The plans of this deployment. Without a provider nobody could lift a limit, so there are none. */
export function plansOf(config: BillingConfig): Plans | undefined {
  if (config.BILLING_PROVIDER === 'none') return undefined
  const { free, paying } = config.BILLING_PLANS
  const [first, ...others] = Object.entries(paying).map(([key, { price, ...limits }]) => ({
    key,
    type: 'PAYING' as const,
    ...limitsOf(limits),
    price: price && {
      currency: price.currency,
      base_minor: price.baseMinor,
      tiers: price.tiers.map(({ upTo, unitMinor }) => ({ up_to: upTo, unit_minor: unitMinor })),
    },
  }))
  if (!first) return undefined
  return { free: { key: 'free', type: 'SUNRISE', ...limitsOf(free) }, paying: [first, ...others] }
}

const limitsOf = ({
  transfersPerMonth,
  questionnairesPerMonth,
  rules,
  credentials,
  endpoints,
  subsidiaries,
}: z.infer<typeof Planned>['free']) => ({
  transfersPerMonth,
  questionnairesPerMonth,
  counted: {
    rules,
    api_credentials: credentials,
    webhook_endpoints: endpoints,
    sub_entities: subsidiaries,
  },
})

/** What is missing of the provider’s keys. */
export function billingMistakes(config: BillingConfig): string[] {
  const needed = {
    none: [],
    demo: [],
    stripe: ['STRIPE_API_KEY', 'STRIPE_WEBHOOK_SECRET'],
    chargebee: ['CHARGEBEE_SITE', 'CHARGEBEE_API_KEY', 'CHARGEBEE_WEBHOOK_LOGIN'],
  } as const
  return needed[config.BILLING_PROVIDER]
    .filter((key) => config[key] === undefined)
    .map((key) => `${key}: needed for BILLING_PROVIDER=${config.BILLING_PROVIDER}`)
}
