import { productExamples } from '@countersign/contracts/examples'
import { identity } from '@countersign/contracts/identity'
import { type PdfSubject, report } from '@countersign/contracts/report'
import { CreateIn, transactions } from '@countersign/contracts/transactions'
import { trust } from '@countersign/contracts/trust'
import { client } from '@countersign/kit/client'
import { injected, refusal } from '@countersign/kit/testing'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { granitequay, kestrelBay, seedDemo } from '../demo/index.ts'
import { serverFixture } from './server.fixture.ts'
import { signedIn } from './session.fixture.ts'

const alpenvault = 'did:ethr:0xffb8000011fdc6162b7c49db6dec9cbe977b6c31'
const norrland = 'did:ethr:0x17c7245f82368b8e141f545654834ad336c954c2'
const nobody = `did:ethr:0x${'0'.repeat(40)}`
let now = Date.now()
let fixture: Awaited<ReturnType<typeof serverFixture>>
beforeAll(async () => {
  fixture = await serverFixture({ DEMO: 'on' }, { clock: () => now })
  const { database, identity, documents } = fixture.product
  await seedDemo(database, identity, new Date(), documents)
})
afterAll(() => fixture.close())

async function as(who: string | null, company = kestrelBay) {
  const cookie = who === null ? undefined : await signedIn(fixture.databaseUrl, who)
  const headers = { 'X-User-Agent': 'test', ...(cookie && { cookie }) }
  const options = { base: '/api', headers, fetcher: injected(fixture.product.app) }
  const { pdf } = client(report, options)
  const get = (id: string, more: object = {}) => {
    const query = new URLSearchParams({ vaspDID: company, ...more })
    return fixture.product.app.inject({ url: `/api/pdf/${id}?${query}`, headers })
  }
  return {
    tx: client(transactions, options).tx,
    trust: client(trust, options),
    auditLog: client(identity, options).auditLog,
    auth: client(identity, options).auth,
    check: (code: string) => pdf.check({ body: { code } }),
    get,
    ask: (subject: PdfSubject) => pdf.request({ body: { did: company, subject } }),
    /** The text of a PDF that is asked for. */
    read: async (subject: PdfSubject) => {
      const { id } = await pdf.request({ body: { did: company, subject } })
      return textOf((await get(id)).rawPayload)
    },
  }
}

async function textOf(file: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)))
  return text.join(' ').replaceAll(/\s+/g, ' ')
}

const codeOf = (text: string) => /Code: ([A-Z2-7-]{19})/.exec(text)?.[1] ?? ''
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

test('[BI-04] a profile says who stated what; another company’s names its reader on each page', async () => {
  const ana = await as('ana')
  const own = await ana.read({ kind: 'profile', about: kestrelBay })
  expect(own).toContain('Kestrel Bay Exchange')
  expect(own).toContain('Stated by')
  expect(own).not.toContain('Prepared for')
  const other = await ana.read({ kind: 'profile', about: granitequay })
  expect(other).toContain(granitequay)
  expect(other.match(/Prepared for/g)?.length).toBe(Number(/Page 1 of (\d+)/.exec(other)?.[1]))
  expect(await (await as(null)).check(codeOf(other))).toMatchObject({
    title: 'Company profile',
    owner: 'Kestrel Bay Exchange',
    isCurrent: true,
  })
})

test('[BI-04] a report on a counterparty has the verdict, and stops being current with a new one', async () => {
  const ana = await as('ana')
  const give = (reviewValue: 'TRUSTED' | 'MANUAL', note: string) =>
    ana.trust.review.give({
      did: kestrelBay,
      body: { reviewedVaspDID: alpenvault, reviewValue, note },
    })
  await give('TRUSTED', 'Licence seen in person')
  const text = await ana.read({ kind: 'diligence', about: alpenvault })
  for (const said of ['Trusted', 'Licence seen in person', 'Verdict in force', 'Documents'])
    expect(text).toContain(said)
  const visitor = await as(null)
  expect(await visitor.check(codeOf(text))).toMatchObject({ isCurrent: true })
  await give('MANUAL', 'Watch it')
  expect(await visitor.check(codeOf(text))).toMatchObject({ isCurrent: false })
  expect(await refusal(ana.ask({ kind: 'diligence', about: nobody }))).toMatchObject({
    status: 404,
  })
})

test('[BI-04] a questionnaire is for its company and those it is shared with, and the owner sees who reads', async () => {
  const ana = await as('ana')
  const query = { requestingVASPdid: kestrelBay }
  const { submitted } = await ana.trust.questionnaire.get({ did: norrland, query })
  const shared = {
    kind: 'questionnaire',
    about: norrland,
    version: submitted?.version ?? 0,
  } as const
  const text = await ana.read(shared)
  for (const said of ['A1', 'What is the full registered legal name?', 'Signed by', 'Prepared for'])
    expect(text).toContain(said)
  const reads = await fixture.product.database.withTenant(norrland, (tx) =>
    tx.selectFrom('trust.ddq_read').select('requester_did').execute(),
  )
  expect(reads).toContainEqual({ requester_did: kestrelBay })
  for (const other of [
    { ...shared, version: shared.version + 7 },
    { ...shared, about: granitequay },
  ])
    expect(await refusal(ana.ask(other))).toMatchObject({ status: 404 })
})

