import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closed, draft, granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())

const wallet = (n: number) => `0x${(0x9000 + n).toString(16).padStart(40, '0')}`
/** The whole answer as it goes over the wire, without what differs by itself. */
async function ask(company: string, address: string, network = 'ethereum') {
  const { statusCode, headers, body } = await fixture.appOf(company).inject({
    url: `/api/v1/addresses/address-ownerships/${address}?network=${network}`,
  })
  const told = Object.keys(headers).filter((name) => name !== 'date' && name !== 'x-request-id')
  return JSON.stringify([statusCode, told.map((name) => [name, headers[name]]), body])
}

test('[TX-06] an attacker who walks through addresses cannot tell held ones from others', async () => {
  const held = [1, 4, 5, 9, 13, 16, 18]
  for (const n of held)
    await fixture.bookOf(granite).registerCustomer({
      body: { address: wallet(n), network: 'ethereum', customerRef: `V-${n}` },
    })
  const walk = async (company: string, network?: string) =>
    new Set(
      await Promise.all(Array.from({ length: 20 }, (_, n) => ask(company, wallet(n), network))),
    )
  expect((await walk(kestrel)).size, 'a stranger').toBe(1)
  // Whoever claims all of them for itself learns nothing either, and takes nothing away.
  for (let n = 0; n < 20; n++)
    await fixture.bookOf(closed).registerCustomer({
      body: { address: wallet(n), network: 'ethereum', customerRef: 'Bait' },
    })
  expect((await walk(closed)).size, 'one that claims them too').toBe(1)
  // Sending to it doesn't help, as long as nothing is accepted.
  const { id } = await fixture
    .as(kestrel)
    .create({ body: draft({ transactionBlockchainInfo: { destination: wallet(1) } }) })
  await fixture.as(kestrel).approve({ query: { id } })
  expect((await walk(kestrel)).size, 'one that sent a transfer').toBe(1)
  await fixture.as(granite).confirm({ query: { id } })
  await fixture.as(granite).accept({ query: { id }, body: {} })
  // Disclosed now, on this network alone.
  expect((await walk(kestrel)).size).toBe(2)
  expect((await walk(kestrel, 'polygon')).size, 'another network').toBe(1)
})

test('[TX-06] a company has so many questions a day, whoever of it asks, and others have their own', async () => {
  const book = (company: string, did: string) => fixture.bookOf(company, { did })
  const owner = (company: string, did: string) =>
    book(company, did).owner({ address: wallet(99), query: { network: 'ethereum' } })
  await owner(granite, 'did:example:one')
  await fixture.rows(
    `update transactions.owner_question set asked = 19999 where vasp_did = '${granite}'`,
  )
  await owner(granite, 'did:example:two')
  const refused = await Promise.all(
    ['one', 'two', 'three'].map((who) => refusal(owner(granite, `did:example:${who}`))),
  )
  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429])
  await owner(kestrel, 'did:example:other')
  fixture.clock.advance(86_400_000)
  await owner(granite, 'did:example:one')
  expect(
    await fixture.rows(
      `select asked from transactions.owner_question where vasp_did = '${granite}'`,
    ),
  ).toEqual([{ asked: 1 }])
})
