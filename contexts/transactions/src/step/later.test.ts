import { connect } from '@countersign/kit/db'
import { query } from '@countersign/kit/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import type { Rule } from '../threshold/index.ts'
import { draft, granite, kestrel, transfersFixture, vacant } from '../transfer/transfers.fixture.ts'
import { sweepSteps } from './sweep.worker.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
let relay: TransactionsDeps['database']
beforeAll(async () => {
  fixture = await transfersFixture()
  relay = connect<DB>({ url: fixture.url, role: 'countersign_relay', max: 1 })
})
afterAll(async () => {
  await relay.close()
  await fixture.close()
})

const minute = 60_000
/** A subsidiary of Granite, in a country that asks for the originator's birth as well. */
const slate = 'did:web:slate.example'
beforeEach(() => {
  const base = fixture.companies.get(granite)
  if (!base) throw new Error('No such company')
  fixture.companies.set(slate, {
    ...base,
    did: slate,
    name: 'slate',
    group: granite,
    incorporation: 'DE',
  })
})

async function after(ms: number, more: Partial<TransactionsDeps> = {}) {
  fixture.clock.advance(ms)
  await sweepSteps({ deps: { ...fixture.deps, ...more }, relay })
}
const sent = async (more: object = {}, other: Partial<TransactionsDeps> = {}) => {
  const ours = fixture.as(kestrel, {}, other)
  const { id } = await ours.create({ body: draft(more) })
  await ours.approve({ query: { id } })
  return id
}
const told = (id: string, type: string) =>
  fixture.rows(`select vasp_did as company, payload->>'from' as "from", payload->>'to' as "to" from outbox.event
    where object = '${id}' and type = 'notification.${type}' order by vasp_did`)

/** Germany, which asks for more than Singapore. */
const withGermany = async (tx: Parameters<TransactionsDeps['jurisdictions']>[0]) => {
  const [singapore] = await fixture.deps.jurisdictions(tx)
  if (!singapore) throw new Error('No rules')
  const [tier] = singapore.tiers
  const german = {
    ...singapore,
    id: 'DE',
    countries: ['DE'],
    tiers: [
      { ...tier, comparator: '>=', amount: 0, currency: 'EUR', requires: 'originator.BIRTH' },
    ],
  }
  return [singapore, german as unknown as Rule]
}

test('[TX-02] a redirect to another country asks for what its law wants besides, and tells all three companies', async () => {
  const id = await sent()
  const theirs = fixture.as(granite, {}, { jurisdictions: withGermany })
  await theirs.redirect({ query: { id, to: slate } })
  const ours = await fixture.as(kestrel).info({ query: { id } })
  expect(ours).toMatchObject({
    transactionType: 'TRAVELRULE',
    section: 'DATA',
    waitsFor: 'us',
    openRequest: { fields: ['originator.BIRTH'] },
    threshold: { beneficiary: { jurisdiction: 'DE', tier: 0 } },
  })
  const redirected = { from: granite, to: slate }
  expect(await told(id, 'transactionRedirected')).toEqual(
    [granite, kestrel, slate].map((company) => ({ company, ...redirected })),
  )
  expect(await told(id, 'informationRequested')).toHaveLength(1)
})

test('[TX-01] a transfer that nobody could price is of the stricter type, and is priced later without getting less', async () => {
  const prices = { quote: async () => null }
  const id = await sent({ amount: '0.001' }, { prices })
  const ours = fixture.as(kestrel)
  const theirs = fixture.as(granite)
  const before = await ours.info({ query: { id } })
  expect(before).toMatchObject({ transactionType: 'TRAVELRULE', price: null, status: 'SENT' })
  expect(before.threshold.warnings).toContain('PRICE_UNKNOWN')
  await after(minute, { prices })
  expect(await ours.info({ query: { id } })).toMatchObject({ price: null })
  await after(5 * minute)
  const now = await ours.info({ query: { id } })
  expect(now).toMatchObject({
    transactionType: 'TRAVELRULE',
    version: before.version,
    amountInLocalCurrency: { currency: 'SGD' },
    threshold: { originator: { tier: 0 }, warnings: ['LESS_WOULD_DO'] },
  })
  await after(31 * minute)
  const { transactions } = await theirs.list({ query: { maxValue: '100' } })
  expect(
    transactions.map((one) => one.id),
    'the other company has its value too',
  ).toContain(id)
  const [counted] = await query(
    fixture.url,
    `select sum(n)::int as n, sum(value)::text as value from transactions.cell_count where vasp_did = '${granite}'`,
  )
  const [stored] = await query(
    fixture.url,
    `select count(*)::int as n, sum(value)::numeric::text as value from transactions.side where vasp_did = '${granite}'`,
  )
  expect(counted).toEqual(stored)
})

