import { connect } from '@countersign/kit/db'
import { query, testDatabase } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DB } from '../tables.gen.ts'
import { findMark, findUnread, storeEvent, storeMark, storeRefusals } from './event.store.ts'

let url: string
let close: () => Promise<void>
let relay: ReturnType<typeof connect<DB>>
const now = new Date('2026-03-01T12:00:00Z')
const kestrel = 'did:example:kestrel'
const event = (id: string, customerId: string | null, type = 'customer.updated') => ({
  ...{ id, type, customerId },
})
const differences = () =>
  query(url, 'select kind, payer_did, customer_id, ours, theirs from billing.drift order by theirs')

beforeAll(async () => {
  const made = await testDatabase()
  url = made.url
  relay = connect<DB>({ url, role: 'countersign_relay', max: 1 })
  close = async () => {
    await relay.close()
    await made.drop()
  }
  await query(
    url,
    `insert into billing.customer (vasp_did, provider, customer_id, due_at)
      values ('${kestrel}', 'stripe', 'cus_1', '2020-01-01')`,
  )
  await query(
    url,
    `insert into billing.usage_day (vasp_did, day, total) values ('${kestrel}', '2026-02-28', 7)`,
  )
})
afterAll(() => close())

test('[BI-02] an event counts once, and its customer is read again', async () => {
  const due = async () =>
    (await query(url, "select due_at > '2020-01-02' as due from billing.customer"))[0]?.due
  const store = (
    id: string,
    customerId: string | null,
    provider: 'stripe' | 'chargebee' = 'stripe',
  ) => relay.withNobody((tx) => storeEvent(tx, provider, event(id, customerId), now))
  expect(await store('evt_1', null)).toBe(true)
  expect(await store('evt_2', 'cus_1', 'chargebee')).toBe(true)
  expect(await due(), 'no event of this customer yet').toBe(false)
  expect(await store('evt_2', 'cus_1')).toBe(true)
  expect(await store('evt_2', 'cus_1')).toBe(false)
  expect(await due()).toBe(true)
})

test('[BI-02] an event of a customer whom nobody knows is a difference, unless it was just made', async () => {
  await query(url, 'delete from billing.drift')
  await relay.withNobody(async (tx) => {
    await storeEvent(tx, 'stripe', event('evt_3', 'cus_1'), now)
    await storeEvent(tx, 'stripe', event('evt_4', 'cus_new', 'customer.created'), now)
    await storeEvent(tx, 'stripe', event('evt_5', 'cus_other'), now)
  })
  expect(await differences()).toEqual([
    {
      ...{ kind: 'unknown_customer', payer_did: null, customer_id: 'cus_other' },
      ...{ ours: null, theirs: 'cus_other' },
    },
  ])
})

test('[BI-06] refused usage is a difference of whoever’s customer it is, with what we counted that day', async () => {
  await query(url, 'delete from billing.drift')
  const refuses = { ...event('evt_6', null), refusesUsage: true }
  const unread = () => relay.withNobody((tx) => findUnread(tx, 'stripe', 9))
  await relay.withNobody((tx) => storeEvent(tx, 'stripe', refuses, now))
  expect(await unread()).toEqual(['evt_6'])
  const refusals = [
    { customerId: 'cus_1', day: '2026-02-28', why: 'a'.repeat(101) },
    { customerId: 'cus_1', day: '2026-02-27', why: 'b' },
    { customerId: 'cus_lost', day: '2026-02-28', why: 'c' },
  ]
  await relay.withNobody((tx) => storeRefusals(tx, 'stripe', { id: 'evt_6', refusals, now }))
  const kind = 'usage_rejected'
  expect(await differences()).toEqual([
    { kind, payer_did: kestrel, customer_id: 'cus_1', ours: '7', theirs: 'a'.repeat(100) },
    { kind, payer_did: kestrel, customer_id: 'cus_1', ours: null, theirs: 'b' },
    { kind, payer_did: null, customer_id: 'cus_lost', ours: null, theirs: 'c' },
  ])
  expect(await unread()).toEqual([])
})

test('[BI-02] until when events were asked for only grows, for each provider', async () => {
  const mark = () => relay.withNobody((tx) => findMark(tx, 'stripe'))
  const keep = (provider: 'stripe' | 'chargebee', at: number) =>
    relay.withNobody((tx) => storeMark(tx, provider, new Date(at)))
  expect(await mark()).toBeUndefined()
  await keep('stripe', 2_000)
  await keep('chargebee', 9_000)
  await keep('stripe', 1_000)
  expect(await mark()).toEqual(new Date(2_000))
})
