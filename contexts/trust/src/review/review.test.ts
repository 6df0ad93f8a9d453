import { refusal } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listedCompany, rowsOf } from '../governance.fixture.ts'
import { aster, asterEu, briar, trustFixture } from '../trust.fixture.ts'

const day = 86_400_000

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeAll(async () => {
  fixture = await trustFixture()
})
beforeEach(() => fixture.clock.advance(60_000))
afterAll(() => fixture.close())

const at = (did: string, role: 'compliance_officer' | 'viewer' = 'compliance_officer') =>
  fixture.as({
    ...{ email: 'ana@aster.example', name: 'Ana', did: 'did:example:ana' },
    grants: [{ vaspDID: did, role }],
  })
const internal = () =>
  fixture.as({ email: null, grants: [{ vaspDID: null, role: 'Countersign Admin' }] })
const observing = () => fixture.as({ email: null, grants: [{ vaspDID: aster, role: 'observer' }] })
const give = (reviewedVaspDID: string, body: object = {}, did = aster) =>
  at(did).review.give({ did, body: { reviewedVaspDID, reviewValue: 'TRUSTED', ...body } })

const actionsOf = (did: string) =>
  fixture.database.withTenant(did, async (tx) => {
    const { rows } = await sql<{ action: string; object: string }>`
      select action, object from audit.entry where vasp_did = ${did} order by 1, 2`.execute(tx)
    return rows
  })

test('[TF-05] 200 gives a verdict with its note, reasons, evidence and next review', async () => {
  const nextReviewAt = new Date(fixture.clock() + 30 * day).toISOString()
  const given = await give(briar, {
    ...{ note: 'Licence seen', reasons: ['LICENCE_CONFIRMED'], nextReviewAt },
    evidence: [{ kind: 'QUESTIONNAIRE', reference: 'version 2' }],
  })
  expect(given).toMatchObject({
    ...{ vaspDID: aster, reviewedVaspDID: briar, reviewValue: 'TRUSTED', note: 'Licence seen' },
    ...{ reasons: ['LICENCE_CONFIRMED'], nextReviewAt, createdBy: 'did:example:ana' },
    ...{ createdByName: 'Ana', createdAt: new Date(fixture.clock()).toISOString() },
    evidence: [{ kind: 'QUESTIONNAIRE', reference: 'version 2' }],
  })
  const seen = await at(aster).vasp.get({ did: briar, query: { reviewedByVaspDID: aster } })
  expect(seen.review).toEqual(given)
})

test('[TF-05] 200 without a date plans the next review by the verdict', async () => {
  for (const [reviewValue, days] of [
    ['TRUSTED', 365],
    ['BLOCKED', 180],
    ['MANUAL', 90],
  ] as const) {
    const { nextReviewAt } = await give(briar, { reviewValue })
    expect(Date.parse(nextReviewAt)).toBe(fixture.clock() + days * day)
  }
})

test('[TF-05] the history keeps every verdict, and undo puts the one before in force', async () => {
  const did = await listedCompany(fixture, 'did:web:quince.example', 'Quince')
  const other = await give(briar, { note: 'of another' })
  await give(did, { reviewValue: 'MANUAL', note: 'first' })
  const second = await give(did, { reviewValue: 'BLOCKED', note: 'second' })
  const history = () => at(aster).review.history({ did: aster, reviewedDid: did })
  expect((await history()).reviews.map(({ note }) => note)).toEqual(['second', 'first'])

  const undone = await at(aster).review.undo({ did: aster, reviewId: second.id })
  expect(undone.review).toMatchObject({ reviewValue: 'MANUAL', note: 'first' })
  const { reviews } = await history()
  expect(reviews.map(({ withdrawnAt }) => withdrawnAt !== null)).toEqual([true, false])

  const first = reviews[1]?.id ?? ''
  expect(await at(aster).review.undo({ did: aster, reviewId: first })).toEqual({ review: null })
  const seen = await at(aster).vasp.get({ did, query: { reviewedByVaspDID: aster } })
  expect(seen.review).toBeNull()
  const others = await at(aster).vasp.get({ did: briar, query: { reviewedByVaspDID: aster } })
  expect(others.review, 'of another company').toEqual(other)
})

