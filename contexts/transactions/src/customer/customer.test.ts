import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())

const person = (last: string, first: string, more: object = {}) => ({
  naturalPerson: {
    name: {
      nameIdentifier: [
        {
          primaryIdentifier: last,
          secondaryIdentifier: first,
          naturalPersonNameIdentifierType: 'LEGL',
        },
      ],
    },
    countryOfResidence: 'SG',
    ...more,
  },
})
const book = (...of: Parameters<typeof fixture.customersOf>) => fixture.customersOf(...of)
const why = { reason: { code: 'CUSTOMER_REQUEST', comment: 'Called the desk' } } as const

test('[TX-06] a customer’s name is sealed, and opened by a person who says why', async () => {
  const made = await book(kestrel).create({
    body: { customerRef: 'C-1', ivms101: person('Hollowbrook', 'Peregrine'), tags: ['vip', 'vip'] },
  })
  expect(made).toMatchObject({ kind: 'NATURAL', country: 'SG', tags: ['vip'], items: ['NAME'] })
  const answers = [
    made,
    await book(kestrel).get({ ref: 'C-1' }),
    await book(kestrel).list({}),
    await fixture.rows(`select c::text, (select string_agg(a::text, '') from audit.entry a) as log
      from transactions.customer c`),
  ]
  expect(JSON.stringify(answers)).not.toMatch(/Hollowbrook|Peregrine/)
  const { ivms101, viewId } = await book(kestrel).decrypt({ ref: 'C-1', body: why })
  expect(ivms101).toMatchObject(person('Hollowbrook', 'Peregrine'))
  const { views } = await fixture.as(kestrel).piiViews({ query: { customerRef: 'C-1' } })
  expect(views).toMatchObject([
    {
      id: viewId,
      transactionId: null,
      customerRef: 'C-1',
      part: 'CUSTOMER',
      reason: why.reason.code,
    },
  ])
  const machine = book(kestrel, { clientId: 'client_1' })
  expect(await refusal(machine.decrypt({ ref: 'C-1', body: why }))).toMatchObject({
    status: 403,
    body: { err: { name: 'DecryptionNotForMachinesError' } },
  })
})

test('[TX-06] a customer is registered once, changed by version, and is another company’s nobody', async () => {
  await book(kestrel).create({ body: { customerRef: 'C-2', ivms101: person('Ashdown', 'Ines') } })
  const again = { customerRef: 'C-2', ivms101: person('Ashdown', 'Ines') }
  expect((await refusal(book(kestrel).create({ body: again }))).status).toBe(409)
  const ivms101 = person('Ashdown-Reyes', 'Ines', { countryOfResidence: 'PT' })
  expect(await book(kestrel).update({ ref: 'C-2', body: { version: 1, ivms101 } })).toMatchObject({
    version: 2,
    country: 'PT',
  })
  const late = book(kestrel).update({ ref: 'C-2', body: { version: 1, tags: ['late'] } })
  expect((await refusal(late)).status).toBe(409)
  expect((await book(kestrel).decrypt({ ref: 'C-2', body: why })).ivms101).toMatchObject(ivms101)
  const foreign = [
    await refusal(book(granite).get({ ref: 'C-2' })),
    await refusal(book(granite).decrypt({ ref: 'C-2', body: why })),
    await refusal(book(granite).remove({ ref: 'C-2' })),
    await refusal(book(granite).get({ ref: 'C-404' })),
  ]
  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect((await book(granite).list({})).customers).toEqual([])
  const fault = book(kestrel).create({
    body: { customerRef: 'C-3', ivms101: person('X', 'Y', { countryOfResidence: 'Singapore' }) },
  })
  expect(await refusal(fault)).toMatchObject({
    status: 422,
    body: {
      err: { fields: [{ loc: ['body', 'ivms101', 'naturalPerson', 'countryOfResidence'] }] },
    },
  })
})

