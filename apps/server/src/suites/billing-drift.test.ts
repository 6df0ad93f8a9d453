import { randomUUID } from 'node:crypto'
import { catchUp, readRefusals } from '@countersign/billing'
import { stripeSignature } from '@countersign/billing/testing'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { granitequay, kestrelBay as vaspDID } from '../demo/index.ts'
import { itemsOf, stripeHouse } from './billing-stripe.fixture.ts'

let house: Awaited<ReturnType<typeof stripeHouse>>
beforeAll(async () => {
  house = await stripeHouse()
})
afterAll(() => house.close())

test('[BI-06] the operator finds companies by name, DID and status, also those without a subscription', async () => {
  const { noor, stripe, compare, unit } = house
  await unit(granitequay, new Date())
  const [before = {}] = stripe.book.subscriptions.splice(0)
  stripe.book.subscriptions.push({ ...before, status: 'past_due' })
  await compare({ did: vaspDID })
  const found = async (query: { q?: string; status?: 'none' | 'past_due' }) =>
    (await noor.reconciliation.subscriptions({ query })).data.map(({ did }) => did)
  expect(await found({ q: 'STREL bay' })).toEqual([vaspDID])
  expect(await found({ q: granitequay })).toEqual([granitequay])
  expect(await found({ q: 'nobody of this name' })).toEqual([])
  expect(await found({ status: 'past_due' })).toEqual([vaspDID])
  expect(await found({ status: 'none' })).toContain(granitequay)
  const first = await noor.reconciliation.subscriptions({ query: { per_page: '1' } })
  // Who is late comes first.
  expect(first.data).toMatchObject([{ did: vaspDID, past_due_since: expect.any(String) }])
  const rest = await noor.reconciliation.subscriptions({ query: { cursor: first.next ?? '' } })
  const free = rest.data.find(({ did }) => did === granitequay)
  expect(free).toMatchObject({ provider: null, customer_id: null, plan: 'free', status: 'none' })
  expect(free?.used).toBeGreaterThan(0)
  expect(rest.data.map(({ did }) => did)).not.toContain(vaspDID)
  stripe.book.subscriptions.splice(0, 9, before)
  await compare({ did: vaspDID })
})