test('[TF-05] 409 undoes neither twice nor below a newer verdict; 404 for another’s', async () => {
  const old = await give(briar)
  const newer = await give(briar, { reviewValue: 'BLOCKED' })
  const undo = (id: string, did = aster) => at(did).review.undo({ did, reviewId: id })
  expect(await refusal(undo(old.id))).toMatchObject({ status: 409 })
  expect(await refusal(undo(newer.id, briar))).toMatchObject({ status: 404 })
  expect(await refusal(undo('rev_none'))).toMatchObject({ status: 404 })
  const twice = await Promise.allSettled([undo(newer.id), undo(newer.id)])
  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await refusal(undo(newer.id))).toMatchObject({ status: 409 })
})

test('[TF-05] 20 verdicts at once: all in the history, the last of it in force', async () => {
  const values = ['TRUSTED', 'BLOCKED', 'MANUAL'] as const
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      give(aster, { reviewValue: values[n % 3], note: String(n) }, briar),
    ),
  )
  const { reviews } = await at(briar).review.history({ did: briar, reviewedDid: aster })
  expect(new Set(reviews.map(({ note }) => note)).size).toBe(20)
  const seen = await at(briar).vasp.get({ did: aster, query: { reviewedByVaspDID: briar } })
  expect(seen.review?.id).toBe(reviews[0]?.id)
})

test('[TF-05] 422 the next review cannot be right now; a millisecond later can', async () => {
  const at = (ms: number) => ({ nextReviewAt: new Date(fixture.clock() + ms).toISOString() })
  expect(await refusal(give(briar, at(0)))).toMatchObject({ status: 422 })
  expect((await give(briar, at(1))).nextReviewAt).toBe(at(1).nextReviewAt)
})

test('[TF-05] 409 of two colleagues who judge from one state the second is told', async () => {
  const did = await listedCompany(fixture, 'did:web:medlar.example', 'Medlar')
  const seen = async () =>
    (await at(briar).vasp.get({ did, query: { reviewedByVaspDID: briar } })).review
  expect(await seen()).toBeNull()
  const first = (reviewValue: string) => give(did, { reviewValue, basedOn: null }, briar)
  const done = await Promise.allSettled([first('TRUSTED'), first('BLOCKED')])
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(done.find((one) => one.status === 'rejected')?.reason).toMatchObject({ status: 409 })
  const now = await seen()
  expect(await refusal(give(did, { basedOn: 'rev_old' }, briar))).toMatchObject({ status: 409 })
  await give(did, { basedOn: now?.id ?? '' }, briar)
})

test.each([
  [{ reviewedVaspDID: aster }, 422, 'A company can’t review itself'],
  [{ reviewedVaspDID: 'did:web:nobody.example' }, 404, 'No such company'],
  [{ reviewValue: 'GOOD' }, 422, 'reviewValue'],
  [{ nextReviewAt: '2020-01-01T00:00:00Z' }, 422, 'Choose a date after today'],
  [{ reasons: ['LICENCE_LOST'] }, 422, 'is no reason for the verdict'],
  [{ reviewValue: 'BLOCKED', reasons: ['LICENCE_CONFIRMED'] }, 422, 'is no reason'],
  [{ evidence: [{ kind: 'DOCUMENT', reference: 'doc_nobodys' }] }, 422, 'isn’t shared with you'],
  [{ nextReviewAt: '2036-01-01T00:00:00Z' }, 422, 'within three years'],
  [{ note: 'x'.repeat(2001) }, 422, 'note'],
  [{ reasons: ['BECAUSE'] }, 422, 'reasons'],
  [{ extra: 1 }, 422, 'extra'],
])('[TF-05] refuses %j with %i', async (body, status, words) => {
  const answer = await refusal(give(briar, body))
  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body)).toContain(words)
})