test('[TX-06] two people who register the same reference at once make one customer', async () => {
  const create = (first: string) =>
    book(kestrel)
      .create({ body: { customerRef: 'C-4', ivms101: person('Rook', first) } })
      .then(
        () => 'made',
        () => 'refused',
      )
  expect((await Promise.all([create('Ada'), create('Bea')])).toSorted()).toEqual([
    'made',
    'refused',
  ])
})

test('[TX-06] customers are paged and filtered by reference, country and tag', async () => {
  for (const [n, country] of ['NO', 'SE', 'NO'].entries())
    await book(granite).create({
      body: {
        customerRef: `P-${n}`,
        ivms101: person('Page', String.fromCharCode(65 + n), { countryOfResidence: country }),
        tags: n === 1 ? ['watch'] : [],
      },
    })
  const refs: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await book(granite).list({ query: { limit: '2', ...(cursor && { cursor }) } })
    refs.push(...page.customers.map(({ customerRef }) => customerRef))
    cursor = page.next
  }
  expect(refs).toEqual(['P-0', 'P-1', 'P-2'])
  const found = async (query: object) =>
    (await book(granite).list({ query })).customers.map(({ customerRef }) => customerRef)
  expect(await found({ country: 'NO' })).toEqual(['P-0', 'P-2'])
  expect(await found({ tag: 'watch' })).toEqual(['P-1'])
  expect(await found({ q: 'P-2' })).toEqual(['P-2'])
  expect(await found({ q: 'p' })).toEqual([])
})

test('[TX-06] a customer of a transfer stays while the transfer is kept; others go with their addresses', async () => {
  const destination = '0x00000000000000000000000000000000000c0ffe'
  const register = (customerRef: string, address: string) =>
    fixture.bookOf(granite).registerCustomer({
      body: { address, network: 'ethereum', customerRef },
    })
  await register('D-1', destination)
  await register('D-2', '0x00000000000000000000000000000000000c0fff')
  const { id } = await fixture
    .as(kestrel)
    .create({ body: draft({ transactionBlockchainInfo: { destination } }) })
  await fixture.as(kestrel).approve({ query: { id } })
  expect(await book(granite).get({ ref: 'D-1' })).toMatchObject({
    kind: null,
    addresses: [{ customerRef: 'D-1' }],
    transactions: [{ id }],
  })
  expect((await refusal(book(granite).remove({ ref: 'D-1' }))).status).toBe(409)
  await book(granite).remove({ ref: 'D-2' })
  expect(
    await fixture.bookOf(granite).owner({
      address: '0x00000000000000000000000000000000000c0fff',
      query: { network: 'ethereum' },
    }),
  ).toMatchObject({ owner_vasp_did: null })
  // Its data comes later: the reference was there.
  const named = await book(granite).create({
    body: { customerRef: 'D-1', ivms101: person('Latecomer', 'Lou') },
  })
  expect(named).toMatchObject({ version: 1, items: ['NAME'] })
})

test('[TX-06] [TX-04] a customer opens after the company’s key was replaced and the old one destroyed', async () => {
  await book(kestrel).create({ body: { customerRef: 'K-9', ivms101: person('Keel', 'Ottilie') } })
  const rotated = await fixture.keysOf(kestrel).rotate({
    vaspDID: kestrel,
    body: { key: 'COMPANY' },
  })
  expect(rotated.state).toBe('RENEWING')
  const { renewBoxes, destroyRetiredKeys } = await import('../sealing/index.ts')
  const { database, vault } = fixture.deps
  const later = new Date(fixture.clock() + 48 * 3_600_000)
  await database.withTenant(kestrel, async (tx) => {
    expect(await destroyRetiredKeys(tx, kestrel, later)).toEqual([])
    expect(await renewBoxes(tx, kestrel, vault, later)).toBeGreaterThan(0)
    expect(await destroyRetiredKeys(tx, kestrel, later)).toEqual([1])
  })
  expect((await book(kestrel).decrypt({ ref: 'K-9', body: why })).ivms101).toMatchObject(
    person('Keel', 'Ottilie'),
  )
})
