import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  closed,
  draft,
  granite,
  ivms101,
  kestrel,
  transfersFixture,
} from '../transfer/transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
  await fixture.rulesOf(granite).set({ body: { ruleSet: { incoming: [] } } })
  const path = { vaspDID: granite }
  const settings = await fixture.as(granite).settings(path)
  await fixture
    .as(granite)
    .saveSettings({ ...path, body: { ...settings, addressDiscovery: 'ALL' } })
})
afterAll(() => fixture.close())

const ours = () => fixture.as(kestrel)
let last = 0x7000
const fresh = () => `0x${(last++).toString(16).padStart(40, '0')}`
const open = (destination: string, more: object = {}) =>
  draft({
    beneficiaryVASPdid: undefined,
    transactionBlockchainInfo: { destination },
    ivms101: {
      ...ivms101,
      beneficiary: { ...ivms101.beneficiary, accountNumber: [destination] },
    },
    ...more,
  })
const register = (company: string, address: string) =>
  fixture
    .bookOf(company)
    .registerCustomer({ body: { address, network: 'ethereum', customerRef: `C-${last}` } })

/** What the three operations say of a transfer without a stated counterparty. */
async function told(destination: string) {
  const full = await ours().validate({ body: open(destination) })
  const v1 = await ours().validateV1({
    body: {
      originatorVASPdid: kestrel,
      transactionAsset: 'ETH',
      network: 'ethereum',
      transactionAmount: '1500000000000000000',
      destination,
    },
  })
  const made = await ours().create({ body: open(destination) })
  const found = { type: full.type, to: full.beneficiaryVASPdid }
  expect({ type: v1.type, to: v1.beneficiaryVASPdid }, 'V1').toEqual(found)
  expect({ type: made.transactionType, to: made.beneficiaryVASPdid }, 'made').toEqual(found)
  expect([v1.beneficiaryAddressType, v1.addressSource]).toEqual([
    full.beneficiaryAddressType,
    full.addressSource,
  ])
  expect(made.status).toBe(full.wouldReach)
  return { full, made }
}

test('[TX-01] without a stated counterparty, it is the company whose address it is', async () => {
  const address = fresh()
  await register(granite, address)
  const { full, made } = await told(address)
  expect(full).toMatchObject({
    isValid: true,
    type: 'TRAVELRULE',
    beneficiaryAddressType: 'HOSTED',
    addressSource: 'NETWORK',
    beneficiaryVASPdid: granite,
    beneficiaryVASPname: 'granite',
    wouldReach: 'NEW',
  })
  expect(full.threshold.beneficiary, 'its own rule counts').not.toBeNull()
  expect(made.counterparty).toMatchObject({ did: granite })
  expect(await ours().approve({ query: { id: made.id } })).toMatchObject({ status: 'SENT' })
})

test('[TX-01] an address that nobody is known to hold makes the type unknown', async () => {
  const { full } = await told(fresh())
  expect(full).toMatchObject({
    type: 'UNKNOWN',
    beneficiaryAddressType: 'UNKNOWN',
    addressSource: 'UNKNOWN',
    beneficiaryVASPdid: null,
    beneficiaryVASPname: null,
    wouldReach: 'NEW',
  })
})

test('[TX-01] a wallet that the own book knows as the customer’s is self-hosted, another customer’s is internal', async () => {
  const [wallet, account] = [fresh(), fresh()]
  await register(kestrel, wallet)
  await fixture.rows(
    `update transactions.address set type = 'UNHOSTED' where vasp_did = '${kestrel}'`,
  )
  expect((await told(wallet)).full).toMatchObject({
    type: 'NON_CUSTODIAL',
    beneficiaryAddressType: 'UNHOSTED',
    addressSource: 'INTERNAL',
    beneficiaryVASPdid: null,
    wouldReach: 'SAVED',
  })
  await register(kestrel, account)
  const { full, made } = await told(account)
  expect(full).toMatchObject({ addressSource: 'INTERNAL', beneficiaryVASPdid: kestrel })
  expect(made).toMatchObject({ direction: 'internal', status: 'SAVED' })
})

test('[TX-01] a stated counterparty wins over the address, and one that left the directory is nobody’s', async () => {
  const address = fresh()
  await register(granite, address)
  const stated = { body: open(address, { beneficiaryVASPdid: closed }) }
  expect(await ours().validate(stated)).toMatchObject({
    beneficiaryVASPdid: closed,
    addressSource: 'NETWORK',
  })
  expect(await ours().create(stated)).toMatchObject({ beneficiaryVASPdid: closed })
  const named = { body: open(address, { beneficiaryVASPname: 'Coral Reef Ltd' }) }
  expect(await ours().create(named), 'a name alone states one too').toMatchObject({
    beneficiaryVASPdid: null,
    beneficiaryVASPname: 'Coral Reef Ltd',
  })
  const listed = fixture.companies.get(granite)
  fixture.companies.delete(granite)
  expect((await told(address)).full).toMatchObject({ type: 'UNKNOWN', beneficiaryVASPdid: null })
  if (listed) fixture.companies.set(granite, listed)
})

test('[TX-06] a creation asks as a look-up does: beyond the day’s questions only the own book answers', async () => {
  const [theirs, own] = [fresh(), fresh()]
  await register(granite, theirs)
  await register(kestrel, own)
  await fixture.rows(
    `update transactions.owner_question set asked = 20000 where vasp_did = '${kestrel}'`,
  )
  expect((await told(theirs)).full).toMatchObject({ type: 'UNKNOWN', addressSource: 'UNKNOWN' })
  expect((await told(own)).full).toMatchObject({ beneficiaryVASPdid: kestrel })
  const asked = `select asked from transactions.owner_question where vasp_did = '${kestrel}'`
  expect(await fixture.rows(asked)).toEqual([{ asked: 20_006 }])
  await ours().create({ body: draft() })
  expect(await fixture.rows(asked), 'a stated counterparty asks nothing').toEqual([
    { asked: 20_006 },
  ])
  fixture.clock.advance(86_400_000)
})

test('[TX-06] an address that its company keeps to itself is unknown to a creation too', async () => {
  const address = fresh()
  await register(closed, address)
  expect((await told(address)).full).toMatchObject({ type: 'UNKNOWN', beneficiaryVASPdid: null })
})

test('[TX-01] the time of the coins’ move is neither in the future nor older than blockchains', async () => {
  const now = fixture.clock()
  const timed = (time: number) => ({
    body: draft({ blockchainTransactionTimestamp: new Date(time).toISOString() }),
  })
  const hour = 3_600_000
  for (const [time, type] of [
    [now + 3 * hour, 'TIME_IN_THE_FUTURE'],
    [Date.parse('2009-01-03T00:00:00Z'), 'TIME_TOO_OLD'],
    [Date.parse('0001-01-01T00:00:00Z'), 'TIME_TOO_OLD'],
    [Date.parse('9999-12-31T00:00:00Z'), 'TIME_IN_THE_FUTURE'],
  ] as const)
    for (const call of ['validate', 'create'] as const)
      expect(await refusal(ours()[call](timed(time)))).toMatchObject({
        status: 422,
        body: { err: { fields: [{ loc: ['body', 'blockchainTransactionTimestamp'], type }] } },
      })
  for (const time of [now + hour, now - hour, Date.parse('2009-01-04T00:00:00Z')])
    expect(await ours().create(timed(time))).toMatchObject({
      blockchainTransactionTimestamp: new Date(time).toISOString(),
    })
})
