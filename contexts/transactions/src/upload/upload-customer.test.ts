import { refusal } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findVersions, lockCustomers } from '../customer/index.ts'
import { draft, granite, kestrel } from '../transfer/transfers.fixture.ts'
import { uploadFixture, wallet } from './upload.fixture.ts'

let desk: Awaited<ReturnType<typeof uploadFixture>>
beforeAll(async () => {
  desk = await uploadFixture()
})
afterAll(() => desk.close())

const head = 'customerRef,kind,name,firstName,country,dateOfBirth,placeOfBirth,tags'
const file = [
  head,
  'U-1,NATURAL,Vexington,Marigold,SG,1980-02-03,Ipoh,Private client|VIP',
  'U-2,LEGAL,Brindlemoor Holdings,,MT,,,',
  'U-3,NATURAL,Vexington,Marigold,Singapore,,,',
  'U-4,ROBOT,Vexington,,SG,,,',
  'U-1,NATURAL,Twice,,SG,,,',
  'no ref,NATURAL,Vexington,,SG,,,',
].join('\n')

const customers = () => desk.fixture.customersOf(kestrel)
/** The name of a natural person, opened. */
const nameOf = async (ref: string) => {
  const { ivms101 } = await customers().decrypt({ ref, body: { reason: { code: 'DECIDE' } } })
  const { naturalPerson } = Object(ivms101)
  return naturalPerson.name.nameIdentifier[0]
}
/** Whether some text lies open in what is kept of uploads, customers or the audit log. */
const liesOpen = async (text: string) => {
  const tables = ['upload', 'upload_customer', 'upload_problem', 'customer']
  const found = await Promise.all(
    tables.map((table) =>
      desk.fixture.rows(`select t::text as row from transactions.${table} t
        union all select encode(convert_to(e::text, 'UTF8'), 'escape') from audit.entry e`),
    ),
  )
  return JSON.stringify(found).includes(text)
}

test('[TX-06] a file of customers is sealed as it is read, registered once confirmed, and opens to their names', async () => {
  const { status, body } = await desk.send('customers', file)
  expect(status).toBe(202)
  expect(body.counts).toEqual({ new: 2, changed: 0, unchanged: 0, removed: 0, rejected: 4 })
  expect(await liesOpen('Vexington')).toBe(false)
  expect((await customers().list({ query: {} })).customers).toEqual([])
  await desk.finish(body.id)
  expect(await liesOpen('Vexington')).toBe(false)
  const reasons = await desk.rejected(body.id)
  expect(reasons.map((line) => Number(line.split(',')[0]))).toEqual([4, 5, 6, 7])
  expect(reasons.join()).not.toContain('Vexington')
  expect(await customers().get({ ref: 'U-1', query: {} })).toMatchObject({
    kind: 'NATURAL',
    country: 'SG',
    tags: ['Private client', 'VIP'],
    items: ['NAME', 'BIRTH'],
    version: 1,
  })
  expect(await nameOf('U-1')).toMatchObject({ primaryIdentifier: 'Vexington' })
})