test('[TX-02] an address of the own book is confirmed, and one of a single company of the group handed on', async () => {
  const { version: _, ...settings } = await fixture.as(granite).settings({ vaspDID: granite })
  const save = (version: number, more: object) =>
    fixture.as(granite).saveSettings({ vaspDID: granite, body: { ...settings, ...more, version } })
  await save(0, { autoconfirm: true, autoredirect: true })
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  const info = { transactionBlockchainInfo: { destination: address } }
  const book = (company: string) =>
    fixture.bookOf(company).registerCustomer({
      body: { address, network: 'ethereum', customerRef: 'K-1' },
    })
  const unknown = await sent(info)
  expect(await fixture.as(granite).info({ query: { id: unknown } })).toMatchObject({
    status: 'SENT',
  })
  await book(slate)
  const handed = await sent(info)
  expect(await fixture.as(granite).info({ query: { id: handed } })).toMatchObject({
    redirectedTo: slate,
    lastAct: { by: { kind: 'SYSTEM' } },
  })
  await book(granite)
  const known = await sent(info)
  expect(await fixture.as(granite).info({ query: { id: known } })).toMatchObject({ status: 'ACK' })
  await save(1, {})
  expect(await fixture.as(granite).info({ query: { id: await sent(info) } })).toMatchObject({
    status: 'SENT',
  })
})

test('[TX-02] what waits for a counterparty goes on by itself once somebody works there', async () => {
  const base = fixture.companies.get(vacant)
  if (!base) throw new Error('No such company')
  const id = await sent({ beneficiaryVASPdid: vacant })
  const ours = fixture.as(kestrel)
  expect(await ours.info({ query: { id } })).toMatchObject({
    status: 'WAITING_FOR_INFORMATION',
    heldBy: 'NO_CONTACT',
  })
  await after(60 * minute)
  expect(await ours.info({ query: { id } })).toMatchObject({ version: 2, heldBy: 'NO_CONTACT' })
  fixture.companies.set(vacant, { ...base, hasAdmin: true })
  await after(60 * minute, { allowance: async () => false })
  expect(await ours.info({ query: { id } }), 'the plan is asked').toMatchObject({ heldBy: 'PLAN' })
  expect(await ours.approve({ query: { id } })).toMatchObject({ status: 'SENT', heldBy: null })
  fixture.companies.set(vacant, base)
})

test('[TX-02] people are reminded once a day of what waits, so many times, and not of what is done', async () => {
  const id = await sent()
  const mails = () =>
    fixture.rows(
      `select recipient as "to", body from mail.outbox where subject like '%for you' order by 1`,
    )
  await after(24 * 60 * minute)
  const first = await mails()
  expect(first.map(({ to }) => to)).toContain('officer@granite.example')
  expect(JSON.stringify(first)).not.toMatch(/Quillbottom|0x8617|ETH/)
  await after(minute)
  expect(await mails(), 'once a day').toEqual(first)
  for (let day = 0; day < 8; day++) await after(24 * 60 * minute)
  const all = (await mails()).filter(({ to }) => to === 'officer@granite.example')
  expect(all.length).toBeGreaterThan(1)
  expect(all.length).toBeLessThanOrEqual(6)
  await fixture.as(granite).reject({ body: { id } })
})
