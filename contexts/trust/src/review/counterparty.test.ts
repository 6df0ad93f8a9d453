import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aster, asterEu, briar, trustFixture } from '../trust.fixture.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
const most = {
  incoming: 4,
  outgoing: 6,
  travelRuleIncoming: 3,
  travelRuleOutgoing: 5,
  answered: 2,
}
const least = {
  incoming: 1,
  outgoing: 0,
  travelRuleIncoming: 0,
  travelRuleOutgoing: 0,
  answered: 0,
}
const months = [
  { counterparty: asterEu, month: '2026-11-01', ...most },
  { counterparty: briar, month: '2026-11-01', ...least },
  { counterparty: asterEu, month: '2026-10-01', ...most },
]
const twice = {
  incoming: 8,
  outgoing: 12,
  travelRuleIncoming: 6,
  travelRuleOutgoing: 10,
  answered: 4,
}
beforeAll(async () => {
  fixture = await trustFixture({
    transferActivity: {
      top: async (_, did) =>
        did === aster
          ? [
              { counterparty: asterEu, ...twice },
              { counterparty: briar, ...least },
            ]
          : [],
      byMonth: async (_, did, others) =>
        did === aster ? months.filter(({ counterparty }) => others.includes(counterparty)) : [],
    },
  })
})
afterAll(() => fixture.close())

const officer = (did = aster) =>
  fixture.as({ email: null, grants: [{ vaspDID: did, role: 'compliance_officer' }] })

test('[TF-11] the greatest counterparties come first, with sums, trend and the own verdict', async () => {
  await officer().review.give({
    did: aster,
    body: { reviewedVaspDID: briar, reviewValue: 'MANUAL' },
  })
  const { results, lastUpdated } = await officer().counterparty.top({
    query: { vaspDID: aster },
  })
  expect(lastUpdated).toBe(new Date(fixture.clock()).toISOString())
  expect(results).toMatchObject([
    {
      ...{ vaspDID: asterEu, vaspName: 'Aster Europe', isVerified: false },
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

test('[TF-11] [ID-06] a limited client sees counts, and neither verdicts nor who gave them', async () => {
  await officer().review.give({
    did: aster,
    body: { reviewedVaspDID: asterEu, reviewValue: 'MANUAL', note: 'Slow to answer' },
  })
  const top = async (role: 'client' | 'limited_client') => {
    const machine = fixture.as({ email: null, grants: [{ vaspDID: aster, role }] })
    const { results } = await machine.counterparty.top({ query: { vaspDID: aster } })
    return results.find(({ vaspDID }) => vaspDID === asterEu)
  }
  expect(await top('client')).toMatchObject({ review: { note: 'Slow to answer' } })
  expect(await top('limited_client')).toMatchObject({ review: null, totalIncomingTransactions: 8 })
})

test('[TF-11] transfers with one company stand month by month, and none is an answer', async () => {
  const shown = await officer().counterparty.activity({ did: aster, counterpartyDid: asterEu })
  expect(shown.months.map(({ month }) => month)).toEqual(['2026-11-01', '2026-10-01'])
  const other = await officer(briar).counterparty.activity({ did: briar, counterpartyDid: asterEu })
  expect(other).toEqual({ vaspDID: asterEu, lastUpdated: null, months: [] })
  expect(await officer(briar).counterparty.top({ query: { vaspDID: briar } })).toEqual({
    lastUpdated: null,
    results: [],
  })
})

test('[TF-11] 404 for transfers with what is no company’s name', async () => {
  const asked = officer().counterparty.activity({ did: aster, counterpartyDid: 'Aster Ltd' })
  expect(await refusal(asked)).toMatchObject({ status: 404 })
})

test('[TF-11] 422 without a company', async () => {
  expect(await refusal(officer().counterparty.top({ query: { vaspDID: 'x' } }))).toMatchObject({
    status: 422,
  })
})
