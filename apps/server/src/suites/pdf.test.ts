import { createHash, randomUUID } from 'node:crypto'
import { productExamples } from '@countersign/contracts/examples'
import { report } from '@countersign/contracts/report'
import { CreateIn, transactions } from '@countersign/contracts/transactions'
import { trust } from '@countersign/contracts/trust'
import { client } from '@countersign/kit/client'
import { injected } from '@countersign/kit/testing'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { granitequay, kestrelBay, seedDemo } from '../demo/index.ts'
import { qrOf } from './qr.fixture.ts'
import { serverFixture } from './server.fixture.ts'
import { signedIn } from './session.fixture.ts'

/** The start of a minute. */
let now = Math.floor(Date.now() / 60_000) * 60_000
let fixture: Awaited<ReturnType<typeof serverFixture>>
beforeAll(async () => {
  fixture = await serverFixture({ DEMO: 'on' }, { clock: () => now })
  const { database, identity, documents } = fixture.product
  await seedDemo(database, identity, new Date(), documents)
})
afterAll(() => fixture.close())

async function as(who: string | null) {
  const cookie = who === null ? undefined : await signedIn(fixture.databaseUrl, who)
  const options = {
    base: '/api',
    headers: { 'X-User-Agent': 'test', ...(cookie && { cookie }) },
    fetcher: injected(fixture.product.app),
  }
  return {
    tx: client(transactions, options).tx,
    document: client(trust, options).document,
    file: async (did: string, query: Record<string, string>) => {
      const url = `/api/tf/vasps/download/${encodeURIComponent(did)}?${new URLSearchParams(query)}`
      return (await fixture.product.app.inject({ url, headers: options.headers })).rawPayload
    },
    check: (code: string) => client(report, options).pdf.check({ body: { code } }),
    get: (id: string, vaspDID: string) =>
      fixture.product.app.inject({
        url: `/api/pdf/${id}?vaspDID=${encodeURIComponent(vaspDID)}`,
        headers: options.headers,
      }),
  }
}

/** The code on the last page. */
async function codeOf(file: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)))
  return /Code: ([A-Z2-7-]{19})/.exec(text.at(-1) ?? '')?.[1] ?? ''
}

/** A certificate of a new transfer of Kestrel Bay, with the code on its last page. */
async function certificate() {
  const ana = await as('ana')
  const body = CreateIn.parse(productExamples['tx.create']?.body)
  const { id } = await ana.tx.create({ body: { ...body, transactionRef: randomUUID() } })
  const file = await ana.get(`transfer.${id}`, kestrelBay)
  return { ana, id, file, code: await codeOf(file.rawPayload) }
}

test('[BI-04] the certificate of a transfer is a PDF, and whoever holds it can check it', async () => {
  const { ana, id, file, code } = await certificate()
  expect(file.statusCode).toBe(200)
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': expect.stringContaining('no-store'),
    'x-content-type-options': 'nosniff',
  })
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const visitor = await as(null)
  const known = await visitor.check(code)
  expect(known).toMatchObject({
    title: 'Transfer certificate',
    owner: 'Kestrel Bay Exchange',
    isCurrent: true,
    fileHash: createHash('sha256').update(file.rawPayload).digest('hex'),
  })
  // A name, an amount or an address is nobody's business who merely holds the code.
  expect(Object.keys(known).sort()).toEqual(['fileHash', 'isCurrent', 'issuedAt', 'owner', 'title'])
  await ana.tx.approve({ query: { vaspDID: kestrelBay, id } })
  expect(await visitor.check(code)).toMatchObject({ isCurrent: false })
})

test('[BI-04] the QR code on its last page leads to the page that checks it', async () => {
  const { file, code } = await certificate()
  const url = new URL((await qrOf(file.rawPayload)) ?? '')
  expect(url.pathname).toBe('/verify')
  expect(url.hash).toBe(`#${code}`)
  expect(await (await as(null)).check(url.hash.slice(1))).toMatchObject({ isCurrent: true })
})

test('[BI-04] [TF-04] a PDF of another company has its reader’s name on each page, but for the original', async () => {
  const ana = await as('ana')
  const { documents } = await ana.document.listShared({ did: kestrelBay })
  const [shared] = documents.filter(({ mediaType }) => mediaType === 'application/pdf')
  if (!shared) throw new Error('Nothing is shared in the demo')
  const query = { s3URL: shared.s3URL, requestingVASPdid: kestrelBay }
  const given = await ana.file(shared.ownerDid, query)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(given)))
  for (const page of text) expect(page).toContain('Prepared for ana.')
  const original = await ana.file(shared.ownerDid, { ...query, original: 'true' })
  expect(createHash('sha256').update(original).digest('hex')).toBe(shared.sha256)
  expect(given.equals(original)).toBe(false)
})

test('[BI-04] a bare ID is a transfer’s; another company and another kind get nothing', async () => {
  const { ana, id } = await certificate()
  expect((await ana.get(id, kestrelBay)).statusCode).toBe(200)
  // Not sent yet: the other company knows nothing of it.
  for (const [asked, company] of [
    [`transfer.${id}`, granitequay],
    [`receipt.${id}`, kestrelBay],
    [`transfer.${id}x`, kestrelBay],
    ['transfer.00000000-0000-7000-8000-000000000000', kestrelBay],
  ] as const)
    expect((await ana.get(asked, company)).statusCode).toBe(404)
})

test('[BI-04] one reader gets the same file for a minute, and another after', async () => {
  const { ana, id, file } = await certificate()
  now += 59_999
  expect((await ana.get(id, kestrelBay)).rawPayload.equals(file.rawPayload)).toBe(true)
  now += 1
  expect(await codeOf((await ana.get(id, kestrelBay)).rawPayload)).not.toBe(
    await codeOf(file.rawPayload),
  )
})

test('[BI-04] an unknown code is 404, a malformed one 422', async () => {
  const { check } = await as(null)
  await expect(check('AAAA-BBBB-CCCC-DDDD')).rejects.toMatchObject({ status: 404 })
  await expect(check('aaaa')).rejects.toMatchObject({ status: 422 })
})
