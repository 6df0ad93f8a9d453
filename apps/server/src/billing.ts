import type { Plans } from '@countersign/billing'
import { z } from 'zod'

const transfersPerMonth = z.int().min(0).nullable()
const paid = z.strictObject({ transfersPerMonth: transfersPerMonth.default(null) })
const Planned = z.strictObject({
  free: z.strictObject({ transfersPerMonth }),
  paying: z
    .record(z.string().regex(/^(?!free$)[a-z][a-z0-9-]{0,39}$/), paid)
    .refine((plans) => Object.keys(plans).length > 0),
})

const builtIn = '{"free": {"transfersPerMonth": 10}, "paying": {"standard": {}, "group": {}}}'

/** The keys of billing. */
export const billingKeys = {
  BILLING_PROVIDER: z.enum(['none', 'demo']).default('none'),
  /** JSON: `{"free": {"transfersPerMonth": 10}, "paying": {"standard": {"transfersPerMonth": null}}}` */
  BILLING_PLANS: z
    .string()
    .default(builtIn)
    .transform((text, context) => {
      try {
        return Planned.parse(JSON.parse(text))
      } catch {
        context.addIssue(`Expected plans such as ${builtIn}`)
        return z.NEVER
      }
    }),
}

const Keys = z.object(billingKeys)

/** The plans of this deployment. Without a provider nobody could lift a limit, so there are none. */
export function plansOf(config: z.infer<typeof Keys>): Plans | undefined {
  if (config.BILLING_PROVIDER === 'none') return undefined
  const { free, paying } = config.BILLING_PLANS
  const [first, ...others] = Object.entries(paying).map(([key, { transfersPerMonth }]) => ({
    key,
    type: 'PAYING' as const,
    transfersPerMonth,
  }))
  if (!first) return undefined
  const { transfersPerMonth } = free
  return { free: { key: 'free', type: 'SUNRISE', transfersPerMonth }, paying: [first, ...others] }
}
