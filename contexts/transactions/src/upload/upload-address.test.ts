import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { granite, kestrel } from '../transfer/transfers.fixture.ts'
import { uploadFixture, wallet } from './upload.fixture.ts'

let desk: Awaited<ReturnType<typeof uploadFixture>>
beforeAll(async () => {
  desk = await uploadFixture()
})
afterAll(() => desk.close())

const head = 'address,network,customerRef'
const booked = async (company: string = kestrel) => {
  const { addresses } = await desk.fixture.bookOf(company).list({ query: { per_page: '1000' } })
  return addresses.map(({ customerRef }) => customerRef).toSorted()
}
const counts = (some: object) => ({
  ...{ new: 0, changed: 0, unchanged: 0, removed: 0, rejected: 0 },
  ...some,
})

test('[TX-06] 10,000 addresses with 37 faults: previewed first, then taken in, and again nothing changes', async () => {
  const lines = Array.from({ length: 10_000 }, (_, n) =>
    n % 271 === 0 ? `nowhere-${n},ethereum,C-${n}` : `${wallet(0x10_0000 + n)},ethereum,C-${n}`,
  )
  const file = [head, ...lines].join('\n')
  const { status, body } = await desk.send('address', file)
  expect({ status, body }).toMatchObject({
    status: 202,
    body: { state: 'READY', counts: counts({ new: 9_963, rejected: 37 }), done: 0 },
  })
  expect(await booked(), 'before anyone confirms').toEqual([])
  const machine = desk.fixture.apiOf(kestrel, { clientId: 'robot' }).uploads
  expect(await refusal(machine.confirm({ uploadId: body.id, query: {} }))).toMatchObject({
    status: 403,
  })
  expect((await desk.send('address', file)).status, 'a second preview').toBe(409)
  expect(await desk.finish(body.id)).toMatchObject({ state: 'DONE', done: 9_963 })
  const faults = await desk.rejected(body.id)
  expect(faults).toHaveLength(37)
  expect(faults.slice(0, 2)).toEqual([
    '2,This isn’t an address of this network',
    '273,This isn’t an address of this network',
  ])
  expect(
    await desk.fixture
      .bookOf(kestrel)
      .owner({ address: wallet(0x10_0001), query: { network: 'ethereum' } }),
  ).toMatchObject({ owner_vasp_did: kestrel, source: 'INTERNAL' })
  expect(await booked(granite), 'another company').toEqual([])
  const others = desk.fixture.apiOf(granite).uploads
  expect(await refusal(others.get({ uploadId: body.id, query: {} }))).toMatchObject({ status: 404 })
  const again = await desk.send('address', file)
  expect(again.body.counts).toEqual(counts({ unchanged: 9_963, rejected: 37 }))
  await desk.finish(again.body.id)
  expect(
    await desk.fixture.rows('select count(*)::int as n from transactions.upload_address'),
    'what is staged goes',
  ).toEqual([{ n: 0 }])
})

test('[TX-06] an address of another customer is rejected by its line; REPLACE gives it to them and removes the rest', async () => {
  const [a, b, c] = [wallet(0x30_0001), wallet(0x30_0002), wallet(0x30_0003)]
  const first = await desk.send('address', `${head}\n${a},ethereum,First\n${c},ethereum,First`, {
    mode: 'REPLACE',
  })
  await desk.finish(first.body.id)
  expect(await booked()).toEqual(['First', 'First'])
  const file = `customerRef,address,network\nSecond,${a},ethereum\nThird,${b},ethereum\nFourth,${b},ethereum\nThird,${b},ethereum\nbad ref,${b},ethereum\n`
  const added = await desk.send('address', file)
  expect(added.body.counts).toEqual(counts({ new: 1, unchanged: 1, rejected: 3 }))
  expect(await desk.rejected(added.body.id)).toEqual([
    '2,Another customer has this address',
    '4,Another line of the file has this address for another customer',
    '6,"The customer reference needs up to 64 letters, digits, hyphens or underscores"',
  ])
  await desk.uploads.cancel({ uploadId: added.body.id, query: {} })
  const replaced = await desk.send('address', file, { mode: 'REPLACE' })
  expect(replaced.body.counts).toEqual(
    counts({ new: 1, changed: 1, unchanged: 1, removed: 1, rejected: 2 }),
  )
  // Registered after the preview: nobody saw that it would go.
  desk.fixture.clock.advance(1_000)
  await desk.fixture.bookOf(kestrel).registerCustomer({
    body: { address: wallet(0x30_0009), network: 'ethereum', customerRef: 'Late' },
  })
  expect(await desk.finish(replaced.body.id)).toMatchObject({ state: 'DONE', done: 3 })
  expect(await booked()).toEqual(['Late', 'Second', 'Third'])
})

