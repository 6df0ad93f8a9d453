import { randomUUID } from 'node:crypto'
import {
  type BillingTables,
  countUsage,
  meter,
  type Plans,
  readDue,
  reconcile,
  reportUsage,
  stripeProvider,
  stripeVersion,
} from '@countersign/billing'
import { fakeStripe, stripeSubscription } from '@countersign/billing/testing'
import { billing } from '@countersign/contracts/billing'
import { client } from '@countersign/kit/client'
import { connect } from '@countersign/kit/db'
import { injected } from '@countersign/kit/testing'
import { query } from '@countersign/kit/testing-query'
import { kestrelBay, seedDemo } from '../demo/index.ts'
import { serverFixture } from './server.fixture.ts'
import { signedIn } from './session.fixture.ts'

const apiKey = 'sk_test_countersign'
const webhookSecret = 'whsec_ofthetests'
const plans: Plans = {
  free: { key: 'free', type: 'SUNRISE', transfersPerMonth: 10 },
  paying: [{ key: 'standard', type: 'PAYING', transfersPerMonth: null }],
}

/** What a subscription to a plan has since a moment, for 20 days. */
export const itemsOf = (plan: string, start: number) => ({
  ...{ object: 'list', has_more: false, url: '/v1/subscription_items' },
  data: [
    {
      ...{ id: 'si_1', price: { id: 'price_1', lookup_key: plan } },
      ...{ current_period_start: start, current_period_end: start + 86_400 * 20 },
    },
  ],
})

/** The product with a Stripe of its own, whose customer Kestrel Bay is; the workers go by the test’s hand. */
export async function stripeHouse() {
  // Ahead of the machine’s clock, so that everything reported is already due.
  const ahead = { ms: 0 }
  const clock = () => Date.now() + ahead.ms
  const stripe = await fakeStripe(apiKey, stripeVersion, clock)
  const fixture = await serverFixture({
    DEMO: 'on',
    BILLING_PROVIDER: 'stripe',
    STRIPE_API_KEY: apiKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_URL: stripe.url,
  })
  const { databaseUrl: url, product } = fixture
  const own = connect<BillingTables>({ url, role: 'countersign_app', max: 2 })
  const relay = connect<BillingTables>({ url, role: 'countersign_relay', max: 2 })
  await seedDemo(product.database, product.identity, new Date(), product.documents)
  const options = { apiKey, webhookSecrets: [], url: stripe.url, meter: 'countersign_transfers' }
  const deps = {
    database: own,
    relay,
    provider: await stripeProvider(options),
    plans,
    clock,
    log: { warn: () => undefined },
    pause: async () => undefined,
  }
  const caller = async (who: string) => ({
    base: '/api',
    headers: { 'X-User-Agent': 'test', cookie: await signedIn(url, who) },
    fetcher: injected(product.app),
  })
  const as = async (who: string) => client(billing, await caller(who))
  await (await as('marcus')).subscription.openPortal({ vaspDID: kestrelBay, body: {} })
  const items = itemsOf('standard', Math.floor(Date.now() / 1000) - 86_400 * 3)
  stripe.book.subscriptions.push(stripeSubscription('cus_1', { items }))
  await readDue(deps)
  const noor = await as('noor')
  return {
    ...{ stripe, own, relay, deps, clock, ahead, as, noor, webhookSecret, app: product.app },
    caller,
    /** What stands in the database, as its owner sees it. */
    rows: (statement: string) => query(url, statement),
    ...{ vault: fixture.secrets.vault, identity: product.identity },
    /** A unit of a company. */
    unit: (did: string, at = new Date(clock()), counterparty?: string) =>
      own.withTenant(did, (tx) => meter(tx, { did, transferId: randomUUID(), counterparty, at })),
    /** From the ledger to the provider. */
    report: async () => {
      await countUsage({ relay, clock })
      return reportUsage(deps)
    },
    /** Compares two hours later: one company, or all. */
    compare: async (body: { did?: string }) => {
      ahead.ms += 2 * 3_600_000
      await noor.reconciliation.reconcile({ body })
      while (await reconcile(deps));
      return noor.reconciliation.drift({})
    },
    close: async () => {
      await Promise.all([own.close(), relay.close()])
      await fixture.close()
      await stripe.close()
    },
  }
}
