import { refusal } from '@countersign/kit/testing'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TransactionsDeps } from '../deps.ts'
import { closed, draft, granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())

const wallet = (n: number) => `0x${(0x9000 + n).toString(16).padStart(40, '0')}`
/** The whole answer as it goes over the wire, without what differs by itself. */
async function ask(company: string, address: string, network = 'ethereum') {
  const { statusCode, headers, body } = await fixture.requestsOf(company).inject({
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
  // Disclosed now, on this network alone; elsewhere there is the hint of what the own book has, the confirmed one.
  expect((await walk(kestrel)).size, 'unknown, disclosed, and confirmed').toBe(3)
  expect((await walk(kestrel, 'polygon')).size, 'another network').toBe(2)
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

/** A database that notes the shape of each statement: all of it but the values. */
function noting(): { database: TransactionsDeps['database']; shapes: () => string[] } {
  let noted: string[] = []
  const note: KyselyPlugin = {
    transformQuery: ({ node }) => {
      noted.push(
        JSON.stringify(node, (key, value) => (key === 'value' || key === 'values' ? '?' : value)),
      )
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const { database } = fixture.deps
  return {
    database: {
      ...database,
      withTenant: (tenant, work) => database.withTenant(tenant, (tx) => work(tx.withPlugin(note))),
    },
    shapes: () => {
      const shapes = noted
      noted = []
      return shapes
    },
  }
}

test('[TX-06] an attacker who measures the work learns nothing: known and unknown take the same statements', async () => {
  const { database, shapes } = noting()
  const book = fixture.bookOf(kestrel, {}, { database })
  const workOn = async (n: number) => {
    await book.owner({ address: wallet(n), query: { network: 'ethereum' } })
    return shapes()
  }
  for (const [company, n] of [
    [granite, 201],
    [kestrel, 202],
    [granite, 203],
    [closed, 203],
  ] as const)
    await fixture.bookOf(company).registerCustomer({
      body: { address: wallet(n), network: 'ethereum', customerRef: `W-${n}` },
    })
  // What is read once is read now.
  await workOn(200)
  const unknown = await workOn(200)
  expect(unknown.length).toBeGreaterThan(3)
  expect(await workOn(201), 'held by a company that keeps it to itself').toEqual(unknown)
  expect(await workOn(202), 'its own').toEqual(unknown)
  expect(await workOn(203), 'claimed by two').toEqual(unknown)
})

test('[TX-06] a link that was used takes the same statements as one that never was, and says the same', async () => {
  const { database, shapes } = noting()
  const proofs = fixture.proofsOf(kestrel, {}, { database })
  await fixture.bookOf(kestrel).registerCustomer({
    body: { address: wallet(300), network: 'ethereum', customerRef: 'W-300' },
  })
  const asked = async () => {
    const { link } = await proofs.request({
      body: { customerRef: 'W-300', address: wallet(301), network: 'ethereum' },
    })
    return new URL(link).hash.slice(1)
  }
  const answerTo = async (token: string) => {
    shapes()
    const { status, body } = await refusal(proofs.look({ body: { token } }))
    return JSON.stringify([status, body, shapes()])
  }
  const secretOf = (company: string) =>
    `${Buffer.from(company).toString('base64url')}_${'0'.repeat(48)}`
  const used = await asked()
  await proofs.submit({ body: { token: used, type: 'declaration', proof: 'It is mine' } })
  const expired = await asked()
  fixture.clock.advance(8 * 86_400_000)
  const never = await answerTo(secretOf(kestrel))
  expect(await answerTo(used), 'used').toBe(never)
  expect(await answerTo(expired), 'expired').toBe(never)
  expect(await answerTo(secretOf('did:web:nobody.example')), 'of no company').toBe(never)
})