test('[BI-06] customers that nobody here uses or that are there twice, and refused or late usage, are differences', async () => {
  const { noor, stripe, deps, own, compare, unit, report, clock, app, webhookSecret } = house
  const everything = async () =>
    (await compare({})).data.toSorted((one, other) => one.kind.localeCompare(other.kind))
  const kinds = async () => (await everything()).map(({ kind }) => kind)
  const made = (id: string, did: string | null) => ({
    ...{ id, object: 'customer', metadata: did === null ? {} : { vasp_did: did } },
  })
  const [item] = [...stripe.book.subscriptions]
  // Settled first: what the tests before left open.
  for (const { id } of await everything())
    await noor.reconciliation.decide({
      driftId: id,
      body: { action: 'ignore', reason: 'Left over from before' },
    })
  expect(await kinds()).toEqual([])

  stripe.book.customers.push(
    made('cus_twin', vaspDID),
    made('cus_lost', granitequay),
    made('cus_x', null),
  )
  expect(await everything()).toMatchObject([
    { kind: 'duplicate_customer', did: vaspDID, ours: 'cus_1', theirs: 'cus_1, cus_twin' },
    {
      ...{ kind: 'unknown_customer', did: granitequay, customer_id: 'cus_lost', ours: null },
    },
  ])
  stripe.book.customers.splice(0)
  expect(await kinds()).toEqual([])

  // An event that never arrived, of a customer whom we know, and one of a stranger.
  const at = Math.floor(clock() / 1000)
  const event = (id: string, customer: string) => ({
    ...{ id, object: 'event', type: 'invoice.paid', livemode: false, created: at },
    data: { object: { id: 'in_1', object: 'invoice', customer } },
  })
  stripe.book.events.push(event('evt_ours', 'cus_1'), event('evt_theirs', 'cus_stranger'))
  const due = await own.withTenant(vaspDID, (tx) =>
    tx.selectFrom('billing.customer').select('due_at').executeTakeFirst(),
  )
  expect(await catchUp(deps)).toBe(2)
  expect(await catchUp(deps)).toBeUndefined()
  const dueNow = await own.withTenant(vaspDID, (tx) =>
    tx.selectFrom('billing.customer').select('due_at').executeTakeFirst(),
  )
  expect(dueNow?.due_at.getTime()).toBeLessThan(due?.due_at.getTime() ?? 0)
  expect((await noor.reconciliation.drift({})).data).toMatchObject([
    { kind: 'unknown_customer', did: null, name: null, customer_id: 'cus_stranger' },
  ])
  stripe.book.customers.push(made('cus_stranger', null))
  // As long as it is there, it stays; then it goes by itself.
  expect(await kinds()).toEqual(['unknown_customer'])
  stripe.book.customers.splice(0)
  expect(await kinds()).toEqual([])

  // What the meter refused afterwards, until the day agrees.
  const today = new Date(clock()).toISOString().slice(0, 10)
  await unit(vaspDID)
  expect(await report()).toBe(1)
  const [kept] = stripe.meter.events.splice(-1)
  const sample = {
    error_message: 'no',
    request: { identifier: `cs/cus_1/${today.replaceAll('-', '')}/9` },
  }
  stripe.book.events.push({
    ...{
      id: 'evt_meter',
      object: 'v2.core.event',
      type: 'v1.billing.meter.error_report_triggered',
    },
    ...{ created: today, livemode: false },
    data: {
      reason: {
        error_count: 1,
        error_types: [{ code: 'no_meter', error_count: 1, sample_errors: [sample] }],
      },
    },
  })
  const payload = JSON.stringify({
    ...{ id: 'evt_meter', object: 'v2.core.event', livemode: false, created: today },
    type: 'v1.billing.meter.error_report_triggered',
    related_object: { id: 'mtr_1', type: 'billing.meter', url: '/v1/billing/meters/mtr_1' },
  })
  const sent = await app.inject({
    ...{ method: 'POST', url: '/api/billing/webhooks/stripe', payload },
    headers: {
      'content-type': 'application/json',
      'stripe-signature': stripeSignature(payload, webhookSecret),
    },
  })
  expect(sent.statusCode).toBe(200)
  expect(await readRefusals(deps)).toBe(1)
  expect(await readRefusals(deps)).toBe(0)
  const [refused] = (await noor.reconciliation.drift({})).data
  expect(refused).toMatchObject({
    kind: 'usage_rejected',
    did: vaspDID,
    day: today,
    theirs: 'no_meter',
  })
  expect(await noor.reconciliation.difference({ driftId: refused?.id ?? '' })).toEqual(refused)
  expect(await refusal(noor.reconciliation.difference({ driftId: randomUUID() }))).toMatchObject({
    status: 404,
  })
  if (kept) stripe.meter.events.push(kept)
  expect(await kinds()).toEqual([])

  // The day of an invoiced period changes later; a second subscription; a plan of no configuration.
  const start = Math.floor(clock() / 1000) - 86_400
  const items = itemsOf('enterprise', start)
  stripe.book.subscriptions.splice(0, 9, { ...item, status: 'active', items })
  await compare({ did: vaspDID })
  await unit(vaspDID, new Date((start - 4 * 86_400) * 1000))
  await report()
  stripe.book.subscriptions.push({ ...item, id: 'sub_2', status: 'active', items })
  expect(await kinds()).toEqual(['several_subscriptions', 'unknown_plan'])
  const { data: closed } = await noor.reconciliation.drift({ query: { state: 'closed' } })
  expect(closed.find(({ kind }) => kind === 'late_usage')).toMatchObject({
    ...{ action: 'booked', did: vaspDID, ours: expect.stringMatching(/^1, billed on 2/) },
  })

  // It has stopped paying, and no event told.
  stripe.book.subscriptions.splice(0, 9, { ...item, status: 'unpaid', items })
  await kinds()
  const after = await noor.reconciliation.drift({ query: { state: 'closed' } })
  expect(after.data.find(({ kind }) => kind === 'entitlement')).toMatchObject({
    ...{ did: vaspDID, ours: 'full', theirs: 'sunrise', action: 'followed' },
  })
})
