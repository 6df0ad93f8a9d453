import { refusal } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chainOf } from '../governance.fixture.ts'
import { aster, asterEu, briar, trustFixture } from '../trust.fixture.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeEach(async () => {
  fixture = await trustFixture()
  await fixture.database.withTenant(aster, (tx) =>
    sql`insert into trust.vasp_billing values (${aster}, 'sub_1', 12, ${aster})`.execute(tx),
  )
})
afterEach(() => fixture.close())

const at = (
  did: string | null,
  role: 'compliance_officer' | 'Countersign Admin' = 'compliance_officer',
) => fixture.as({ email: null, grants: [{ vaspDID: did, role }] })
const internal = () => at(null, 'Countersign Admin')

const hide = (did: string, discoverable: boolean) =>
  fixture.database.withTenant(did, (tx) =>
    sql`update trust.vasp set discoverable = ${discoverable} where vasp_did = ${did}`.execute(tx),
  )

test('[TF-01] every own field comes back with who asserted it', async () => {
  const fields = {
    ...{ otherNames: ['Aster'], legalStructure: 'Pte. Ltd.', incorporationCountry: 'SG' },
    ...{ street: 'Quay', number: '1', city: 'Singapore', postCode: '018956', country: 'SG' },
    ...{ identificationType: 'RAID', identificationCountry: 'SG', businessNumber: '2017' },
    ...{ certificates: ['PS1'], pii_didkey: 'did:key:z6Mk', ivmsVersion: '2023' as const },
    ...{ travelRule_TRP: 'https://trp.aster.example', travelRule_EMAIL: 'tr@aster.example' },
    ...{ technicalContact: 'it@aster.example', serviceTypes: ['Exchange' as const] },
    ...{ supportedAssets: ['BTC', 'ETH'], chainalysisName: 'aster.com' },
  }
  await at(aster).vasp.update({ body: { did: aster, fields } })
  const vasp = await at(briar).vasp.get({ did: aster })
  expect(vasp).toMatchObject(fields)
  for (const name of Object.keys(fields)) expect(vasp.issuers[name]?.issuerDid).toBe(aster)
  expect(vasp).toMatchObject({ isRegulated: true, isActiveSender: false, lastSentDate: null })
})

test('[TF-01] billing, admins and domains are for the company’s people and the internal admin', async () => {
  await at(aster).vasp.update({
    body: { did: aster, fields: { billingContact: 'pay@aster.example' } },
  })
  const own = {
    ...{ adminEmails: ['admin@a1.example'], emailDomains: ['aster.example'] },
    ...{ subscription_id: 'sub_1', untracked_usage_in_period: 12, billing_customer_did: aster },
    billingContact: 'pay@aster.example',
  }
  for (const insider of [at(aster), internal()])
    expect(await insider.vasp.get({ did: aster })).toMatchObject(own)
  // That the network's operator read who the admins are, the company finds in its chain.
  await internal().vasp.get({ did: aster, query: { fields: 'website' } })
  const looks = (await chainOf(fixture, aster)).filter(({ action }) => /read/.test(action))
  expect(looks.map(({ action }) => action)).toEqual(['vasp.readAdminEmails'])
  for (const outsider of [at(briar), at(asterEu)]) {
    const seen = await outsider.vasp.get({ did: aster })
    for (const name of Object.keys(own)) expect(seen).not.toHaveProperty(name)
    expect(JSON.stringify(await outsider.vasp.list({ query: {} }))).not.toContain('pay@')
  }
  const open = JSON.stringify(
    await fixture.as({ email: null, grants: [] }).public.getVasp({ did: aster }),
  )
  for (const secret of ['pay@', 'sub_1', 'admin@', 'it@aster', 'tr@aster'])
    expect(open).not.toContain(secret)
})

test('[TF-01] fields, subsidiaries and statuses are shown when asked for', async () => {
  const part = await at(briar).vasp.get({ did: aster, query: { fields: 'website,issuers' } })
  expect(Object.keys(part).toSorted()).toEqual(['did', 'issuers', 'name', 'website'])
  const whole = await at(briar).vasp.get({
    ...{ did: aster, query: { includeSubsidiaries: true, showJurisdictionStatus: true } },
  })
  expect(whole.subsidiaries).toEqual([{ did: asterEu, name: 'Aster Europe' }])
  expect(whole.jurisdictionStatus).toEqual([])
  const named = await at(briar).vasp.get({ did: aster, query: { fields: 'subsidiaries' } })
  expect(named.subsidiaries).toEqual([{ did: asterEu, name: 'Aster Europe' }])
  expect(whole).not.toHaveProperty('review')
  expect(
    await refusal(at(briar).vasp.get({ did: aster, query: { fields: 'password' } })),
  ).toMatchObject({ status: 422 })
})

test('[TF-15] an undiscoverable company is in no list of others; who knows its DID may open it', async () => {
  await hide(asterEu, false)
  const names = async (who: ReturnType<typeof at>) =>
    (await who.vasp.list({ query: { q: 'aster', listingType: 'all' } })).vasps.map(
      ({ name }) => name,
    )
  expect(await names(at(briar))).toEqual(['Aster Exchange'])
  expect(await names(at(asterEu))).toEqual(['Aster Europe', 'Aster Exchange'])
  expect(await names(internal())).toEqual(['Aster Europe', 'Aster Exchange'])
  expect((await at(briar).vasp.facets({ query: { q: 'aster', listingType: 'all' } })).total).toBe(1)
  const group = await at(briar).vasp.get({ did: aster, query: { includeSubsidiaries: true } })
  expect(group.subsidiaries).toEqual([])

  expect((await at(briar).vasp.get({ did: asterEu })).name).toBe('Aster Europe')
  const visitor = fixture.as({ email: null, grants: [] })
  expect(await refusal(visitor.public.getVasp({ did: asterEu }))).toMatchObject({ status: 404 })
  const listed = await visitor.public.listVasps({ query: { listingType: 'all' } })
  expect(listed.vasps.map((vasp) => vasp.did)).not.toContain(asterEu)
  await hide(asterEu, true)
  expect((await visitor.public.getVasp({ did: asterEu })).did).toBe(asterEu)
})

test('[TF-15] a visitor cannot ask what only members may: the filter is refused', async () => {
  const visitor = fixture.as({ email: null, grants: [] })
  const query = { emailDomain: 'aster.example', reviewedByVaspDID: aster, reviewValue: 'NULL' }
  const asked = await refusal(visitor.public.listVasps({ query: query as object }))
  expect(asked).toMatchObject({ status: 422, body: { err: { fields: [{}, {}, {}] } } })
})
