import type { OpenItem } from '@countersign/contracts/trust'
import { refusal } from '@countersign/kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { change, people } from '../governance.fixture.ts'
import { aster, asterEu, briar, trustFixture } from '../trust.fixture.ts'
import { byUrgency } from './action.rules.ts'

const join: OpenItem = {
  id: 'USER_JOIN_REQUEST:1',
  type: 'USER_JOIN_REQUEST',
  severity: 'high',
  title: 'Bo asks to join',
  detail: null,
  dueAt: '2026-11-25T00:00:00.000Z',
  createdAt: '2026-11-01T00:00:00.000Z',
  entityRef: { type: 'joinRequest', id: '1' },
  requiredPermission: 'auth.addUserToVASP',
}

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeEach(async () => {
  fixture = await trustFixture({
    actionSources: {
      joinRequests: async (did) => (did === aster ? [join] : []),
      endpoints: async (did) => {
        if (did === aster) throw new Error('The webhook service is away')
        return []
      },
    },
  })
})
afterEach(() => fixture.close())

const typesOf = async (
  person: ReturnType<ReturnType<typeof people>['officer']>,
  did: string,
  since?: string,
) =>
  (await person.actionItems.list({ did, query: since ? { since } : {} })).items.map(
    ({ type }) => type,
  )

test('[TF-13] 200 each sees what they can act on, most urgent first; a source that fails is named', async () => {
  const { adminOf, officer, viewerOf } = people(fixture)
  const list = await adminOf(aster).actionItems.list({ did: aster })
  expect(list.items.map(({ type }) => type)).toEqual([
    'USER_JOIN_REQUEST',
    'DDQ_INCOMPLETE',
    'PROFILE_INCOMPLETE',
  ])
  expect(list.unavailable).toEqual(['endpoints'])
  expect(list.items[0]).toEqual({ ...join, resolvedAt: null })
  expect(await typesOf(officer(), aster)).toEqual(['DDQ_INCOMPLETE', 'PROFILE_INCOMPLETE'])
  expect(await typesOf(viewerOf(aster), aster)).toEqual([])
})

test('[TF-13] of equally urgent items those with a due date come first, the nearest of them first', () => {
  const item = (id: string, dueAt: string | null) => ({ ...join, id, dueAt, resolvedAt: null })
  const [none, late] = [item('none', null), item('late', '2027-01-01T00:00:00.000Z')]
  const soon = item('soon', '2026-12-01T00:00:00.000Z')
  expect([none, late, soon].toSorted(byUrgency).map(({ id }) => id)).toEqual([
    'soon',
    'late',
    'none',
  ])
})

test('[TF-13] a review that is nearly due presses a little, one that is overdue most', async () => {
  const { officer } = people(fixture)
  const nextReviewAt = new Date(fixture.clock() + 86_400_000).toISOString()
  const { id: reviewId } = await officer().review.give({
    ...{ did: aster, body: { reviewedVaspDID: asterEu, reviewValue: 'MANUAL', nextReviewAt } },
  })
  const due = async () =>
    (await officer().actionItems.list({ did: aster })).items.find(
      ({ type, entityRef }) => type === 'REVIEW_DUE' && entityRef.id === asterEu,
    )
  expect(await due()).toMatchObject({ severity: 'medium' })
  fixture.clock.advance(86_400_000)
  expect(await due()).toMatchObject({ severity: 'high' })
  await officer().review.undo({ did: aster, reviewId })
})

test('[TF-13] since leaves out what is older, and is checked', async () => {
  const { adminOf } = people(fixture)
  expect(await typesOf(adminOf(aster), aster, '2026-11-20T00:00:00+01:00')).toEqual([
    'DDQ_INCOMPLETE',
    'PROFILE_INCOMPLETE',
  ])
  expect(await typesOf(adminOf(aster), aster, '2027-01-01T00:00:00Z')).toEqual([])
  const bad = adminOf(aster).actionItems.list({ did: aster, query: { since: 'yesterday' } })
  expect(await refusal(bad)).toMatchObject({ status: 422 })
})

test('[TF-13] an item goes away with its cause, and has the same id until then', async () => {
  const { adminOf } = people(fixture)
  const itemsOf = async () => (await adminOf(asterEu).actionItems.list({ did: asterEu })).items
  const before = await itemsOf()
  expect(before.map(({ type }) => type)).toContain('VERIFICATION_ACTION')
  expect(await itemsOf()).toEqual(before)
  await adminOf(asterEu).verification.move({
    did: asterEu,
    body: { action: 'submit', note: 'Please' },
  })
  expect((await itemsOf()).map(({ type }) => type)).not.toContain('VERIFICATION_ACTION')
  await adminOf(asterEu).vasp.update({
    body: {
      did: asterEu,
      fields: {
        ...{ legalName: 'Aster Europe UAB', description: 'Spot', lei: 'FICT00FABE2KD73H5Y80' },
        ...{ jurisdictions: ['LT'], regulatoryAuthorities: ['Bank of Lithuania'] },
      },
    },
  })
  expect((await itemsOf()).find(({ type }) => type === 'PROFILE_INCOMPLETE')?.title).toBe(
    'Missing from your profile: Travel Rule contact',
  )
})

test('[TF-13] a rejection, a request of a group, a lapsing LEI and news of a licence', async () => {
  const { adminOf, network } = people(fixture)
  expect(await typesOf(adminOf(briar), briar)).toContain('VERIFICATION_ACTION')
  await adminOf(aster).group.nest({
    query: { action: 'add' },
    body: { group_vasp: aster, subsidiaries: [briar] },
  })
  expect(await typesOf(adminOf(briar), briar)).toContain('GROUP_REQUEST')
  // Who asked has nothing to do.
  expect(await typesOf(adminOf(aster), aster)).not.toContain('GROUP_REQUEST')
  await change(
    fixture,
    `insert into trust.registry_record values
      ('${briar}', 'GLEIF', 'X', '{"lei": "X", "registrationStatus": "ISSUED",
        "nextRenewalDate": "2026-11-25T00:00:00.000Z"}', '2026-11-20'),
      ('${briar}', 'VASPnet', 'vn', '{"licenceStatus": "No longer regulated"}', '2026-11-20')`,
  )
  const { items } = await adminOf(briar).actionItems.list({ did: briar })
  expect(items.find(({ type }) => type === 'LEI_LAPSING')).toMatchObject({ severity: 'high' })
  expect(items.find(({ type }) => type === 'LICENCE_CHANGED')).toMatchObject({
    title: 'VASPnet says: No longer regulated',
    detail: 'Your profile says: Pending',
  })
  await network().administration.update({
    did: briar,
    body: { fields: { regulatoryStatus: 'No longer regulated' } },
  })
  expect(await typesOf(adminOf(briar), briar)).not.toContain('LICENCE_CHANGED')
})
