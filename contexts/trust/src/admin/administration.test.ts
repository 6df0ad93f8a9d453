import { refusal } from '@countersign/kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chainOf, people } from '../governance.fixture.ts'
import { aster, asterEu, briar, trustFixture } from '../trust.fixture.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeEach(async () => {
  fixture = await trustFixture()
})
afterEach(() => fixture.close())

const network = () => people(fixture).network().administration

test('[TF-05] 200 the network finds every company page by page, and what only it sees', async () => {
  const first = await network().list({ query: { per_page: 2 } })
  expect(first).toMatchObject({ total: 3, companies: [{ enabled: true }, {}] })
  const second = await network().list({ query: { per_page: 2, cursor: first.next ?? '' } })
  expect(second.next).toBeNull()
  const dids = [...first.companies, ...second.companies].map(({ vasp }) => vasp.did)
  expect(dids).toEqual([asterEu, aster, briar])
  expect(second.companies[0]?.emailDomains).toEqual(['briar.example'])
  // A page that holds all that is left leads nowhere.
  expect((await network().list({ query: { per_page: 3 } })).next).toBeNull()
  const rejected = await network().list({ query: { verificationStatus: 'REJECTED', q: 'BRIAR' } })
  expect(rejected.companies.map(({ vasp }) => vasp.did)).toEqual([briar])
  expect((await network().list({ query: { enabled: 'false' } })).total).toBe(0)
  expect((await network().list({ query: { q: '%' } })).total).toBe(0)
  expect((await network().get({ did: aster })).vasp.name).toBe('Aster Exchange')
})

test('[TF-05] 200 network-owned fields change with issuer, event and from → to in the audit', async () => {
  const fields = { regulatoryStatus: 'Regulated', isNotifiable: false, emailDomains: ['b.example'] }
  const change = () => network().update({ did: briar, body: { fields: fields as object } })
  expect(await change()).toMatchObject({
    regulatoryStatus: 'Regulated',
    isNotifiable: false,
    issuers: { regulatoryStatus: { issuerDid: 'network' } },
  })
  await change()
  expect((await network().get({ did: briar })).emailDomains).toEqual(['b.example'])
  const chain = await chainOf(fixture, briar)
  expect(chain).toEqual([
    {
      action: 'administration.update',
      actor: 'did:example:noor',
      detail: {
        regulatoryStatus: { from: 'Pending', to: 'Regulated' },
        isNotifiable: { from: true, to: false },
        emailDomains: { from: ['briar.example'], to: ['b.example'] },
      },
    },
  ])
  const history = await people(fixture).network().vasp.profile({ did: briar })
  expect(history.fields.map(({ fieldName }) => fieldName)).not.toContain('emailDomains')
})

test('[TF-05] a new regulatory status ends a verification', async () => {
  await network().update({ did: aster, body: { fields: { protocols: ['TAP'] } } })
  const { verification } = people(fixture).network()
  expect((await verification.get({ did: aster })).status).toBe('VERIFIED')
  await network().update({ did: aster, body: { fields: { regulatoryStatus: 'Pending' } } })
  expect((await verification.get({ did: aster })).status).toBe('EXPIRED')
})

test('[TF-05] 404 and 422', async () => {
  const nobody = 'did:x:nobody'
  expect(await refusal(network().get({ did: nobody }))).toMatchObject({ status: 404 })
  const update = (did: string, fields: object) =>
    refusal(network().update({ did, body: { fields } }))
  expect(await update(nobody, { isNotifiable: true })).toMatchObject({ status: 404 })
  for (const fields of [
    { verificationStatus: 'VERIFIED' },
    { emailDomains: ['not a domain'] },
    { regulatoryStatus: 'Fine' },
  ])
    expect(await update(aster, fields)).toMatchObject({ status: 422 })
  expect(await refusal(network().list({ query: { cursor: 'x' } }))).toMatchObject({ status: 422 })
})
