import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'
import { scopeOf } from './cells.store.ts'
import { foldCounters as fold } from './fold.store.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
const day = 86_400_000
/** Ids by the name that the tests call them. */
const made = new Map<string, string>()
beforeAll(async () => {
  fixture = await transfersFixture()
  const ours = fixture.as(kestrel)
  const create = async (name: string, more?: object) => {
    const { id } = await ours.create({ body: draft({ transactionRef: name, ...more }) })
    made.set(name, id)
    return id
  }
  await fixture.rows(`insert into transactions.customer (vasp_did, ref, customer_key, created_at, updated_at)
    values ('${kestrel}', 'K-77', gen_random_uuid(), now(), now()),
      ('${granite}', 'G-1', gen_random_uuid(), now(), now())`)
  await create('small', { amount: '0.5', tags: ['vip'], originatorRef: 'K-77' })
  const [small = ''] = made.values()
  await ours.assign({ body: { ids: [small], assignee: 'did:example:mei' } })
  fixture.clock.advance(2 * day)
  const sent = await create('sent', { amount: '2' })
  await ours.approve({ query: { id: sent } })
  fixture.clock.advance(2 * day)
  const hashed = await create('hashed', {
    amount: '3',
    transactionBlockchainInfo: {
      destination: '0x52908400098527886E0F7030069857D2E4169EE7',
    },
  })
  await ours.assign({
    body: { ids: [hashed], assignee: `did:example:person-of-${kestrel.slice(8)}` },
  })
  await ours.setHash({ body: { id: hashed, txHash: `0x${'ab'.repeat(32)}` } })
  const cancelled = await create('cancelled', { amount: '4' })
  await ours.cancel({ body: { id: cancelled, reason: 'REPLACED' } })
})
afterAll(() => fixture.close())

type Query = NonNullable<Parameters<ReturnType<typeof fixture.as>['list']>[0]['query']>
const page = (query: Query, company: string = kestrel) => fixture.as(company).list({ query })
/** The names of the transfers that a filter leaves, in the order of the list. */
const names = async (query: Query, company: string = kestrel) =>
  (await page(query, company)).transactions.map(
    ({ id }) => [...made].find(([, one]) => one === id)?.[0],
  )
const dayOf = (daysAgo: number) =>
  new Date(fixture.clock() - daysAgo * day).toISOString().slice(0, 10)

test.each<[string, Query, string[]]>([
  ['value from', { minValue: '10000' }, ['cancelled', 'hashed']],
  ['value up to', { maxValue: '10000' }, ['sent', 'small']],
  ['a hash', { hasHash: 'true' }, ['hashed']],
  ['no hash', { hasHash: 'false' }, ['cancelled', 'sent', 'small']],
  ['a reason', { reason: 'REPLACED,SANCTIONS' }, ['cancelled']],
  ['whose turn it is', { waitsFor: 'them' }, ['sent']],
  ['a tag', { tag: 'vip' }, ['small']],
  ['another tag', { tag: 'vi' }, []],
  ['an address', { wallet: '0x52908400098527886e0f7030069857d2e4169ee7' }, ['hashed']],
  ['a reference', { transactionRef: 'sent' }, ['sent']],
  ['a customer', { customerRef: 'K-77' }, ['small']],
  ['a customer of another company', { customerRef: 'G-1' }, []],
  ['somebody', { assignee: 'did:example:mei' }, ['small']],
  ['the viewer', { assignee: 'me' }, ['hashed']],
  ['nobody', { assignee: 'none' }, ['cancelled', 'sent']],
  ['a rule', { rule: 'none' }, []],
  [
    'value, largest first',
    { sort: 'transactionAmount:DESC' },
    ['cancelled', 'hashed', 'sent', 'small'],
  ],
  [
    'value, smallest first',
    { sort: 'transactionAmount:ASC' },
    ['small', 'sent', 'hashed', 'cancelled'],
  ],
])('[TX-01] the list is narrowed by %s', async (_, query, expected) => {
  expect((await names(query)).toSorted()).toEqual(expected.toSorted())
  if (query.sort) expect(await names(query)).toEqual(expected)
})

test('[TX-01] what holds a transfer is a filter of its own side alone', async () => {
  expect(await names({ held: 'true' })).toEqual(['hashed', 'small'])
  expect(await names({ held: 'true' }, granite)).toEqual([])
})

test('[TX-01] a counterparty’s country narrows the list', async () => {
  await fixture.rows(`insert into trust.vasp (vasp_did, profile, listing, created_at, updated_at)
    values ('${granite}', '{"name": "Granite", "jurisdictions": ["SG", "US"]}', 'listed', now(), now())`)
  expect(await names({ jurisdictions: 'US,FR' })).toHaveLength(4)
  expect(await names({ jurisdictions: 'FR' })).toEqual([])
})

test('[TX-01] days begin and end in the zone that is named, by creation or by change', async () => {
  expect(await names({ start: dayOf(2), end: dayOf(2) })).toEqual(['sent'])
  const changed = await names({ start: dayOf(0), dateField: 'updatedAt' })
  expect(changed.toSorted()).toEqual(['cancelled', 'hashed'])
  const at = new Date(fixture.clock() - 4 * day)
  // 14 hours ahead, what was made after 10:00 UTC belongs to the next day.
  const ahead = at.getUTCHours() >= 10 ? 3 : 4
  expect(await names({ end: dayOf(ahead), zone: 'Pacific/Kiritimati' })).toEqual(['small'])
  expect(await refusal(page({ zone: 'Nowhere/Land' }))).toMatchObject({ status: 422 })
})

