import { afterAll, beforeAll, expect, test } from 'vitest'
import { granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())

const wallet = (n: number) => `0x${n.toString(16).padStart(40, '0')}`

async function upload(text: string | Buffer, company: string = kestrel) {
  const form = new FormData()
  form.append('file', new Blob([text], { type: 'text/csv' }), 'addresses.csv')
  const request = new Request('http://desk.example', { method: 'POST', body: form })
  const { statusCode, body } = await fixture.appOf(company).inject({
    method: 'POST',
    url: `/api/address/lists/${company}`,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: statusCode, body: JSON.parse(body) }
}

test('[TX-06] a file of 10,000 addresses with 37 faults adds the others, and again adds nothing', async () => {
  const lines = Array.from({ length: 10_000 }, (_, n) =>
    n % 270 === 0 ? `nowhere-${n},ethereum,C-${n}` : `${wallet(0x10_0000 + n)},ethereum,C-${n}`,
  )
  const file = ['address,network,customerRef', ...lines].join('\n')
  const faults = lines.filter((line) => line.startsWith('nowhere')).length
  const first = await upload(file)
  expect(first).toMatchObject({
    status: 200,
    body: { added: 10_000 - faults, present: 0, rejected: faults },
  })
  expect(first.body.problems[0]).toEqual({
    line: 2,
    reason: 'This isn’t an address of this network',
  })
  expect(first.body.problems).toHaveLength(faults)
  expect((await upload(file)).body).toMatchObject({
    added: 0,
    present: 10_000 - faults,
    rejected: faults,
  })
  const booked = await fixture.bookOf(kestrel).owner({
    address: wallet(0x10_0001),
    query: { network: 'ethereum' },
  })
  expect(booked).toMatchObject({ owner_vasp_did: kestrel, source: 'INTERNAL' })
  const others = await fixture.bookOf(granite).list({ query: {} })
  expect(others.addresses).toEqual([])
})

test('[TX-06] an address of another customer, here or earlier, is rejected by its line', async () => {
  const [a, b] = [wallet(0x30_0001), wallet(0x30_0002)]
  await upload(`address,network,customerRef\n${a},ethereum,First`)
  const { body } = await upload(
    `customerRef,address,network\nSecond,${a},ethereum\nThird,${b},ethereum\nFourth,${b},ethereum\nbad ref,${b},ethereum\n`,
  )
  expect(body).toMatchObject({ added: 1, present: 0, rejected: 3 })
  expect(body.problems).toEqual([
    { line: 2, reason: 'Another customer has this address' },
    { line: 4, reason: 'Another customer has this address' },
    {
      line: 5,
      reason: 'The customer reference needs up to 64 letters, digits, hyphens or underscores',
    },
  ])
})

test.each([
  ['without a needed column', 'address,network\n0x1,ethereum'],
  ['with an unknown column', 'address,network,customerRef,name\n0x1,ethereum,C,Ann'],
  ['without lines', 'address,network,customerRef\n'],
  ['that is not UTF-8', Buffer.from([0x61, 0xff, 0xfe, 0x0a])],
  ['with a quote that is not closed', 'address,network,customerRef\n"0x1,ethereum,C\n'],
])('[TX-06] a file is refused: %s', async (_, text) => {
  const { status, body } = await upload(text)
  expect(status).toBe(422)
  expect(body.err.fields[0].loc).toEqual(['body', 'file'])
})