test('[TX-06] REPLACE changes known customers and removes the others, but none whose transfer is kept', async () => {
  const legal = (name: string) => ({
    legalPerson: {
      name: {
        nameIdentifier: [{ legalPersonName: name, legalPersonNameIdentifierType: 'LEGL' }],
      },
    },
  })
  for (const customerRef of ['U-7', 'U-8'])
    await customers().create({ body: { customerRef, ivms101: legal(`${customerRef} Ltd`) } })
  const destination = '0x00000000000000000000000000000000000c0ffe'
  const at = { address: destination, network: 'ethereum' }
  await desk.fixture.bookOf(kestrel).registerCustomer({ body: { ...at, customerRef: 'U-8' } })
  const { id } = await desk.fixture.as(granite).create({
    body: draft({
      originatorVASPdid: granite,
      beneficiaryVASPdid: kestrel,
      transactionBlockchainInfo: { destination },
    }),
  })
  await desk.fixture.as(granite).approve({ query: { id } })
  const theirs = `address,network,customerRef\n${wallet(0x99)},ethereum,U-9`
  await desk.finish((await desk.send('address', theirs)).body.id)
  desk.fixture.clock.advance(1_000)
  const { body } = await desk.send(
    'customers',
    `${head}\nU-1,NATURAL,Vexington,Ottoline,MT,,,\nU-9,,New,,,,,`,
    { mode: 'REPLACE' },
  )
  // U-2 of the first file, and U-7.
  expect(body.counts).toEqual({ new: 1, changed: 1, unchanged: 0, removed: 2, rejected: 0 })
  expect(await desk.finish(body.id)).toMatchObject({ state: 'DONE', done: 4 })
  expect(await customers().get({ ref: 'U-1', query: {} })).toMatchObject({
    country: 'MT',
    version: 2,
    tags: [],
  })
  expect(await nameOf('U-1')).toMatchObject({ secondaryIdentifier: 'Ottoline' })
  // Known by an address before, and still the same customer.
  expect((await customers().get({ ref: 'U-9', query: {} })).addresses).toHaveLength(1)
  expect(await nameOf('U-9')).toMatchObject({ primaryIdentifier: 'New' })
  expect(await refusal(customers().get({ ref: 'U-7', query: {} }))).toMatchObject({ status: 404 })
  expect((await customers().get({ ref: 'U-8', query: {} })).transactions).toHaveLength(1)
})

test('[TX-06] a page of a file reads its own customers, however many others there are', async () => {
  const company = 'did:example:large'
  await desk.fixture.rows(`insert into transactions.customer (vasp_did, ref, customer_key, created_at, updated_at)
    select '${company}', 'L-' || n, gen_random_uuid(), now(), now() from generate_series(1, 20000) n`)
  const refs = Array.from({ length: 500 }, (_, n) => `L-${n * 40}`)
  const found = await desk.fixture.deps.database.withTenant(company, async (tx) => {
    // Of the connection since it last told the server, so other transactions may be among them.
    const read = async () =>
      (
        await sql<{ n: number }>`select (seq_tup_read + idx_tup_fetch)::int as n
          from pg_stat_xact_user_tables where relid = 'transactions.customer'::regclass`.execute(tx)
      ).rows[0]?.n ?? 0
    const found = []
    for (const find of [findVersions, lockCustomers]) {
      const before = await read()
      const { size } = await find(tx, company, refs)
      found.push([size, (await read()) - before])
    }
    return found
  })
  expect(found).toEqual([
    [499, 499],
    [499, 499],
  ])
})

test('[TX-06] what happens to customers between preview and confirmation is followed by what the file says', async () => {
  const names = ['U-1', 'U-9', 'V-1', 'V-2'].map((ref) => `${ref},,Of the file,${ref},SG,,,`)
  const { body } = await desk.send('customers', [head, ...names].join('\n'))
  expect(body.counts).toMatchObject({ new: 2, changed: 2 })
  const ivms101 = (await customers().decrypt({ ref: 'U-1', body: { reason: { code: 'DECIDE' } } }))
    .ivms101
  await customers().update({ ref: 'U-1', body: { ivms101: Object(ivms101) } })
  await customers().remove({ ref: 'U-9' })
  await customers().create({ body: { customerRef: 'V-1', ivms101: Object(ivms101) } })
  expect(await desk.finish(body.id)).toMatchObject({ state: 'DONE', done: 4 })
  for (const [ref, version] of [
    ['U-1', 4],
    ['U-9', 1],
    ['V-1', 2],
    ['V-2', 1],
  ] as const) {
    expect(await customers().get({ ref, query: {} }), ref).toMatchObject({ version })
    expect(await nameOf(ref)).toMatchObject({
      primaryIdentifier: 'Of the file',
      secondaryIdentifier: ref,
    })
  }
})
