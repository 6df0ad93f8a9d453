import { connect } from '@countersign/kit/db'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import {
  canaries,
  draft,
  granite,
  kestrel,
  transfersFixture,
} from '../transfer/transfers.fixture.ts'
import { eraseDue } from './erase.worker.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
let relay: TransactionsDeps['database']
beforeAll(async () => {
  fixture = await transfersFixture()
  relay = connect<DB>({ url: fixture.url, role: 'countersign_relay' })
})
afterAll(async () => {
  await relay.close()
  await fixture.close()
})

const dayMs = 86_400_000
const years = (n: number) => n * 366 * dayMs
const erase = (size?: number) =>
  eraseDue({ deps: fixture.deps, relay }, size === undefined ? {} : { size })
const decrypt = (company: string, id: string) =>
  fixture.as(company).decrypt({ body: { id, reason: { code: 'AUDIT' } } })
const settings = async (company: string, change: object) => {
  const at = { vaspDID: company }
  const saved = await fixture.as(company).settings(at)
  await fixture.as(company).saveSettings({ ...at, body: { ...saved, ...change } })
}

let made = 0
/** A transfer that both companies have accepted, with what each keeps of it. */
async function accepted(more: object = {}): Promise<string> {
  const ours = fixture.as(kestrel)
  const theirs = fixture.as(granite)
  const txHash = `0x${String(++made).padStart(64, 'a')}`
  const { id } = await ours.create({
    body: draft({
      transactionRef: `ret-${made}`,
      tags: ['vip-ret'],
      transactionBlockchainInfo: {
        destination: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
        origin: '0x52908400098527886E0F7030069857D2E4169EE7',
        txHash,
      },
      ...more,
    }),
  })
  await ours.approve({ query: { id } })
  await theirs.confirm({ query: { id } })
  await theirs.accept({ query: { id }, body: {} })
  await fixture
    .commentsOf(kestrel)
    .add({ body: { id, text: 'Spoke to Zephyrine on the phone', audience: 'BOTH' } })
  await decrypt(granite, id)
  return id
}

test('[TX-04] each company erases on its own day, and with the last of them everything goes', async () => {
  const id = await accepted()
  await settings(granite, { retentionDays: 3_650 })
  const until = new Date(fixture.clock() + years(1)).toISOString().slice(0, 10)
  await fixture.retentionOf(granite).hold({ body: { ids: [id], until, reason: 'An old case' } })
  const rowsIn = async (table: string) =>
    (await fixture.rows(`select from transactions.${table} where transfer_id = '${id}'`)).length
  const erased = ['part', 'sealed_key', 'lookup', 'comment', 'legal_hold']
  for (const table of erased) expect(await rowsIn(table), table).toBeGreaterThan(0)
  expect(await erase()).toBe(0)
  fixture.clock.advance(years(5))
  expect(await erase()).toBe(1)
  expect(await erase(), 'and never twice').toBe(0)
  const ours = await fixture.as(kestrel).info({ query: { id } })
  expect(ours).toMatchObject({
    pii: { state: 'ERASED' },
    status: 'ACCEPTED',
    amount: '1.5',
    transactionRef: null,
    tags: [],
    transactionBlockchainInfo: { txHash: null, origin: null, destination: '' },
  })
  expect(await refusal(decrypt(kestrel, id))).toMatchObject({ status: 409 })
  expect((await fixture.commentsOf(kestrel).list({ query: { id } })).comments).toEqual([])
  const find = (company: string) =>
    fixture.as(company).search({ body: { person: { name: 'Zephyrine Quillbottom' } } })
  expect(await find(kestrel)).toMatchObject({ total: 0 })
  expect(await find(granite), 'theirs is still there').toMatchObject({ total: 1 })
  expect(JSON.stringify(await decrypt(granite, id))).toContain(canaries[0])
  const theirs = await fixture.as(granite).info({ query: { id } })
  expect(theirs.transactionBlockchainInfo.destination).toContain('0x8617')

  fixture.clock.advance(years(5))
  expect(await erase()).toBe(1)
  expect(await refusal(decrypt(granite, id))).toMatchObject({ status: 409 })
  for (const table of erased) expect(await rowsIn(table), table).toBe(0)
  expect(
    await fixture.rows(`select destination from transactions.transfer where id = '${id}'
      and (destination ilike '%8617%' or origin is not null or origin_tx_hash is not null)`),
  ).toEqual([])
  await settings(granite, { retentionDays: 1_825 })
})

test('[TX-04] decisions, checks, views and the address book say nothing of an erased transfer', async () => {
  const theirs = fixture.as(granite)
  const rule = { ruleCheck: 'SANCTION_LIST_CHECK', ruleValue: 'MATCH', name: 'Sanctions' } as const
  const incoming = [{ actionRule: 'REJECT' as const, ...rule }]
  await fixture.rulesOf(granite).set({ body: { ruleSet: { incoming, outgoing: [] } } })
  const id = await accepted()
  const result = { kind: 'SANCTION_LIST_CHECK', source: 'Own systems', result: 'NO_MATCH' } as const
  await theirs.check({ body: { id, ...result, reference: 'Zephyrine, case 77' } })
  const reason = { code: 'AUDIT', comment: 'Zephyrine asked what we hold' } as const
  await theirs.decrypt({ body: { id, reason } })
  const [known] = await fixture.rows(
    `select encode(address_key, 'hex') as key from transactions.transfer where id = '${id}'`,
  )
  const left = async () => {
    const [counts] = await fixture.rows(`select
      (select count(*)::int from transactions.decision where transfer_id = '${id}' and facts <> '{}') as decisions,
      (select count(*)::int from transactions.check_result
        where transfer_id = '${id}' and reference is not null) as checks,
      (select count(*)::int from transactions.pii_view where transfer_id = '${id}' and comment is not null) as views,
      (select count(*)::int from transactions.address
        where source_type = 'EXTERNAL' and key = '\\x${known?.key}') as addresses`)
    return counts
  }
  const counts = await left()
  for (const [what, count] of Object.entries(counts ?? {})) expect(count, what).toBeGreaterThan(0)
  fixture.clock.advance(years(5))
  await erase()
  expect(await left()).toEqual({ decisions: 0, checks: 0, views: 0, addresses: 0 })
  await fixture.rulesOf(granite).set({ body: { ruleSet: { incoming: [], outgoing: [] } } })
})