test('[TX-06] what is cancelled half-way stops there, and a preview that nobody confirms ends after a day', async () => {
  const lines = Array.from({ length: 6_000 }, (_, n) => `${wallet(0x50_0000 + n)},ethereum,H`)
  const { body } = await desk.send('address', [head, ...lines].join('\n'))
  const which = { uploadId: body.id, query: {} }
  await desk.uploads.confirm(which)
  await desk.step()
  expect(await desk.uploads.get(which)).toMatchObject({ state: 'RUNNING', done: 5_000 })
  await desk.uploads.cancel(which)
  while ((await desk.step()) > 0);
  expect(await desk.uploads.get(which)).toMatchObject({ state: 'CANCELLED', done: 5_000 })
  expect(await refusal(desk.uploads.confirm(which))).toMatchObject({ status: 409 })
  const waiting = await desk.send('address', [head, ...lines].join('\n'))
  expect(waiting.body.counts).toEqual(counts({ new: 1_000, unchanged: 5_000 }))
  desk.fixture.clock.advance(86_400_001)
  while ((await desk.step()) > 0);
  expect(await desk.uploads.get({ uploadId: waiting.body.id, query: {} })).toMatchObject({
    state: 'CANCELLED',
    done: 0,
  })
})

test('[TX-06] rejected lines are kept for thirty days, then deleted, and those of newer uploads stay', async () => {
  const month = 30 * 86_400_000
  const file = `${head}\nnowhere,ethereum,R-1\nnowhere,ethereum,R-2`
  const old = await desk.send('address', file)
  await desk.uploads.cancel({ uploadId: old.body.id, query: {} })
  desk.fixture.clock.advance(1_000)
  const newer = await desk.send('address', file)
  await desk.uploads.cancel({ uploadId: newer.body.id, query: {} })
  const until = new Date(Date.parse(old.body.createdAt) + month)
  expect(old.body.rejectedUntil).toBe(until.toISOString())
  desk.fixture.clock.advance(month - 1_001)
  await desk.forget()
  expect(await desk.rejected(old.body.id), 'a moment before').toHaveLength(2)
  desk.fixture.clock.advance(1)
  const ended = { url: `/api/uploads/${old.body.id}/rejected` }
  const answer = await desk.fixture.requestsOf(kestrel).inject(ended)
  expect(answer.statusCode, 'before they are deleted').toBe(404)
  expect(answer.json().err.message).toContain('Upload the file again')
  await desk.forget()
  const left = await desk.fixture.rows(
    `select upload_id, count(*)::int as n from transactions.upload_problem
       where upload_id in ('${old.body.id}', '${newer.body.id}') group by 1`,
  )
  expect(left).toEqual([{ upload_id: newer.body.id, n: 2 }])
  expect(await desk.uploads.get({ uploadId: old.body.id, query: {} })).toMatchObject({
    rejectedUntil: null,
    counts: { rejected: 2 },
  })
  expect(await desk.forget(), 'nothing is left to do').toBe(0)
})

test.each([
  ['without a needed column', 'address,network\n0x1,ethereum'],
  ['with an unknown column', 'address,network,customerRef,name\n0x1,ethereum,C,Ann'],
  ['without lines', 'address,network,customerRef\n'],
  ['that is not UTF-8', Buffer.from([0x61, 0xff, 0xfe, 0x0a])],
  ['with a quote that is not closed', 'address,network,customerRef\n"0x1,ethereum,C\n'],
])('[TX-06] a file is refused, and is in nobody’s way: %s', async (_, text) => {
  const { status, body } = await desk.send('address', text)
  expect(status).toBe(422)
  expect(body.err.fields[0].loc).toEqual(['body', 'file'])
  const { uploads } = await desk.uploads.list({ query: { kind: 'ADDRESSES' } })
  expect(uploads.map(({ state }) => state)).not.toContain('READING')
})

test('[TX-06] a file of JSON objects is read as CSV is, and what is wrong with one is its own line’s fault', async () => {
  const network = 'ethereum'
  const objects = [
    { address: wallet(0x90_0001), network, customerRef: 'J-1' },
    { ADDRESS: wallet(0x90_0002), network, customer_ref: 'J-2', tag: null },
    { address: wallet(0x90_0003), customerRef: 'J-3' },
    { address: wallet(0x90_0004), network, customerRef: 'J-4', colour: 'Vermilion' },
    { address: { hidden: 'Vermilion' }, network, customerRef: 'J-5' },
    { address: 'nowhere', network, customerRef: 'J-6' },
    ['Vermilion'],
  ].map((one) => JSON.stringify(one))
  const file = ['\ufeff', '', ...objects, '{"address": "Vermilion', ''].join('\n')
  const { body } = await desk.send('address', file)
  expect(body).toMatchObject({ state: 'READY', counts: counts({ new: 2, rejected: 6 }) })
  expect(await desk.finish(body.id)).toMatchObject({ state: 'DONE', done: 2 })
  for (const n of [0x90_0001, 0x90_0002])
    expect(
      await desk.fixture.bookOf(kestrel).owner({ address: wallet(n), query: { network } }),
    ).toMatchObject({ owner_vasp_did: kestrel, source: 'INTERNAL' })
  const faults = await desk.rejected(body.id)
  expect(faults).toEqual([
    '5,The field network or asset is missing',
    '6,Unknown field',
    '7,The field address isn’t a text',
    '8,This isn’t an address of this network',
    '9,Expected a JSON object',
    '10,Expected a JSON object',
  ])
  const long = `{"address": "${'x'.repeat(9_000)}"}`
  expect((await desk.send('address', long)).status).toBe(422)
})
