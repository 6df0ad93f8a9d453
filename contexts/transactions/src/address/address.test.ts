import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closed, draft, granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())

let last = 0x1000
/** An Ethereum address that nobody has used. */
const fresh = () => `0x${(last++).toString(16).padStart(40, '0')}`
const onEthereum = { network: 'ethereum' } as const
const register = (company: string, address: string, customerRef: string, more: object = {}) =>
  fixture
    .bookOf(company)
    .registerCustomer({ body: { address, ...onEthereum, customerRef, ...more } })
const ownerOf = (company: string, address: string, more: object = {}) =>
  fixture.bookOf(company).owner({ address, query: { ...onEthereum, ...more } })
const unknown = { owner_vasp_did: null, address_type: 'UNKNOWN', source: null }

test('[TX-06] an address is registered for a customer once, and kept by a hash alone', async () => {
  const address = fresh()
  const made = await register(granite, address, 'K-1')
  expect(made).toMatchObject({
    sourceType: 'INTERNAL',
    type: 'HOSTED',
    network: 'eip155:1',
    customerRef: 'K-1',
  })
  expect(await register(granite, address.toUpperCase().replace('0X', '0x'), 'K-1')).toEqual(made)
  expect(await refusal(register(granite, address, 'K-2'))).toMatchObject({
    status: 409,
    body: { err: { name: 'AddressTakenError' } },
  })
  expect((await register(granite, address, 'K-2', { network: 'polygon' })).id).not.toBe(made.id)
  expect(await refusal(register(granite, 'nowhere', 'K-1'))).toMatchObject({ status: 422 })
  expect(await refusal(register(granite, address, 'K-1', { tag: '7' }))).toMatchObject({
    status: 422,
  })
  const stored = await fixture.rows(`select to_jsonb(a)::text || coalesce(
    (select string_agg(c::text, '') from transactions.address_claim c), '') as text
    from transactions.address a`)
  expect(JSON.stringify(stored)).not.toContain(address.slice(2))
})

test('[TX-06] the book is paged, and an address is removed on every network', async () => {
  const [one, two] = [fresh(), fresh()]
  for (const network of ['ethereum', 'polygon']) await register(closed, one, 'C-1', { network })
  await register(closed, two, 'C-2')
  const book = fixture.bookOf(closed)
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await book.list({ query: { per_page: '1', ...(cursor && { cursor }) } })
    seen.push(...page.addresses.map(({ id }) => id))
    cursor = page.next
  }
  expect(new Set(seen).size).toBe(3)
  expect(await book.remove({ query: { addresses: [one, 'nowhere'] } })).toEqual({ removed: 2 })
  expect((await book.list({ query: {} })).addresses.map(({ customerRef }) => customerRef)).toEqual([
    'C-2',
  ])
  expect(await ownerOf(closed, one)).toEqual(unknown)
})

test('[TX-06] what another company keeps to itself answers as what nobody knows', async () => {
  const address = fresh()
  await register(granite, address, 'K-9')
  expect(await ownerOf(granite, address)).toEqual({
    owner_vasp_did: granite,
    address_type: 'HOSTED',
    source: 'INTERNAL',
  })
  const [hidden, absent] = [await ownerOf(kestrel, address), await ownerOf(kestrel, fresh())]
  expect(hidden).toEqual(unknown)
  expect(hidden).toEqual(absent)
  const { id } = await fixture.as(kestrel).create({ body: draft() })
  await fixture.as(kestrel).approve({ query: { id } })
  await fixture.as(granite).confirm({ query: { id } })
  expect(await ownerOf(kestrel, address), 'a transfer that is not accepted opens nothing').toEqual(
    unknown,
  )
  await fixture.as(granite).accept({ query: { id }, body: {} })
  expect(await ownerOf(kestrel, address)).toEqual({
    owner_vasp_did: granite,
    address_type: 'HOSTED',
    source: 'NETWORK',
  })
  expect(await ownerOf(closed, address), 'others still learn nothing').toEqual(unknown)
  expect(await ownerOf(kestrel, address, { network: 'polygon' })).toEqual(unknown)
  expect(await ownerOf(granite, address, { network: 'polygon' })).toEqual({
    ...unknown,
    hint: 'OTHER_NETWORK_OR_TAG',
  })
  await register(closed, address, 'C-9')
  expect(await ownerOf(kestrel, address), 'a claim that is not disclosed changes nothing').toEqual({
    owner_vasp_did: granite,
    address_type: 'HOSTED',
    source: 'NETWORK',
  })
  await fixture.bookOf(granite).remove({ query: { addresses: [address] } })
  expect(await ownerOf(kestrel, address)).toEqual(unknown)
})

