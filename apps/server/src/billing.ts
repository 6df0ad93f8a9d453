import { setTimeout } from 'node:timers/promises'
import {
  allowance,
  type BillingProvider,
  type BillingTables,
  billing,
  billingItems,
  billingPapers,
  type ConfiguredProvider,
  chargebeeProvider,
  countOpenDrift,
  type DemoOptions,
  demoProvider,
  longestWait,
  planLimit,
  questionnaireLimit,
  startNoticing,
  startReading,
  startReconciling,
  startReporting,
  startTelling,
  stripeProvider,
  withBreaker,
} from '@countersign/billing'
import type { CountedThing } from '@countersign/contracts/billing'
import { countCredentials, type Identity } from '@countersign/identity'
import type { Database, Tx } from '@countersign/kit/db'
import type { Logger } from '@countersign/kit/log'
import type { Vault } from '@countersign/kit/vault'
import { countRules, type payerTakesTwo } from '@countersign/transactions'
import {
  companyPort,
  countSubsidiaries,
  findWebhookApp,
  questionnairesSince,
  type TrustDeps,
  type TrustTables,
} from '@countersign/trust'
import type { FastifyInstance } from 'fastify'
import { type BillingConfig, plansOf, subnetsOf } from './billing-config.ts'
import { demoPortalPath, serveDemoPortal } from './billing-demo.ts'
import { takeEvents } from './billing-events.ts'
import type { Ops } from './ops.ts'

/** Loads a provider once, and gives it a rest while it fails. */
function onceLoaded(clock: () => number, load: () => Promise<BillingProvider>) {
  let loaded: Promise<BillingProvider> | undefined
  return () => {
    loaded ??= load().then((provider) => withBreaker(provider, clock))
    return loaded
  }
}

/** The provider of this deployment, loaded when it is first needed; none where nobody takes money. */
export function providerOf(
  config: BillingConfig,
  demo: Omit<DemoOptions, 'page' | 'priceOf'> & { readonly origin: string },
): (ConfiguredProvider & { readonly servePortal?: (app: FastifyInstance) => void }) | undefined {
  const { BILLING_PROVIDER: name } = config
  if (name === 'stripe')
    return {
      name,
      load: onceLoaded(demo.clock, () =>
        stripeProvider({
          apiKey: config.STRIPE_API_KEY ?? '',
          webhookSecrets: config.STRIPE_WEBHOOK_SECRET?.split(',') ?? [],
          url: config.STRIPE_URL,
          meter: config.STRIPE_METER,
        }),
      ),
    }
  if (name === 'chargebee')
    return {
      name,
      load: onceLoaded(demo.clock, () =>
        chargebeeProvider({
          site: config.CHARGEBEE_SITE ?? '',
          apiKey: config.CHARGEBEE_API_KEY ?? '',
          webhookLogins: config.CHARGEBEE_WEBHOOK_LOGIN?.split(',') ?? [],
          url: config.CHARGEBEE_URL,
          usagePrice: config.CHARGEBEE_USAGE_PRICE,
        }),
      ),
    }
  if (name !== 'demo') return undefined
  const known = plansOf(config)?.paying ?? []
  const options = {
    database: demo.database,
    clock: demo.clock,
    page: `${demo.origin}${demoPortalPath}`,
    priceOf: (plan: string) => known.find(({ key }) => key === plan)?.price,
  }
  const plans = Object.keys(config.BILLING_PLANS.paying)
  return {
    name,
    load: async () => demoProvider(options),
    servePortal: (app) => serveDemoPortal(app, options, plans),
  }
}

/** Between two customers that are compared, so that a provider is asked ten times a second at most. */
const restMs = 300

/** What billing needs of the product. */
type Composition<T> = {
  readonly config: BillingConfig
  /** Connected as countersign_app. */
  readonly database: Database<BillingTables & TrustTables>
  /** Connected as countersign_relay. */
  readonly relay: Database<T>
  readonly clock: () => number
  readonly log: Logger
  readonly vault: Vault
  readonly origin: string
  readonly people: Pick<Identity, 'rolesOf' | 'peopleOf' | 'billingAddresses'>
  readonly payerTakesTwo: typeof payerTakesTwo
  readonly webhooks: Pick<TrustDeps['webhooks'], 'lookAtApp'>
  readonly ops: Pick<Ops, 'counter' | 'gauge' | 'gauges'>
}

