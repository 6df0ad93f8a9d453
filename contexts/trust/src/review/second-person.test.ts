import { refusal } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listedCompany, rowsOf } from '../governance.fixture.ts'
import { aster, briar, trustFixture } from '../trust.fixture.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeAll(async () => {
  fixture = await trustFixture({
    transferActivity: {
      top: async () =>
        ['did:web:quince.example'].map((counterparty) => ({
          ...{ counterparty, incoming: 1, outgoing: 0 },
          ...{ travelRuleIncoming: 0, travelRuleOutgoing: 0, answered: 0 },
        })),
      byMonth: async () => [],
    },
  })
  await takesTwo(true)
})
beforeEach(() => fixture.clock.advance(60_000))
afterAll(() => fixture.close())

const hour = 3_600_000
const as = (
  who: string,
  role: 'admin' | 'compliance_officer' = 'compliance_officer',
  did = aster,
) =>
  fixture.as({
    ...{ email: null, name: who, did: `did:example:${who}` },
    grants: [{ vaspDID: did, role }],
  })
const robot = () =>
  fixture.as({
    ...{ email: null, did: 'did:example:robot', clientId: 'robot' },
    grants: [{ vaspDID: aster, role: 'compliance_officer' }],
  })
const takesTwo = (reviewsTakeTwo: boolean) =>
  as('chief', 'admin').settings.update({ did: aster, body: { reviewsTakeTwo } })
type Officer = ReturnType<typeof as>
const give = (by: Officer, reviewedVaspDID: string, body: object = {}) =>
  by.review.give({ did: aster, body: { reviewedVaspDID, reviewValue: 'TRUSTED', ...body } })
const seen = async (did: string) => {
  const query = { reviewedByVaspDID: aster }
  const { review, waitingReview } = await as('bo').vasp.get({ did, query })
  return { review, waitingReview }
}
const toldOf = async (did: string) =>
  (
    await rowsOf<{ id: string }>(
      fixture,
      `select id from outbox.event where vasp_did = '${aster}' and object = '${did}'`,
    )
  ).length
const refused = { status: 403, body: { err: { name: 'SecondPersonNeededError' } } }

test('[TF-05] where two people decide, the first verdict waits and is in force once a second gives the same', async () => {
  const did = await listedCompany(fixture, 'did:web:quince.example', 'Quince')
  const said = { note: 'Licence seen', reasons: ['LICENCE_CONFIRMED'] }
  const first = await give(as('ana'), did, said)
  const waitsUntil = new Date(fixture.clock() + 24 * hour).toISOString()
  expect(first).toMatchObject({ ...said, reviewValue: 'TRUSTED', waitsUntil })
  expect(await seen(did)).toMatchObject({
    review: null,
    waitingReview: { id: first.id, createdByName: 'ana', waitsUntil },
  })
  const { results } = await as('bo').counterparty.top({ query: { vaspDID: aster } })
  expect(results).toMatchObject([{ review: null, waitingReview: { id: first.id } }])
  expect(await toldOf(did), 'nothing is in force yet').toBe(0)

  const home = async (who: string) =>
    (await as(who).actionItems.list({ did: aster })).items.filter(
      ({ type }) => type === 'REVIEW_AWAITING_AGREEMENT',
    )
  expect(await home('bo')).toMatchObject([
    {
      ...{ title: 'Agree to “Trusted” for Quince, or discard it', severity: 'high' },
      ...{ dueAt: waitsUntil, entityRef: { type: 'counterparty', id: did } },
    },
  ])
  expect(await home('ana'), 'its author can do nothing about it').toEqual([])

  expect(await refusal(give(as('ana'), did)), 'its author').toMatchObject(refused)
  expect(await refusal(give(robot(), did)), 'a machine').toMatchObject(refused)
  for (const body of [{ reviewValue: 'BLOCKED' }, { note: 'Mine' }, { basedOn: null }])
    expect(await refusal(give(as('bo'), did, body)), JSON.stringify(body)).toMatchObject({
      status: 409,
    })

  // Two who press at once: it comes in force once, and the other one is told.
  const both = await Promise.allSettled(
    ['bo', 'cleo'].map((who) => give(as(who), did, { basedOn: first.id })),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { review, waitingReview } = await seen(did)
  expect(await home('cleo')).toEqual([])
  expect(review).toMatchObject({ ...said, createdBy: 'did:example:ana' })
  expect(['bo', 'cleo']).toContain(review?.agreedByName)
  expect(waitingReview).toBeNull()
  expect(await toldOf(did)).toBe(1)
  // Nor does one person undo what two decided.
  const undo = { did: aster, reviewId: review?.id ?? '' }
  expect(await refusal(as('ana').review.undo(undo))).toMatchObject(refused)
})

test('[TF-05] a waiting verdict is discarded by anyone of the company, and ends after 24 hours', async () => {
  const did = await listedCompany(fixture, 'did:web:medlar.example', 'Medlar')
  const first = await give(as('ana'), did)
  const discard = { did: aster, reviewId: first.id }
  const stranger = as('eve', 'compliance_officer', briar)
  expect(await refusal(stranger.review.undo({ ...discard, did: briar }))).toMatchObject({
    status: 404,
  })
  expect(await as('bo').review.undo(discard)).toEqual({ review: null })
  expect(await refusal(as('bo').review.undo(discard))).toMatchObject({ status: 404 })
  expect((await seen(did)).waitingReview).toBeNull()

  const second = await give(as('ana'), did, { reviewValue: 'BLOCKED' })
  fixture.clock.advance(24 * hour)
  expect((await seen(did)).waitingReview).toBeNull()
  const late = await give(as('bo'), did, { reviewValue: 'BLOCKED' })
  expect(late.id).not.toBe(second.id)
  expect(await seen(did)).toMatchObject({ review: null, waitingReview: { id: late.id } })

  // One person is enough again: what waited is passed over.
  await takesTwo(false)
  expect((await give(as('ana'), did, { reviewValue: 'MANUAL' })).agreedBy).toBeNull()
  await takesTwo(true)
  expect(await seen(did)).toMatchObject({ review: { reviewValue: 'MANUAL' }, waitingReview: null })

  const { rows } = await fixture.database.withTenant(aster, (tx) =>
    sql<{ said: string }>`select action || ' ' || actor as said from audit.entry
      where vasp_did = ${aster} and object = ${did} order by number`.execute(tx),
  )
  expect(rows.map(({ said }) => said.replace('did:example:', ''))).toEqual([
    ...['review.hold ana', 'review.discard bo', 'review.hold ana', 'review.hold bo'],
    'review.give ana',
  ])
})
