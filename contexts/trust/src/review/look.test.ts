import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { people } from '../governance.fixture.ts'
import { aster, asterEu, briar, trustFixture } from '../trust.fixture.ts'

const counts = {
  incoming: 1,
  outgoing: 0,
  travelRuleIncoming: 0,
  travelRuleOutgoing: 0,
  answered: 0,
}
let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeAll(async () => {
  fixture = await trustFixture({
    transferActivity: {
      top: async () => [{ counterparty: aster, ...counts }],
      byMonth: async () => [],
    },
  })
})
afterAll(() => fixture.close())

const minute = 60_000
const as = (who: string, did: string) =>
  fixture.as({
    ...{ email: null, did: `did:example:${who}` },
    grants: [{ vaspDID: did, role: 'compliance_officer' }],
  })
const look = (who: string, did = asterEu, counterpartyDid = aster) =>
  as(who, did).counterparty.look({ did, counterpartyDid })
const marked = async (who: string, vaspDID = asterEu) => {
  const { results } = await as(who, vaspDID).counterparty.top({ query: { vaspDID } })
  return results.map(({ changed }) => changed)
}
const state = async (fields: object) => {
  await people(fixture)
    .officer()
    .vasp.update({ body: { did: aster, fields } })
}

test('[TF-11] what changed of a company since one looked is marked, told field by field, and cleared by looking', async () => {
  await state({ description: 'Exchange', jurisdictions: ['SE'] })
  expect(await marked('bo'), 'never looked at').toEqual([[]])
  expect(await look('bo')).toEqual({ since: null, changes: [] })
  const since = new Date(fixture.clock()).toISOString()
  await look('cleo')
  await look('dan', briar)
  fixture.clock.advance(31 * minute)

  await state({ description: null, jurisdictions: ['SE', 'FI'], yearFounded: '2017' })
  // Only the company's own people see this address: nobody is told.
  await state({ billingContact: 'money@aster.example' })
  const names = ['description', 'yearFounded', 'jurisdictions']
  expect(await marked('bo')).toEqual([names])
  const told = {
    since,
    changes: [
      { field: 'description', from: 'Exchange', to: null },
      { field: 'yearFounded', from: null, to: '2017' },
      { field: 'jurisdictions', from: ['SE'], to: ['SE', 'FI'] },
    ],
  }
  expect(await look('bo')).toEqual(told)
  expect(await marked('bo'), 'looked at').toEqual([[]])
  expect(await marked('cleo'), 'a colleague has yet to look').toEqual([names])
  expect(await marked('dan', briar), 'somebody of another company').toEqual([names])

  // A reload tells the same, half an hour later there is nothing new.
  fixture.clock.advance(29 * minute)
  expect(await look('bo')).toEqual(told)
  fixture.clock.advance(2 * minute)
  expect((await look('bo')).changes).toEqual([])
})

test('[TF-11] two first looks at once are one; 404 for the own company and for none', async () => {
  const both = await Promise.all([look('eve'), look('eve')])
  expect(both.map(({ changes }) => changes)).toEqual([[], []])
  expect(await refusal(look('eve', aster, aster))).toMatchObject({ status: 404 })
  expect(await refusal(look('eve', aster, 'did:web:nobody.example'))).toMatchObject({ status: 404 })
})
