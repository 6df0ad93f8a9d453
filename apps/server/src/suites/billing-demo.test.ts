import { type BillingTables, demoProvider, readDue } from '@countersign/billing'
import { billing } from '@countersign/contracts/billing'
import { client } from '@countersign/kit/client'
import { connect, type Database } from '@countersign/kit/db'
import { injected, query } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  beginDemo,
  demoTransfers,
  demoUsers,
  granitequay,
  kestrelBay,
  seedDemo,
} from '../demo/index.ts'
import { serverFixture } from './server.fixture.ts'
import { signedIn } from './session.fixture.ts'

let fixture: Awaited<ReturnType<typeof serverFixture>>
let relay: Database<Record<never, never>>
let own: Database<BillingTables>
beforeAll(async () => {
  fixture = await serverFixture({
    DEMO: 'on',
    BILLING_PROVIDER: 'demo',
    BILLING_PLANS: '{"free": {"transfersPerMonth": 1}, "paying": {"standard": {}, "group": {}}}',
  })
  relay = connect({ url: fixture.databaseUrl, role: 'countersign_relay', max: 1 })
  own = connect({ url: fixture.databaseUrl, role: 'countersign_app', max: 2 })
  const { database, identity, documents } = fixture.product
  await seedDemo(database, identity, new Date(), documents)
})
afterAll(async () => {
  await relay.close()
  await own.close()
  await fixture.close()
})

const marcus = async () =>
  client(billing, {
    base: '/api',
    headers: { 'X-User-Agent': 'test', cookie: await signedIn(fixture.databaseUrl, 'marcus') },
    fetcher: injected(fixture.product.app),
  }).subscription

const app = () => fixture.product.app
/** What the worker does. */
const read = async () => {
  const provider = demoProvider({
    database: own,
    clock: Date.now,
    page: '',
    priceOf: () => undefined,
  })
  const log = { warn: () => undefined }
  return readDue({ database: own, relay, provider, clock: Date.now, log })
}
const visit = async () => {
  const { url } = await (await marcus()).openPortal({
    ...{ vaspDID: kestrelBay, body: { return_path: '/settings?tab=billing' } },
  })
  return new URL(url)
}
const get = ({ pathname, search }: URL) => app().inject(`${pathname}${search}`)
/** Presses the button with this label, as a browser does. */
async function press(page: URL, label: string) {
  const { body } = await get(page)
  const [, target] = new RegExp(`formaction="([^"]+)">${label}<`).exec(body) ?? []
  if (!target) throw new Error(`No button ${label} in ${body}`)
  const url = target.replaceAll('&amp;', '&')
  const answer = await app().inject({ method: 'POST', url })
  expect(answer.statusCode).toBe(303)
  expect(answer.headers.location).toBe(`${page.pathname}${page.search}`)
  expect(await read()).toBe(1)
}
const shown = async () => (await marcus()).get({ vaspDID: kestrelBay })

test('[BI-01] [BI-02] with the demo’s provider a company subscribes, misses a payment, pays and cancels', async () => {
  expect(await shown()).toMatchObject({
    provider: 'demo',
    subscription_status: 'none',
    plan: 'free',
  })
  const page = await visit()
  const first = await get(page)
  expect(first.body).toContain('Simulated. No real payments.')
  expect(first.body).toContain('/settings?tab=billing')
  expect(first.headers['content-security-policy']).toContain("default-src 'none'")

  await press(page, 'Subscribe to Standard')
  expect(await shown()).toMatchObject({
    ...{ subscription_status: 'active', subscription_type: 'PAYING', plan: 'standard' },
    ...{ access: 'full', invoice_info: { invoices: [{ status: 'paid' }] } },
  })
  const { limits } = await (await marcus()).limits({ vaspDID: kestrelBay })
  expect(limits.filter(({ limit }) => limit !== null)).toEqual([])
  expect(limits).toHaveLength(6)

  await press(page, 'Fail the next payment')
  expect(await shown()).toMatchObject({ subscription_status: 'past_due', access: 'grace' })
  await press(page, 'Advance one month')
  expect(await shown()).toMatchObject({
    subscription_status: 'unpaid',
    access: 'sunrise',
    plan: 'free',
  })
  await press(page, 'Pay open invoices')
  expect(await shown()).toMatchObject({ subscription_status: 'active', grace_ends_at: null })
  await press(page, 'Cancel subscription')
  expect(await shown()).toMatchObject({ subscription_status: 'canceled', access: 'full' })
  await press(page, 'Subscribe to Group')
  expect(await shown()).toMatchObject({ subscription_status: 'active', plan: 'group' })
})