/** What companies have that plans limit. In a transaction of the company’s. */
const counted = async <T>(tx: Tx<T>, did: string) => ({
  rules: await countRules(tx, did),
  api_credentials: await countCredentials(tx, did),
  sub_entities: await countSubsidiaries(tx, did),
})

/** A page about plans waits no longer for the webhook service. */
const endpointsMs = 1_500

/** How many webhook endpoints a company has; undefined while the webhook service is away. */
async function endpointsOf<T>(
  { database, webhooks }: Pick<Composition<T>, 'database' | 'webhooks'>,
  did: string,
): Promise<number | undefined> {
  const uid = await findWebhookApp(database, did)
  if (uid === undefined) return 0
  const look = webhooks.lookAtApp(uid).then((app) => app?.endpoints ?? 0)
  return Promise.race([look, setTimeout(endpointsMs, undefined, { ref: false })]).catch(
    () => undefined,
  )
}

/** Billing as a part of the product: its operations, its limits, what providers call, and its workers. */
export function composeBilling<T>(deps: Composition<T>) {
  const { config, database, relay, clock, log, vault, origin, ops } = deps
  const plans = plansOf(config)
  const provider = providerOf(config, { database, clock, origin })
  const { find: companies, named: companiesNamed, gatewayOf: parentOf } = companyPort
  const { rolesOf, peopleOf, billingAddresses } = deps.people
  const { payerTakesTwo } = deps
  const ports = {
    questionnairesSince,
    companies,
    companiesNamed,
    parentOf,
    rolesOf,
    peopleOf,
    payerTakesTwo,
    counted,
    endpointsOf: (did: string) => endpointsOf(deps, did),
  }
  const own = { ...ports, database, clock, vault, plans, provider, returnUrl: origin }
  let working: Promise<{ stop(): Promise<void> }> | undefined
  return {
    handlers: billing(own),
    papers: billingPapers(own),
    /** What waits in a company because of its bills and limits. */
    actionItems: (did: string, at: Date) => billingItems(own, did, at),
    allowance: <X>(tx: Tx<X>, did: string, counterparty: string | null) =>
      allowance(tx, plans, { did, counterparty, at: new Date(clock()) }),
    planLimit: <X>(tx: Tx<X>, did: string, what: CountedThing, at: Date) =>
      planLimit(tx, plans, { did, what, at }),
    questionnaireLimit: <X>(tx: Tx<X>, did: string, at: Date) =>
      questionnaireLimit(tx, plans, { did, at }),
    serve: (app: FastifyInstance) => {
      if (!provider) return
      if (provider.servePortal) provider.servePortal(app)
      else takeEvents(app, provider, { relay, clock, ops, from: subnetsOf(config) })
      ops.gauges('billing_drift', 'Open differences with the provider', 'kind', () =>
        relay.withNobody(countOpenDrift),
      )
      ops.gauge('billing_snapshot_age', 'Seconds for which a customer has waited to be read', () =>
        relay.withNobody((tx) => longestWait(tx, provider.name)),
      )
    },
    /** Reads customers as they become due, reports their usage, and compares; where there is a provider. */
    start: () => {
      working ??= provider?.load().then((loaded) => {
        const common = { database, relay, clock, log, provider: loaded }
        const pause = () => setTimeout(restMs)
        const workers = [
          startReading(common),
          startReporting(common),
          startTelling({ ...common, vault }),
          startNoticing({ ...common, plans, companies, origin, billingAddresses }),
          startReconciling({ ...common, plans, pause }, origin),
        ]
        return { stop: async () => void (await Promise.all(workers.map((one) => one.stop()))) }
      })
    },
    stop: async () => (await working)?.stop(),
  }
}