test('[TX-04] the law’s period counts where the company’s is shorter', async () => {
  await settings(kestrel, { retentionDays: 1 })
  await accepted()
  fixture.clock.advance(2 * dayMs)
  expect(await erase()).toBe(0)
  const summary = await fixture.retentionOf(kestrel).summary({ vaspDID: kestrel })
  expect(summary).toMatchObject({ lawYears: 5, retentionDays: 1, country: 'SG' })
  fixture.clock.advance(years(5) - 60 * dayMs)
  const soon = await fixture.retentionOf(kestrel).summary({ vaspDID: kestrel })
  expect(soon.due.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0)
  fixture.clock.advance(60 * dayMs)
  expect(await erase()).toBeGreaterThan(0)
  await settings(kestrel, { retentionDays: 1_825 })
})

test('[TX-04] a legal hold keeps data until it is released or its last day is over', async () => {
  const [released, lapsing, free] = [await accepted(), await accepted(), await accepted()]
  const of = fixture.retentionOf(kestrel)
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const now = fixture.clock()
  expect(
    await refusal(of.hold({ body: { ids: [free], until: day(now - 2 * dayMs), reason: 'Late' } })),
  ).toMatchObject({ status: 422 })
  const until = day(now + years(7))
  await of.hold({ body: { ids: [released], until, reason: 'Case 12 against Quillbottom' } })
  await of.hold({ body: { ids: [lapsing], until: day(now + years(6)), reason: 'Case 13' } })
  expect((await of.holds({ query: {} })).holds).toMatchObject([{}, {}])
  const held = await fixture.as(kestrel).info({ query: { id: released } })
  expect(held.holdUntil).toBe(until)
  expect(
    JSON.stringify(await fixture.rows('select reason::text from transactions.legal_hold')),
  ).not.toContain('Quillbottom')
  fixture.clock.advance(years(5))
  await erase()
  const state = async (id: string) => (await fixture.as(kestrel).info({ query: { id } })).pii.state
  expect([await state(released), await state(lapsing), await state(free)]).toEqual([
    'OPENABLE',
    'OPENABLE',
    'ERASED',
  ])
  await of.hold({ body: { ids: [released], until: null, reason: 'Case 12 is closed' } })
  await erase()
  expect([await state(released), await state(lapsing)]).toEqual(['ERASED', 'OPENABLE'])
  fixture.clock.advance(years(2))
  await erase()
  expect(await state(lapsing)).toBe('ERASED')
  expect(
    await refusal(of.hold({ body: { ids: [free], until: null, reason: 'Too late for this' } })),
  ).toMatchObject({ status: 409 })
})

test('[TX-04] what somebody else does after the erasure brings nothing back', async () => {
  const id = await accepted()
  await settings(kestrel, { retentionDays: 7_300 })
  fixture.clock.advance(years(5))
  expect(await erase()).toBeGreaterThan(0)
  await fixture
    .commentsOf(kestrel)
    .add({ body: { id, text: 'Ambrosius called again', audience: 'BOTH' } })
  expect((await fixture.commentsOf(granite).list({ query: { id } })).comments).toEqual([])
  const theirs = fixture.as(granite)
  expect(
    await refusal(theirs.check({ body: { id, kind: 'RISK_SCORE', source: 'x', result: 'LOW' } })),
  ).toMatchObject({ status: 409 })
  expect((await theirs.info({ query: { id } })).pii.state).toBe('ERASED')
  expect(
    await theirs.query({ query: { destination: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' } }),
  ).toMatchObject({ transactions: [] })
  await settings(kestrel, { retentionDays: 1_825 })
})

test('[TX-04] two companies and two workers erase at once: each side once, and nothing stays', async () => {
  const ids: string[] = []
  for (let n = 0; n < 6; n++) ids.push(await accepted())
  fixture.clock.advance(years(5))
  const erased = await Promise.all([erase(2), erase(2), erase(3)])
  expect(erased.reduce((sum, some) => sum + some, 0)).toBeGreaterThanOrEqual(12)
  const list = ids.map((id) => `'${id}'`).join()
  expect(
    await fixture.rows(
      `select from transactions.side where transfer_id in (${list}) and erased_at is null`,
    ),
  ).toEqual([])
  expect(
    await fixture.rows(`select from transactions.part where transfer_id in (${list})`),
  ).toEqual([])
  expect(
    await fixture.rows(`select from transactions.transfer where id in (${list})
      and (destination ilike '%8617%' or origin_tx_hash is not null)`),
  ).toEqual([])
})