test('[BI-02] a link of the demo’s portal opens one company for ten minutes, and no other', async () => {
  const page = await visit()
  const next = await visit()
  await read()
  const { as_of: _, ...before } = await shown()
  expect((await get(page)).statusCode).toBe(404)
  expect((await get(next)).statusCode).toBe(200)
  for (const [name, value] of [
    ['did', granitequay],
    ['session', 'x'.repeat(32)],
  ] as const) {
    const other = new URL(next)
    other.searchParams.set(name, value)
    expect((await get(other)).statusCode).toBe(404)
    const posted = { method: 'POST', url: `${other.pathname}/cancel${other.search}` } as const
    expect((await app().inject(posted)).statusCode).toBe(404)
  }
  const bad = { method: 'POST', url: `${next.pathname}/delete${next.search}` } as const
  expect((await app().inject(bad)).statusCode).toBe(404)
  const plan = {
    method: 'POST',
    url: `${next.pathname}/subscribe${next.search}&plan=free`,
  } as const
  expect((await app().inject(plan)).statusCode).toBe(404)
  await own.withTenant(kestrelBay, (tx) =>
    sql`update billing.demo_account set session_ends_at = now() - interval '1 second'`.execute(tx),
  )
  expect((await get(next)).statusCode).toBe(404)
  expect(await shown()).toMatchObject(before)
})

const edges = `usd-2999-99 usd-3000 sgd-1500 gbp-800 eur-1000 eur-1000-01 wei satoshi tag japanese arabic lei no-price
  name-mismatch redirected merged amended data-requested data-answered processed disabled unreachable mail-contact
  second-approval held-by-rule replaced replacement`

test('[BI-01] [TX-02] the demo begins with all of its transfers, whatever the free plan covers, and its edge cases by name', async () => {
  await beginDemo(fixture.product, fixture.config)
  const all = await query(
    fixture.databaseUrl,
    `select t.id, s.transaction_ref as ref, t.status, s.held_by, s.pending_second ->> 'action' as second, t.replaces
     from transactions.side s join transactions.transfer t on t.id = s.transfer_id`,
  )
  // Some 460, and the edge cases: how many of Norrland's count this month, and stay out, depends on the day.
  const count = new Set(all.map(({ id }) => id)).size
  expect(count).toBeGreaterThan(440)
  expect(count).toBeLessThan(520)
  const refs = new Set(all.map(({ ref }) => ref))
  const person = (await fixture.product.identity.ensureUsers(demoUsers)).get('ana') ?? ''
  const wanted = [
    ...demoTransfers(new Date(), person).map(({ body }) => body.transactionRef),
    ...edges.split(/\s+/).map((edge) => `demo-${edge}`),
  ]
  expect(wanted.filter((ref) => !refs.has(ref))).toEqual([])
  const one = (ref: string) => all.find((row) => row.ref === `demo-${ref}`)
  expect(one('second-approval')).toMatchObject({ status: 'NEW', second: 'approve' })
  expect(one('held-by-rule')).toMatchObject({ status: 'SAVED', held_by: 'RULE' })
  expect(one('mail-contact')).toMatchObject({ status: 'SENT' })
  expect(one('no-price')).toMatchObject({ status: 'SENT' })
  expect(one('replacement')?.replaces).not.toBeNull()
  const deposits = await query(
    fixture.databaseUrl,
    `select count(*)::int as waiting, (count(*) filter (where exists (select from transactions.data_request r
       where r.transfer_id = t.id and r.answered_at is null and r.due_at < now())))::int as overdue
     from transactions.transfer t where t.beneficiary_did = '${kestrelBay}' and t.status = 'INCOMPLETE'`,
  )
  expect(deposits).toEqual([{ waiting: 8, overdue: 2 }])
  const exports = 'select state, format from transactions.export_request order by created_at'
  expect(await query(fixture.databaseUrl, exports)).toEqual([
    { state: 'WAITING', format: 'CSV' },
    { state: 'WAITING', format: 'JSONL' },
  ])
})
