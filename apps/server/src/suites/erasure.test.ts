import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { productExamples } from '@countersign/contracts/examples'
import { CreateIn, transactions } from '@countersign/contracts/transactions'
import { client } from '@countersign/kit/client'
import { connect } from '@countersign/kit/db'
import { createLog } from '@countersign/kit/log'
import { injected } from '@countersign/kit/testing'
import { testPool } from '@countersign/kit/testing-query'
import { forgetPdfs } from '@countersign/report'
import { startErasing, type TransactionsTables } from '@countersign/transactions'
import { transferPort } from '@countersign/trust'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { granitequay, kestrelBay, seedDemo } from '../demo/index.ts'
import { dumpOf, finderOf } from './dump.fixture.ts'
import { serverFixture } from './server.fixture.ts'
import { signedIn } from './session.fixture.ts'

/** Everything that the servers log, from the first line on. */
let lines = ''
const to = new Writable({
  write: (line, _, done) => {
    lines += String(line)
    done()
  },
})
const log = createLog('trace', to)
let ahead = 0
const clock = () => Date.now() + ahead
let fixture: Awaited<ReturnType<typeof serverFixture>>
let owner: pg.Pool
beforeAll(async () => {
  fixture = await serverFixture({ DEMO: 'on' }, { log, together: true, clock })
  const { database, identity, documents } = fixture.product
  await seedDemo(database, identity, new Date(), documents)
  owner = testPool({ connectionString: fixture.databaseUrl, max: 1 })
})
afterAll(async () => {
  await owner.end()
  await fixture.close()
})

/** A text of the person for each place where one can stand. */
const names = ['Quillbottom', 'Zephyrine', 'Thistlewood', 'Ambrosius'] as const
const said = ['Gossamer', 'Marmalade', 'Periwinkle', 'Thimblewick', 'Larkspur'] as const
const address = '0x8617e340b3d01fa5f11f306f4090fd50e238070d'
const reference = 'erasure-quicksilver'
/** What the company calls its customer, and what stands in documents. */
const customerRef = 'customer-of-nettlebed'
const documents = ['Passport-Hollyhock', 'Account-Foxglove', 'Ward-Hawthorn'] as const
const marks = [...names, ...said, ...documents, address.slice(2), reference, customerRef]

const person = (primaryIdentifier: string, secondaryIdentifier: string) => ({
  naturalPerson: {
    name: {
      nameIdentifier: [
        { primaryIdentifier, secondaryIdentifier, naturalPersonNameIdentifierType: 'LEGL' },
      ],
    },
    geographicAddress: [
      {
        addressType: 'HOME',
        streetName: `${said[4]} Road`,
        buildingNumber: '12',
        postCode: '018956',
        townName: 'Singapore',
        districtName: documents[2],
        country: 'SG',
      },
    ],
    nationalIdentification: {
      nationalIdentifier: documents[0],
      nationalIdentifierType: 'CCPT',
      countryOfIssue: 'SG',
    },
    customerIdentification: documents[1],
    countryOfResidence: 'SG',
    dateAndPlaceOfBirth: { dateOfBirth: '1988-04-09', placeOfBirth: said[3] },
  },
})

async function desk() {
  const cookie = await signedIn(fixture.databaseUrl, 'ana')
  const headers = { 'X-User-Agent': 'test', cookie }
  const { app } = fixture.product
  return {
    app,
    headers,
    ...client(transactions, { base: '/api', headers, fetcher: injected(app) }),
  }
}

const isTold = finderOf(marks)

/** The tables, of both services, with a text of the person. */
const tables = async (): Promise<string[]> =>
  [...(await dumpOf(owner))].flatMap(([name, text]) => (isTold(text) ? [name] : []))