test('[TX-01] pages by number, by cursor and from an instant show the same rows', async () => {
  const all = await names({})
  const numbered = await Promise.all(
    [0, 1, 2, 3].map((n) => names({ page: String(n), resultsPerPage: '1' })),
  )
  expect(numbered.flat()).toEqual(all)
  for (const sort of [
    'transactionAmount:DESC',
    'transactionAmount:ASC',
    'updatedAt:ASC',
  ] as const) {
    const seen: (string | undefined)[] = []
    let cursor: string | undefined
    do {
      const query: Query = { sort, resultsPerPage: '1', ...(cursor && { cursor }) }
      seen.push(...(await names(query)))
      cursor = (await page(query)).paginateInfo.next ?? undefined
    } while (cursor)
    expect(seen).toEqual(await names({ sort }))
  }
  const at = new Date(fixture.clock() - day).toISOString()
  expect(await names({ at })).toEqual(['sent', 'small'])
  expect((await page({ page: '1', resultsPerPage: '3' })).paginateInfo).toMatchObject({
    totalPages: 2,
    currentPage: 1,
    itemCount: 1,
  })
  expect(await refusal(page({ page: '11' }))).toMatchObject({ status: 400 })
  expect(await refusal(page({ page: '1', at }))).toMatchObject({ status: 422 })
  expect(await refusal(page({ sort: 'transactionAmount:ASC', at }))).toMatchObject({ status: 422 })
})

test.each(['desc', 'asc'])('[TX-01] a list by value reads an index: %s', async (order) => {
  const unknown = order === 'desc' ? '-1' : '9223372036854775807'
  const plan = await fixture.rows(
    `explain select transfer_id from transactions.side s where vasp_did = '${kestrel}'
     order by coalesce(s.value, ${unknown}) ${order}, s.transfer_id ${order} limit 101`,
  )
  expect(JSON.stringify(plan)).not.toContain('Sort Key')
})

const foldCounters = (company: string) =>
  fixture.deps.database.withTenant(company, (tx) => fold(tx, company))

test.each<Query>([
  {},
  { status: 'NEW' },
  { txDirection: 'outgoing', transactionType: 'TRAVELRULE', status: 'NEW,SENT' },
  { status: 'NEW,CANCELLED', start: '2020-01-01', end: '2100-01-01' },
  { transactionAsset: 'ETH' },
  { transactionAsset: 'NONE' },
  { vasps: granite, status: 'SENT' },
])('[TX-01] the total of a list is how many its pages have: %j', async (query) => {
  const { transactions, paginateInfo } = await page(query)
  expect(paginateInfo).toMatchObject({
    totalItems: transactions.length,
    totalIsLowerBound: false,
    next: null,
  })
  await foldCounters(kestrel)
  expect((await page(query)).paginateInfo.totalItems, 'folded').toBe(transactions.length)
})

test('[TX-01] a list by status reads the ranges of its cells alone', async () => {
  const plan = await fixture.rows(
    `explain select b.* from unnest('{1,2}'::int[]) c (no) cross join lateral (
       select transfer_id, created_at from transactions.side s where vasp_did = '${kestrel}' and s.cell = c.no
       order by created_at desc, transfer_id desc limit 51) b`,
  )
  expect(JSON.stringify(plan)).not.toMatch(/Sort Key|Seq Scan on side/)
})

test('[TX-01] a walk past too many rows ends with a partial page, and goes on from there', async () => {
  // Between the oldest transfer and the others stand 20,000 that no tag leaves.
  await fixture.rows(`insert into transactions.side (vasp_did, transfer_id, role, direction, cell, status, version,
      created_at, updated_at, currency)
    select vasp_did, gen_random_uuid(), role, direction, cell, status, version,
      created_at + n * interval '1 second', updated_at, currency
    from transactions.side, generate_series(1, 20000) n
    where vasp_did = '${kestrel}' and transfer_id = '${made.get('small')}'`)
  const first = await page({ tag: 'vip' })
  expect(first.transactions).toEqual([])
  const { next, scannedUntil, totalIsLowerBound } = first.paginateInfo
  expect(totalIsLowerBound).toBe(true)
  const small = await fixture.as(kestrel).info({ query: { id: made.get('small') ?? '' } })
  expect(new Date(scannedUntil ?? '').getTime()).toBeGreaterThan(Date.parse(small.createdAt))
  expect(new Date(scannedUntil ?? '').getTime()).toBeLessThan(Date.parse(small.createdAt) + 60_000)
  const rest = await page({ tag: 'vip', cursor: next ?? '' })
  expect(rest.transactions.map(({ id }) => id)).toEqual([made.get('small')])
  expect(rest.paginateInfo).toMatchObject({ next: null, scannedUntil: null })
  const byValue = await page({ tag: 'none', sort: 'transactionAmount:DESC' })
  expect(byValue.paginateInfo.scannedUntil).toBe('-0.0001')
})

test('[TX-01] companies and countries alone are not crossed with all cells', () =>
  fixture.deps.database.withTenant(kestrel, async (tx) => {
    expect(await scopeOf(tx, kestrel, { vasps: [granite] })).toEqual({
      cells: null,
      counterparties: [expect.any(Number)],
    })
    const both = await scopeOf(tx, kestrel, { vasps: [granite], status: ['NEW'] })
    expect(both.cells?.length).toBeGreaterThan(0)
  }))

test('[TX-01] a text is looked up before the list is read, and what nobody has finds nothing', async () => {
  const { transactions } = await fixture.as(kestrel).list({ query: { resultsPerPage: '1' } })
  const id = transactions[0]?.id ?? ''
  const found = async (q: string) =>
    (await fixture.as(kestrel).list({ query: { q } })).transactions.map((one) => one.id)
  expect(await found(id)).toEqual([id])
  expect(await found('nobody-has-this')).toEqual([])
  expect(await found(crypto.randomUUID())).toEqual([])
})