test('[TX-06] what a counterparty confirms stands in the book, for its company alone, until that says otherwise', async () => {
  const destination = fresh()
  const body = draft({ transactionBlockchainInfo: { destination } })
  const { id } = await fixture.as(kestrel).create({ body })
  await fixture.as(kestrel).approve({ query: { id } })
  expect(await ownerOf(kestrel, destination), 'sending says nothing').toEqual(unknown)
  await fixture.as(granite).confirm({ query: { id } })
  const confirmed = { owner_vasp_did: granite, address_type: 'HOSTED', source: 'ADDRESS_HASH' }
  expect(await ownerOf(kestrel, destination)).toEqual(confirmed)
  expect(await ownerOf(closed, destination)).toEqual(unknown)
  const external = () =>
    fixture.bookOf(kestrel).list({ query: { source_type: 'EXTERNAL', per_page: '1000' } })
  expect((await external()).addresses.map(({ ownerVASPdid }) => ownerVASPdid)).toContain(granite)
  await register(kestrel, destination, 'K-55')
  expect(await ownerOf(kestrel, destination)).toMatchObject({
    owner_vasp_did: kestrel,
    source: 'INTERNAL',
  })
  const of = async (customerRef: string) =>
    (await fixture.bookOf(kestrel).list({ query: { customerRef } })).addresses
  expect((await of('K-55')).map(({ customerRef }) => customerRef)).toEqual(['K-55'])
  expect(await of('K-0')).toEqual([])
})

test('[TX-06] a company chooses who learns that an address is its own', async () => {
  const address = fresh()
  await register(granite, address, 'K-60')
  const choose = async (addressDiscovery: 'NONE' | 'TRUSTED' | 'ALL') => {
    const path = { vaspDID: granite }
    const settings = await fixture.as(granite).settings(path)
    await fixture.as(granite).saveSettings({ ...path, body: { ...settings, addressDiscovery } })
  }
  const found = { owner_vasp_did: granite, address_type: 'HOSTED', source: 'NETWORK' }
  // Granite has accepted a transfer of Kestrel, and none of the other company.
  expect(await ownerOf(kestrel, address)).toEqual(found)
  expect(await ownerOf(closed, address)).toEqual(unknown)
  await choose('NONE')
  expect(await ownerOf(kestrel, address)).toEqual(unknown)
  await choose('ALL')
  expect(await ownerOf(closed, address)).toEqual(found)
  await choose('TRUSTED')
  expect(await ownerOf(closed, address)).toEqual(unknown)
})

test('[TX-06] rules know whose the destination is', async () => {
  const address = draft().transactionBlockchainInfo.destination
  await register(granite, address, 'K-77')
  const rule = {
    actionRule: 'APPROVE',
    ruleCheck: 'ADDRESS_OWNER',
    ruleValue: 'INTERNAL_CUSTOMER',
  } as const
  await fixture.rulesOf(granite).set({ body: { ruleSet: { incoming: [rule] } } })
  const { id } = await fixture.as(kestrel).create({ body: draft() })
  await fixture.as(kestrel).approve({ query: { id } })
  expect(await fixture.as(granite).confirm({ query: { id } })).toMatchObject({
    status: 'ACCEPTED',
  })
  const { decisions } = await fixture.rulesOf(granite).decisions({ query: { id } })
  expect(decisions[0]?.facts.ADDRESS_OWNER).toEqual(['INTERNAL_CUSTOMER'])
  await fixture.bookOf(granite).remove({ query: { addresses: [address] } })
})
