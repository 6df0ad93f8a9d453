import { reconcile, reportUsage } from '@countersign/billing'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kestrelBay as vaspDID } from '../demo/index.ts'
import { stripeHouse } from './billing-stripe.fixture.ts'

let house: Awaited<ReturnType<typeof stripeHouse>>
beforeAll(async () => {
  house = await stripeHouse()
})
afterAll(() => house.close())

test('[BI-06] differences with the provider are found, mended where that is safe, and decided where not', async () => {
  const { stripe, deps, ahead, noor, as, unit, report } = house
  const marcus = await as('marcus')
  // All on one day, although hours go by and midnight may be among them.
  const today = new Date(house.clock())
  const used = async (units: number) => {
    for (let n = 0; n < units; n++) await unit(vaspDID, today)
    return report()
  }
  expect(await used(3)).toBe(1)
  const usage = async () => {
    const found = await marcus.subscription.get({ vaspDID })
    return [found.current_billing_period_usage, found.untracked_usage_in_period]
  }
  expect(await usage()).toEqual([3, 0])
  const compared = async () => {
    ahead.ms += 2 * 3_600_000
    await noor.reconciliation.reconcile({ body: { did: vaspDID } })
    expect(await refusal(noor.reconciliation.reconcile({ body: { did: vaspDID } }))).toMatchObject({
      status: 409,
    })
    expect(await reconcile(deps)).toBe(true)
    expect(await reconcile(deps)).toBe(false)
    return noor.reconciliation.drift({})
  }
  expect(await compared()).toMatchObject({
    open: 0,
    data: [],
    runs: [{ customers: 1, compared_days: 1, drifts: 0, failed: 0, did: vaspDID }],
  })

  // The provider has lost it: the same number is sent again, and the next comparison finds it there.
  const [lost] = stripe.meter.events.splice(0)
  const low = await compared()
  expect(low.data).toMatchObject([
    { kind: 'usage_low', did: vaspDID, ours: '3', theirs: '0', action: 'resent', closed_at: null },
  ])
  expect(await reportUsage(deps)).toBe(1)
  expect(stripe.meter.events).toMatchObject([{ value: 3, customer: lost?.customer }])
  expect(await compared()).toMatchObject({ open: 0, data: [] })

  // It has too many: nothing is lowered by itself.
  const [right] = stripe.meter.events.splice(0)
  if (right)
    stripe.meter.events.push({
      ...right,
      value: 9,
      timestamp: right.timestamp + 60,
      identifier: 'x',
    })
  const { data, open } = await compared()
  expect({ data, open }).toMatchObject({
    open: 1,
    data: [{ kind: 'usage_high', ours: '3', theirs: '9', action: null }],
  })
  expect(await used(1)).toBe(0)
  const { data: billed } = await noor.reconciliation.subscriptions({})
  expect(billed.find(({ did }) => did === vaspDID)).toMatchObject({
    ...{ name: 'Kestrel Bay Exchange', status: 'active', plan: 'standard', provider: 'stripe' },
    ...{ drifts: 1, untracked: 1, limit: null, limit_state: 'ok', past_due_since: null },
  })
  const driftId = data[0]?.id ?? ''
  const refused = (body: Parameters<typeof noor.reconciliation.decide>[0]['body']) =>
    refusal(noor.reconciliation.decide({ driftId, body }))
  expect(await refused({ action: 'accept' })).toMatchObject({ status: 422 })
  const reason = 'Settled with the provider by phone'
  expect(
    await noor.reconciliation.decide({ driftId, body: { action: 'accept', reason } }),
  ).toMatchObject({ action: 'accepted', reason })
  expect(await refused({ action: 'accept', reason })).toMatchObject({ status: 404 })
  // As long as both numbers stay, it is settled.
  expect(await compared()).toMatchObject({ open: 0 })

  // A change of which no event told.
  const [active] = stripe.book.subscriptions
  stripe.book.subscriptions.splice(0, 1, { ...active, status: 'past_due' })
  await compared()
  const { data: closed } = await noor.reconciliation.drift({ query: { state: 'closed' } })
  expect(closed[0]).toMatchObject({ kind: 'snapshot', action: 'followed', decided_by: 'system' })
  expect(await marcus.subscription.get({ vaspDID })).toMatchObject({ access: 'grace' })
})

test('[BI-06] only the network’s operator sees and decides differences', async () => {
  const { reconciliation } = await house.as('marcus')
  const refused = await Promise.all([
    refusal(reconciliation.drift({})),
    refusal(reconciliation.subscriptions({})),
    refusal(reconciliation.reconcile({ body: {} })),
  ])
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
})