test('[BI-04] an extract of the activity has each entry’s hash and says that the chain holds', async () => {
  const ana = await as('ana')
  const [from, to] = [dayOf(now - 86_400_000), dayOf(now)]
  await ana.trust.review.give({
    did: kestrelBay,
    body: { reviewedVaspDID: norrland, reviewValue: 'MANUAL' },
  })
  const text = await ana.read({ kind: 'audit', from, to })
  expect(text).toContain('Verified: every entry is as it was written')
  const { head } = await ana.auditLog.verify({ did: kestrelBay })
  expect(text.replaceAll(' ', '')).toContain(head)
  expect(await refusal(ana.ask({ kind: 'audit', from: to, to: from }))).toMatchObject({
    status: 422,
  })
  // Who pays the bills reads no activity.
  const grace = await as('grace')
  expect(await refusal(grace.ask({ kind: 'audit', from, to }))).toMatchObject({ status: 403 })
})

test('[BI-04] [BI-06] a statement has the usage of its days, for those who may see it', async () => {
  const marcus = await as('marcus')
  const days = { kind: 'usage', from: dayOf(now - 30 * 86_400_000), to: dayOf(now) } as const
  const text = await marcus.read(days)
  for (const said of ['Usage statement', 'Chargeable transfers', `${days.from} to ${days.to}`])
    expect(text).toContain(said)
  expect(text).not.toContain('Prepared for')
  // Without a billing provider there are no invoices.
  const invoice = { kind: 'invoice', invoice: 'in_1' } as const
  expect(await refusal(marcus.ask(invoice))).toMatchObject({ status: 404 })
  expect(await refusal((await as('ana')).ask(invoice))).toMatchObject({ status: 403 })
})

test('[BI-04] [ID-08] an operator who views a company opens none of its PDFs', async () => {
  const ana = await as('ana')
  const noor = await as('noor')
  await noor.auth.startObserving({
    body: { vaspDID: kestrelBay, reason: 'Asked for help with it' },
  })
  for (const subject of [
    { kind: 'profile', about: kestrelBay },
    { kind: 'audit', from: dayOf(now), to: dayOf(now) },
  ] as const)
    expect((await noor.get((await ana.ask(subject)).id)).statusCode).toBe(403)
})

test('[BI-04] what was asked for is the company’s own for 30 days', async () => {
  const ana = await as('ana')
  const { id } = await ana.ask({ kind: 'profile', about: granitequay })
  expect((await ana.get(id)).statusCode).toBe(200)
  expect((await ana.get(id.replace('profile', 'audit'))).statusCode).toBe(404)
  now -= 31 * 86_400_000
  const old = await (await as('ana')).ask({ kind: 'profile', about: granitequay })
  now += 31 * 86_400_000
  expect((await (await as('ana')).get(old.id)).statusCode).toBe(404)
})

test('[BI-04] [TX-04] personal data is printed for a reason alone, for those who may open it, and the view is written down', async () => {
  const ana = await as('ana')
  const body = CreateIn.parse(productExamples['tx.create']?.body)
  const { id } = await ana.tx.create({ body: { ...body, transactionRef: crypto.randomUUID() } })
  const views = async () =>
    (await ana.tx.piiViews({ query: { vaspDID: kestrelBay, id } })).views.length
  const people = ['Okafor', 'Amara', 'Lindqvist', 'Elsa', '10023', 'Harbour Lane', 'Enugu']
  // Who may not open the data gets a certificate too, with nothing of it.
  const daniel = await as('daniel')
  for (const reader of [ana, daniel]) {
    const without = await textOf((await reader.get(`transfer.${id}`)).rawPayload)
    expect(without).toContain('Transfer certificate')
    expect(without).not.toContain('Personal data: originator')
    for (const name of people) expect(without).not.toContain(name)
  }
  const asked = await daniel.get(`transfer.${id}`, { include: 'personal', reason: 'AUDIT' })
  expect(asked.statusCode).toBe(403)
  expect((await ana.get(`transfer.${id}`, { include: 'personal' })).statusCode).toBe(422)
  const before = await views()
  const file = await ana.get(`transfer.${id}`, { include: 'personal', reason: 'AUDIT' })
  const text = await textOf(file.rawPayload)
  expect(text).toContain('Personal data: originator')
  for (const name of people) expect(text).toContain(name)
  expect(text).toContain('Prepared for')
  expect(await views()).toBeGreaterThan(before)
  const known = await (await as(null)).check(codeOf(text))
  expect(known).toMatchObject({
    title: 'Transfer certificate with personal data',
    isCurrent: true,
  })
  const profile = await ana.ask({ kind: 'profile', about: kestrelBay })
  expect((await ana.get(profile.id, { include: 'personal', reason: 'AUDIT' })).statusCode).toBe(422)
})