test('[TF-05] a verdict is private: not the reviewed company, not another, not the network sees it', async () => {
  await give(briar, { note: 'private-note' })
  const asked = { reviewedByVaspDID: aster }
  // Where the path names the company the gate refuses, as the access matrix shows for each role.
  for (const outsider of [at(briar), at(asterEu), internal(), observing()])
    for (const call of [
      () => outsider.vasp.get({ did: briar, query: asked }),
      () => outsider.vasp.list({ query: asked }),
      () => outsider.vasp.facets({ query: asked }),
    ])
      expect(await refusal(call())).toMatchObject({ status: 403 })
  // The database refuses too, whatever a statement forgets.
  const stolen = await fixture.database.withTenant(briar, (tx) =>
    sql`select 1 from trust.review_history where vasp_did = ${aster}
      union all select 1 from trust.review where vasp_did = ${aster}`.execute(tx),
  )
  expect(stolen.rows).toEqual([])
})

test('[TF-05] the own list shows what is due first, by verdict, and pages once over all', async () => {
  const did = asterEu
  await give(briar, { nextReviewAt: new Date(fixture.clock() + 2 * day).toISOString() }, did)
  await give(
    aster,
    { reviewValue: 'MANUAL', nextReviewAt: new Date(fixture.clock() + day).toISOString() },
    did,
  )
  const all = await at(did, 'viewer').review.list({ did })
  expect(all.reviews.map(({ name }) => name)).toEqual(['Aster Exchange', 'Briar Custody'])
  expect(all.pagination).toMatchObject({ total: 2, due: 0, next: null })

  const first = await at(did).review.list({ did, query: { per_page: 1 } })
  const cursor = first.pagination.next ?? ''
  const second = await at(did).review.list({ did, query: { per_page: 1, cursor } })
  expect([first, second].flatMap(({ reviews }) => reviews.map(({ name }) => name))).toEqual([
    'Aster Exchange',
    'Briar Custody',
  ])
  expect(second.pagination.next).toBeNull()
  const trusted = await at(did).review.list({ did, query: { reviewValue: 'TRUSTED' } })
  expect(trusted.reviews.map(({ name }) => name)).toEqual(['Briar Custody'])

  fixture.clock.advance(1.5 * day)
  const dueBefore = new Date(fixture.clock()).toISOString()
  const due = await at(did).review.list({ did, query: { dueBefore } })
  expect(due.reviews.map(({ name }) => name)).toEqual(['Aster Exchange'])
  expect(due.pagination).toMatchObject({ total: 1, due: 1 })
  expect(await refusal(at(did).review.list({ did, query: { cursor: 'e30' } }))).toMatchObject({
    status: 422,
  })
})

test('[TF-05] verdicts due at one moment keep one order over all pages', async () => {
  const did = aster
  const nextReviewAt = new Date(fixture.clock() + 30 * day).toISOString()
  for (const reviewed of [briar, asterEu]) await give(reviewed, { nextReviewAt }, did)
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const query = Object.assign({ per_page: 1 }, cursor && { cursor })
    const page = await at(did).review.list({ did, query })
    seen.push(...page.reviews.map(({ name }) => name))
    cursor = page.pagination.next
  } while (cursor)
  expect(seen).toEqual(['Aster Europe', 'Briar Custody'])
})

test('[TF-05] verdicts and their withdrawal are audited, and told to the own webhooks alone', async () => {
  const did = briar
  const before = (await actionsOf(did)).length
  const given = await give(asterEu, { note: 'audit-note', reasons: ['OTHER'] }, did)
  await at(did).review.undo({ did, reviewId: given.id })
  const actions = (await actionsOf(did)).filter(({ object }) => object === asterEu)
  expect(actions.map(({ action }) => action)).toEqual(['review.give', 'review.undo'])
  expect((await actionsOf(did)).length).toBe(before + 2)

  const events = await rowsOf<{ type: string; object: string; payload: object }>(
    fixture,
    `select type, object, payload from outbox.event where vasp_did = '${did}' order by position`,
  )
  const told = events.filter(({ object }) => object === asterEu)
  expect(told.map(({ type, payload }) => Object.assign(payload, { type }))).toMatchObject([
    { type: 'vasp.reviewed', did, reviewedVaspDID: asterEu, reviewValue: 'TRUSTED' },
    { type: 'vasp.reviewed', did, reviewedVaspDID: asterEu, reviewValue: null },
  ])
  expect(JSON.stringify(events)).not.toContain('audit-note')
})
