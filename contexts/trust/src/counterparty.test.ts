import type { JurisdictionIn } from '@countersign/contracts/trust'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedActivity } from './index.ts'
import { aster, asterEu, briar, trustFixture } from './trust.fixture.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeAll(async () => {
  fixture = await trustFixture()
  const counts = {
    incoming: 4,
    outgoing: 6,
    travelRuleIncoming: 3,
    travelRuleOutgoing: 5,
    answered: 2,
  }
  const none = {
    incoming: 1,
    outgoing: 0,
    travelRuleIncoming: 0,
    travelRuleOutgoing: 0,
    answered: 0,
  }
  await seedActivity(
    fixture.database,
    aster,
    [
      { did: briar, months: [none] },
      { did: asterEu, months: [counts, counts] },
    ],
    new Date(fixture.clock()),
  )
})
afterAll(() => fixture.close())

const officer = (did = aster) =>
  fixture.as({ email: null, grants: [{ vaspDID: did, role: 'compliance_officer' }] })
const internal = () =>
  fixture.as({ email: null, grants: [{ vaspDID: null, role: 'Countersign Admin' }] })

test('[TF-11] the greatest counterparties come first, with sums, trend and the own verdict', async () => {
  await officer().review.give({
    did: aster,
    body: { reviewedVaspDID: briar, reviewValue: 'MANUAL' },
  })
  const { results, lastUpdated } = await officer().counterparty.top({ query: { vaspDID: aster } })
  expect(lastUpdated).toBe(new Date(fixture.clock()).toISOString())
  expect(results).toMatchObject([
    {
      ...{ vaspDID: asterEu, vaspName: 'Aster Europe', review: null, isVerified: false },
      ...{ totalIncomingTransactions: 8, totalOutgoingTransactions: 12 },
      ...{ travelRuleIncomingTransactions: 6, travelRuleOutgoingTransactions: 10 },
      ...{ answeredTransactions: 4, sendsTravelRuleData: true, repliesTravelRuleData: true },
      trend: [0, 0, 0, 0, 10, 10],
    },
    {
      ...{ vaspDID: briar, jurisdiction: 'SE', isClaimed: false, sendsTravelRuleData: false },
      ...{ repliesTravelRuleData: false, trend: [0, 0, 0, 0, 0, 1] },
      review: { reviewValue: 'MANUAL' },
    },
  ])
})

test('[TF-11] transfers with one company stand month by month, and none is an answer', async () => {
  const shown = await officer().counterparty.activity({ did: aster, counterpartyDid: asterEu })
  expect(shown.months.map(({ month }) => month)).toEqual(['2026-11-01', '2026-10-01'])
  const other = await officer(briar).counterparty.activity({ did: briar, counterpartyDid: asterEu })
  expect(other).toEqual({ vaspDID: asterEu, lastUpdated: null, months: [] })
  expect(await officer(briar).counterparty.top({ query: { vaspDID: briar } })).toEqual({
    ...{ lastUpdated: null, results: [] },
  })
})

test('[TF-11] 422 without a company', async () => {
  expect(await refusal(officer().counterparty.top({ query: { vaspDID: 'x' } }))).toMatchObject({
    status: 422,
  })
})

const rule: JurisdictionIn = {
  ...{ name: 'Sweden', status: 'inForce', since: '2024', selfHosted: null, note: null },
  tiers: [{ comparator: '>=', amount: 10, currency: 'SEK', data: 'Names' }],
  ...{ confidence: 'high', source: 'The law', verifiedAt: '2026-11-20' },
}

test('[TF-01] jurisdictions say from which amount, since when and how that is known', async () => {
  const { jurisdictions } = await officer().jurisdiction.list({})
  expect(jurisdictions).toHaveLength(26)
  expect(jurisdictions.find(({ id }) => id === 'SG')).toMatchObject({
    ...{ countries: ['SG'], status: 'inForce', confidence: 'high', verifiedAt: '2026-11-01' },
    tiers: [{ amount: 0 }, { comparator: '>', amount: 1500, currency: 'SGD' }],
  })
  for (const one of jurisdictions) expect(one.source).not.toBe('')
})

test('[TF-01] an edit is what everybody reads next, and a company’s status follows it', async () => {
  const shown = async () =>
    (await officer().vasp.get({ did: briar, query: { showJurisdictionStatus: true } }))
      .jurisdictionStatus
  expect(await shown()).toEqual([
    { country: 'SE', status: 'inForce' },
    { country: 'FI', status: 'inForce' },
  ])
  const body: JurisdictionIn = { ...rule, status: 'plansAnnounced' }
  const edited = await internal().jurisdiction.update({ jurisdictionId: 'EU', body })
  expect(edited).toMatchObject({
    ...body,
    id: 'EU',
    updatedAt: new Date(fixture.clock()).toISOString(),
  })
  expect((await shown())?.[0]).toEqual({ country: 'SE', status: 'plansAnnounced' })
  const found = async (status: 'inForce' | 'plansAnnounced') =>
    (
      await officer().vasp.list({
        query: { filterByJurisdictionStatus: status, listingType: 'all' },
      })
    ).vasps.map(({ did }) => did)
  expect(await found('plansAnnounced')).toEqual([briar])
  expect(await found('inForce')).toEqual([])
})

test('[TF-01] 404 and 422 for what is no jurisdiction and no rule', async () => {
  const update = (jurisdictionId: string, body: object) =>
    refusal(internal().jurisdiction.update({ jurisdictionId, body: { ...rule, ...body } }))
  expect(await update('XX', {})).toMatchObject({ status: 404 })
  for (const body of [
    { status: 'soon' },
    { source: '' },
    { verifiedAt: 'yesterday' },
    { tiers: [{ comparator: '>', amount: -1, currency: 'SEK', data: 'x' }] },
    { extra: true },
  ])
    expect(await update('EU', body)).toMatchObject({ status: 422 })
})
