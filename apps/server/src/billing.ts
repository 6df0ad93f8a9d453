import {
  type BillingProvider,
  type ConfiguredProvider,
  chargebeeProvider,
  type DemoOptions,
  demoProvider,
  type Plans,
  type ReadingDeps,
  startReading,
  storeEvent,
  stripeProvider,
} from '@countersign/billing'
import type { Database } from '@countersign/kit/db'
import { fail } from '@countersign/kit/errors'
import { rawBodyOf } from '@countersign/kit/http'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { demoPortalPath, serveDemoPortal } from './billing-demo.ts'

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
  BILLING_PROVIDER: z.enum(['none', 'demo', 'stripe', 'chargebee']).default('none'),
  STRIPE_API_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w+$/, 'Expected sk_live_… or sk_test_…')
    .optional(),
  /** One, or two separated by a comma while one replaces the other. */
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+(,whsec_\w+)?$/, 'Expected whsec_…')
    .optional(),
  STRIPE_URL: z.url({ protocol: /^https?$/ }).optional(),
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
  CHARGEBEE_URL: z.url({ protocol: /^https?$/ }).optional(),
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

/** What is missing of the provider’s keys. */
export function billingMistakes(config: z.infer<typeof Keys>): string[] {
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

type Serve = <T>(app: FastifyInstance, relay: Database<T>) => void

/** The provider of this deployment, loaded when it is first needed; none where nobody takes money. */
export function providerOf(
  config: z.infer<typeof Keys>,
  demo: Omit<DemoOptions, 'page'> & { readonly origin: string },
): (ConfiguredProvider & { readonly serve: Serve }) | undefined {
  const { BILLING_PROVIDER: name } = config
  let loaded: Promise<BillingProvider> | undefined
  if (name === 'stripe')
    return takingEvents({
      name,
      load: () =>
        (loaded ??= stripeProvider({
          apiKey: config.STRIPE_API_KEY ?? '',
          webhookSecrets: config.STRIPE_WEBHOOK_SECRET?.split(',') ?? [],
          url: config.STRIPE_URL,
        })),
    })
  if (name === 'chargebee')
    return takingEvents({
      name,
      load: () =>
        (loaded ??= chargebeeProvider({
          site: config.CHARGEBEE_SITE ?? '',
          apiKey: config.CHARGEBEE_API_KEY ?? '',
          webhookLogins: config.CHARGEBEE_WEBHOOK_LOGIN?.split(',') ?? [],
          url: config.CHARGEBEE_URL,
        })),
    })
  if (name !== 'demo') return undefined
  const options = { ...demo, page: `${demo.origin}${demoPortalPath}` }
  const plans = Object.keys(config.BILLING_PLANS.paying)
  return {
    name,
    load: async () => demoProvider(options),
    serve: (app) => serveDemoPortal(app, options, plans),
  }
}

const takingEvents = (configured: ConfiguredProvider) => ({
  ...configured,
  serve: <T>(app: FastifyInstance, relay: Database<T>) => takeEvents(app, configured, relay),
})

/**
 * Takes the provider’s events at `/api/billing/webhooks/{provider}`. Each is verified on its bytes, noted
 * once, and only tells whom to read again; it is acknowledged when it is stored.
 */
function takeEvents<T>(
  app: FastifyInstance,
  configured: ConfiguredProvider,
  relay: Database<T>,
): void {
  const { name, load } = configured
  app.post(`/api/billing/webhooks/${name}`, { bodyLimit: 1024 * 1024 }, async (request) => {
    const provider = await load()
    const body = rawBodyOf(request)
    if (!body) throw fail('bad_request', 'The event is missing')
    const event = provider.readEvent(body, (header) => {
      const value = request.headers[header]
      return typeof value === 'string' ? value : undefined
    })
    await relay.withNobody((tx) => storeEvent(tx, name, event))
    return { received: true }
  })
}

/** Reads the provider’s customers again as they become due, where there is a provider. */
export function startBilling<A, T>(
  deps: Omit<ReadingDeps<A, T>, 'provider'>,
  configured: ConfiguredProvider | undefined,
): { stop(): Promise<void> } {
  const reading = configured?.load().then((provider) => startReading({ ...deps, provider }))
  return { stop: async () => (await reading)?.stop() }
}