/** The files that the product keeps, and whether one has a text of the person. */
async function files() {
  const entries = await readdir(fixture.dataDir, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((one) => join(one.parentPath, one.name))
  const texts = await Promise.all(paths.map((path) => readFile(path, 'latin1')))
  // Checkpoints of the audit chains stay; what they hold is read all the same.
  const kept = paths.filter((path) => !path.includes('/audit/')).sort()
  return { paths: kept, told: paths.filter((_, n) => isTold(texts[n] ?? '')) }
}

const waiting = async (query: string): Promise<number> =>
  Number((await owner.query<{ n: string }>(`select count(*) as n ${query}`)).rows[0]?.n)

test('[TX-04] once both companies have erased a person, nothing in either service, file, log or mail names them', async () => {
  const { app, headers, tx, comments, exportRequests, customers, address: book } = await desk()
  const filesBefore = (await files()).paths
  const body = CreateIn.parse({
    ...Object(productExamples['tx.create']?.body),
    transactionRef: reference,
    tags: [said[2]],
    originatorRef: customerRef,
    beneficiaryRef: customerRef,
    transactionBlockchainInfo: { destination: address },
    ivms101: {
      originator: {
        originatorPerson: [person(names[0], names[1])],
        accountNumber: ['0x52908400098527886E0F7030069857D2E4169EE7'],
      },
      beneficiary: { beneficiaryPerson: [person(names[2], names[3])], accountNumber: [address] },
      payloadMetadata: { payloadVersion: '101.2023' },
    },
  })
  // Both companies know the person as their customer, with a wallet.
  for (const vaspDID of [kestrelBay, granitequay]) {
    const about = { ivms101: person(names[0], names[1]), tags: [said[0]] }
    await customers.create({ body: { vaspDID, customerRef, ...about } })
  }
  await book.registerCustomer({
    body: { vaspDID: granitequay, address, network: 'ethereum', customerRef },
  })
  const { id } = await tx.create({ body })
  await tx.approve({ query: { vaspDID: kestrelBay, id } })
  await tx.confirm({ query: { vaspDID: granitequay, id } })
  await tx.accept({ query: { vaspDID: granitequay, id }, body: { comment: `Known as ${said[0]}` } })
  const reason = { code: 'OTHER' as const, comment: `${said[2]} asked` }
  for (const vaspDID of [kestrelBay, granitequay]) {
    await comments.add({ body: { vaspDID, id, text: `${said[1]} called`, audience: 'BOTH' } })
    await tx.decrypt({ body: { vaspDID, id, reason } })
    const at = `vaspDID=${encodeURIComponent(vaspDID)}`
    expect((await app.inject({ url: `/api/pdf/transfer.${id}?${at}`, headers })).statusCode).toBe(
      200,
    )
  }
  await exportRequests.create({ body: { vaspDID: kestrelBay, filter: { q: reference } } })
  await exportRequests.create({
    body: {
      vaspDID: kestrelBay,
      filter: { transactionRef: reference },
      includePersonalData: true,
      reason,
    },
  })
  fixture.product.startRelay()
  await expect
    .poll(() => waiting(`from transactions.export_request where state <> 'READY'`), {
      timeout: 60_000,
    })
    .toBe(0)
  await expect.poll(() => waiting('from outbox.event'), { timeout: 60_000 }).toBe(0)
  // The tester is tested: it finds what is kept, in tables and as files.
  expect(await tables()).toContain('transactions.transfer')
  const bytes = `convert_to('${names[0]}', 'UTF8')`
  for (const form of [bytes, `encode(convert_to('x', 'UTF8') || ${bytes}, 'base64')`]) {
    await owner.query(
      `create table public.told as select ${form} as form from generate_series(1, 2)`,
    )
    await owner.query('analyze public.told')
    const found = await tables()
    expect(found, form).toContain('public.told')
    expect(found, 'samples of columns').toContain('pg_catalog.pg_statistic')
    await owner.query('drop table public.told')
  }
  // Samples outlast what they are of, so none may hold the person in the first place.
  await owner.query('analyze')
  expect(await tables()).not.toContain('pg_catalog.pg_statistic')
  expect((await files()).paths.length).toBeGreaterThan(filesBefore.length)

  const url = fixture.databaseUrl
  const relay = connect<TransactionsTables>({ url, role: 'countersign_relay' })
  const database = connect<TransactionsTables>({ url, role: 'countersign_app' })
  ahead = 11 * 366 * 86_400_000
  const erasing = startErasing({
    deps: { ...transferPort, database, clock, log, forgetPdfs },
    relay,
  })
  await expect
    .poll(
      () => waiting(`from transactions.side where transfer_id = '${id}' and erased_at is null`),
      {
        timeout: 60_000,
      },
    )
    .toBe(0)
  await erasing.stop()
  await Promise.all([relay.close(), database.close()])
  await expect
    .poll(() => waiting('from transactions.export_request where has_files'), { timeout: 60_000 })
    .toBe(0)
  expect(await tables()).toEqual([])
  expect(await waiting(`from transactions.part where transfer_id = '${id}'`)).toBe(0)
  expect(await files()).toEqual({ paths: filesBefore, told: [] })
  expect(lines).toContain('/api/tx/decrypt')
  expect(isTold(lines)).toBe(false)
})
