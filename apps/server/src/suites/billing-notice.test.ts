import { tellNews } from '@countersign/billing'
import { trust } from '@countersign/contracts/trust'
import { client } from '@countersign/kit/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kestrelBay as vaspDID } from '../demo/index.ts'
import { stripeHouse } from './billing-stripe.fixture.ts'

let house: Awaited<ReturnType<typeof stripeHouse>>
beforeAll(async () => {
  house = await stripeHouse()
})
afterAll(() => house.close())

const dayMs = 86_400_000

test('[BI-06] [BI-01] a company is told once of its plan, of a late payment, and of a limit: at Home, by mail, by event', async () => {
  const { caller, unit, own, relay, deps, stripe, compare, identity, rows } = house
  const at = { ms: Date.now() }
  const tell = () =>
    tellNews({
      ...deps,
      ...{ database: own, relay, origin: 'https://desk.example', clock: () => at.ms },
      billingAddresses: identity.billingAddresses,
      companies: async () => [{ did: vaspDID, name: 'Kestrel Bay', incorporation: null }],
    })
  const mails = async () =>
    (
      await rows(
        "select subject from mail.outbox where recipient = 'grace.ho@kestrelbay.example' order by id",
      )
    ).map(({ subject }) => subject)
  const news = async () =>
    (
      await rows(`select type, payload from outbox.event where type like 'billing.%' order by id`)
    ).map(({ type }) => type)
  const items = async () => {
    const { actionItems } = client(trust, await caller('marcus'))
    const { items: all } = await actionItems.list({ did: vaspDID })
    return all.filter(({ type }) => ['SUNRISE_LIMIT_NEAR', 'PAYMENT_PAST_DUE'].includes(type))
  }
  const [subscription = {}] = stripe.book.subscriptions
  const becomes = async (more: object) => {
    stripe.book.subscriptions.splice(0, 9, { ...subscription, ...more })
    await compare({ did: vaspDID })
  }

  expect(await tell()).toBe(1)
  expect(await tell()).toBe(0)
  expect(await news()).toEqual(['billing.subscription.updated'])
  expect(await mails()).toEqual(['Your plan has changed'])
  expect(await items()).toEqual([])

  const due = Math.floor(at.ms / 1000) - 3600
  await becomes({
    status: 'past_due',
    latest_invoice: { id: 'in_9', status: 'open', created: due },
  })
  // Two at once tell it once.
  expect((await Promise.all([tell(), tell()])).toSorted()).toEqual([0, 2])
  expect((await mails()).slice(1)).toEqual(['Your last payment failed'])
  expect(await items()).toMatchObject([
    {
      ...{
        type: 'PAYMENT_PAST_DUE',
        severity: 'high',
        requiredPermission: 'payment.subscriptionInfo',
      },
      dueAt: new Date((due + 14 * 86_400) * 1000).toISOString(),
    },
  ])
  at.ms += 7 * dayMs
  expect(await tell()).toBe(1)
  at.ms += 5 * dayMs
  expect(await tell()).toBe(1)
  expect((await mails()).slice(2)).toEqual([
    'Your last payment failed',
    'Full access ends in 2 days',
  ])
  at.ms -= 12 * dayMs

  await becomes({ status: 'unpaid' })
  for (let n = 0; n < 10; n++) await unit(vaspDID, new Date())
  expect(await tell()).toBe(2)
  expect(await tell()).toBe(0)
  expect((await news()).slice(2)).toEqual(['billing.subscription.updated', 'billing.limit.reached'])
  expect((await mails()).slice(4)).toEqual(['Your plan’s limit is reached'])
  expect((await items()).map(({ type, severity }) => [type, severity]).toSorted()).toEqual([
    ['PAYMENT_PAST_DUE', 'high'],
    ['SUNRISE_LIMIT_NEAR', 'high'],
  ])
})
