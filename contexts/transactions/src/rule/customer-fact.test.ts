import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  canaries,
  draft,
  granite,
  ivms101,
  kestrel,
  transfersFixture,
} from '../transfer/transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())

let last = 0x7000
const fresh = () => `0x${(last++).toString(16).padStart(40, '0')}`
const [, , lastName, firstName] = canaries
const named = (primaryIdentifier: string, secondaryIdentifier: string) => ({
  naturalPerson: {
    name: {
      nameIdentifier: [
        { primaryIdentifier, secondaryIdentifier, naturalPersonNameIdentifierType: 'LEGL' },
      ],
    },
    countryOfResidence: 'NO',
  },
})
/** A customer of Granite with a wallet. */
async function customer(customerRef: string, person: object | null, tags: string[] = []) {
  const address = fresh()
  await fixture.bookOf(granite).registerCustomer({
    body: { address, network: 'ethereum', customerRef },
  })
  if (person)
    await fixture.customersOf(granite).create({
      body: { customerRef, ivms101: { ...person }, tags },
    })
  return address
}
/** A transfer to a wallet, confirmed. */
async function transfer(destination: string, data: object = ivms101) {
  const body = draft({ transactionBlockchainInfo: { destination }, ivms101: data })
  const { id } = await fixture.as(kestrel).create({ body })
  await fixture.as(kestrel).approve({ query: { id } })
  return fixture.as(granite).confirm({ query: { id } })
}
const decisionOn = async (id: string) =>
  (await fixture.rulesOf(granite).decisions({ query: { id } })).decisions[0]
const is = (
  check: 'NAME_MATCH' | 'CUSTOMER' | 'CUSTOMER_TAG' | 'CUSTOMER_COUNTRY' | 'PROOF',
  ...values: string[]
) => ({ check, operator: 'IN', values }) as const

test('[TX-03] [TX-06] rules compare the stated name with the registered one, and no name is kept', async () => {
  const ruleSet = {
    incoming: [
      { actionRule: 'REJECT', conditions: [is('NAME_MATCH', 'DIFFERENT')] },
      {
        actionRule: 'APPROVE',
        conditions: [
          is('NAME_MATCH', 'EXACT'),
          is('CUSTOMER_TAG', 'private'),
          is('CUSTOMER_COUNTRY', 'NO', 'SE'),
          is('CUSTOMER', 'N-1'),
          is('PROOF', 'MISSING'),
        ],
      },
    ],
  } as const
  await fixture.rulesOf(granite).set({
    body: {
      ruleSet: {
        incoming: ruleSet.incoming.map((one) => ({ ...one, conditions: [...one.conditions] })),
      },
    },
  })
  const same = await transfer(await customer('N-1', named(lastName, firstName), ['private']))
  expect(same.status).toBe('ACCEPTED')
  expect((await decisionOn(same.id))?.facts).toMatchObject({
    NAME_MATCH: ['EXACT'],
    CUSTOMER: ['N-1'],
    CUSTOMER_TAG: ['private'],
    CUSTOMER_COUNTRY: ['NO'],
    PROOF: ['MISSING'],
  })
  const similar = await transfer(await customer('N-2', named(`${lastName}s`, firstName)))
  expect(similar.status).toBe('ACK')
  expect((await decisionOn(similar.id))?.facts.NAME_MATCH).toEqual(['SIMILAR'])
  const other = await transfer(await customer('N-3', named('Brackenridge', 'Olive')))
  expect(other.status).toBe('DECLINED')
  const nameless = await transfer(await customer('N-4', null))
  expect((await decisionOn(nameless.id))?.facts).toMatchObject({
    NAME_MATCH: ['UNKNOWN'],
    CUSTOMER: ['N-4'],
  })
  const nobodys = await transfer(fresh())
  expect((await decisionOn(nobodys.id))?.facts).toMatchObject({
    NAME_MATCH: ['UNKNOWN'],
    CUSTOMER: [],
  })
  const kept = JSON.stringify(await fixture.rows('select facts, trace from transactions.decision'))
  for (const name of [...canaries, 'Brackenridge', 'Olive']) expect(kept).not.toContain(name)
  // The dry run judges by the same facts as the live run, without opening a name.
  for (const facts of ['THEN', 'NOW'] as const) {
    const run = await fixture.rulesOf(granite).dryRun({
      body: {
        direction: 'incoming',
        last: 100,
        facts,
        ruleSet: {
          incoming: ruleSet.incoming.map((one) => ({ ...one, conditions: [...one.conditions] })),
        },
      },
    })
    expect({ changed: run.changed, considered: run.considered }).toEqual({
      changed: 0,
      considered: 5,
    })
  }
})

test('[TX-03] a customer’s first deposit is the first to any of its addresses', async () => {
  await fixture.rulesOf(granite).set({
    body: { ruleSet: { incoming: [{ actionRule: 'SEND_TO_INBOX', ruleCheck: 'ALL' }] } },
  })
  const first = async () => {
    const { id } = await transfer(await customer('F-1', null))
    fixture.clock.advance(1_000)
    const { decisions } = await fixture.rulesOf(granite).decisions({ query: { id } })
    return decisions.map(({ stage, facts }) => [stage, facts['FIRST_WITH CUSTOMER']])
  }
  // Before the address is confirmed nobody says whose it is.
  expect(await first()).toEqual([
    ['DECISION', ['CUSTOMER']],
    ['ARRIVAL', undefined],
  ])
  expect((await first())[0]).toEqual(['DECISION', ['SEEN']])
})

test('[TX-03] [TX-06] whoever tries names by cancelling and creating again meets a person at the third', async () => {
  const wallet = await customer('T-1', named(lastName, firstName))
  await fixture.rulesOf(granite).set({
    body: {
      ruleSet: { incoming: [{ actionRule: 'APPROVE', conditions: [is('NAME_MATCH', 'EXACT')] }] },
    },
  })
  const guess = (name: string) => ({
    ...ivms101,
    beneficiary: { beneficiaryPerson: [named(name, firstName)], accountNumber: [wallet] },
  })
  for (const name of ['Abberley', 'Bexhillton']) {
    const { id } = await transfer(wallet, guess(name))
    expect((await decisionOn(id))?.facts.NAME_MATCH).toEqual(['DIFFERENT'])
    await fixture.as(kestrel).cancel({ body: { id, reason: 'WRONG_DETAILS' } })
  }
  const third = await transfer(wallet, guess(lastName))
  expect(third.status).toBe('ACK')
  expect(await decisionOn(third.id)).toMatchObject({ cause: 'PERSON', facts: {} })
  expect((await transfer(await customer('T-2', named(lastName, firstName)))).status).toBe(
    'ACCEPTED',
  )
  fixture.clock.advance(31 * 86_400_000)
  expect((await transfer(wallet)).status).toBe('ACCEPTED')
})
