import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, granite, kestrel } from '../transfer/transfers.fixture.ts'
import { uploadFixture } from './upload.fixture.ts'

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
  expect(
    await customers().decrypt({ ref: 'U-1', body: { reason: { code: 'DECIDE' } } }),
  ).toMatchObject({
    ivms101: {
      naturalPerson: {
        name: { nameIdentifier: [{ primaryIdentifier: 'Vexington' }] },
      },
    },
  })
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
  expect(await refusal(customers().get({ ref: 'U-7', query: {} }))).toMatchObject({ status: 404 })
  expect((await customers().get({ ref: 'U-8', query: {} })).transactions).toHaveLength(1)
})
