import type { Role } from '@countersign/contracts'
import {
  type Answer,
  type Ddq,
  type DocumentType,
  questionnaireType,
  questions,
} from '@countersign/contracts/trust'
import { refusal, run } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aster, asterEu, briar, trustFixture } from '../trust.fixture.ts'
import { answersWith } from './questionnaire.fixture.ts'

const documentType: DocumentType = questionnaireType

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeEach(async () => {
  await fixture?.close()
  fixture = await trustFixture()
})
afterAll(() => fixture.close())

const as = (did: string, vasp: string | null, role: Role = 'compliance_officer') =>
  fixture.as({ did, email: `${did.slice(-3)}@x.example`, grants: [{ vaspDID: vasp, role }] })
const ana = () => as('did:example:ana', aster).questionnaire
const bo = () => as('did:example:bob', aster).questionnaire
const cora = () => as('did:example:cora', briar)

/** Saves one answer on what was last seen. */
const put = (
  who: ReturnType<typeof ana>,
  seen: { version: number; revision: number },
  questionId: string,
  value: Answer,
) => who.answer({ did: aster, questionId, body: { ...seen, value } })

const fill = async (mark: string, ids: readonly string[] = questions.map(({ id }) => id)) => {
  const ddq = await ana().start({ did: aster })
  const { version, answers: there } = draftOf(ddq)
  const answers = answersWith(mark)
  for (const id of ids)
    await put(ana(), { version, revision: there[id]?.revision ?? 0 }, id, answers[id] ?? {})
  return draftOf(await ana().get({ did: aster }))
}

const draftOf = (ddq: Ddq) => {
  if (!ddq.draft) throw new Error('There is no draft')
  return ddq.draft
}

const declaration = { name: 'Ana Reyes', role: 'Compliance officer', confirmed: true as const }

const submit = async (mark: string) => {
  const { version, revision } = await fill(mark)
  return ana().submit({ did: aster, body: { version, revision, declaration } })
}

/** Briar asks, Aster agrees: through the operations of the document requests. */
const grant = async () => {
  const body = {
    did: aster,
    query: { requestingVASPdid: briar, documentType },
  }
  await cora().documentRequest.act({ ...body, query: { ...body.query, accessAction: 'REQUEST' } })
  await as('did:example:ana', aster).documentRequest.act({
    ...body,
    query: { ...body.query, accessAction: 'APPROVE' },
  })
}
const shared = { did: aster, query: { requestingVASPdid: briar } }

const chain = async (did: string) =>
  (
    await fixture.database.withTenant(did, (tx) =>
      sql<{ action: string; object: string | null }>`select action, object from audit.entry
        where vasp_did = ${did} order by number`.execute(tx),
    )
  ).rows

describe('draft', () => {
  test('[TF-09] 200 begins with version 1, and is saved answer by answer', async () => {
    expect(await ana().get({ did: aster })).toMatchObject({ draft: null, submitted: null })
    await ana().start({ did: aster })
    const saved = await put(ana(), { version: 1, revision: 0 }, 'A1', { name: 'Aster' })
    expect(saved).toMatchObject({
      value: { name: 'Aster' },
      revision: 1,
      updatedBy: 'did:example:ana',
    })
    const again = await bo().start({ did: aster })
    expect(draftOf(again)).toMatchObject({ version: 1, revision: 1, answers: { A1: saved } })
    expect((await chain(aster)).map(({ action }) => action)).toEqual([
      'questionnaire.start',
      'questionnaire.answer',
    ])
  })

  test('[TF-09] two people at once on 20 answers: every text is stored or handed back, none is lost', async () => {
    await ana().start({ did: aster })
    const ids = questions.filter(({ parts }) => parts[0]?.type === 'text').map(({ id }) => id)
    const wanted = [...new Set([...ids, ...questions.map(({ id }) => id)])].slice(0, 20)
    const all = answersWith('x')
    const of = (id: string, mark: string): Answer => answersWith(mark)[id] ?? all[id] ?? {}
    const results = await Promise.all(
      wanted.flatMap((id) =>
        [
          [ana(), 'from ana'],
          [bo(), 'from bob'],
        ].map(async ([who, mark]) => {
          const value = of(id, String(mark))
          const body = { version: 1, revision: 0, value }
          const call = (who as ReturnType<typeof ana>).answer({ did: aster, questionId: id, body })
          return call.then(
            (saved) => ({ id, value, saved: true, body: saved }),
            (error) => ({ id, value, saved: false, body: error.body }),
          )
        }),
      ),
    )
    const draft = draftOf(await ana().get({ did: aster }))
    for (const { id, value, saved, body } of results) {
      const stored = draft.answers[id]?.value
      if (saved) expect(stored, id).toEqual(value)
      else
        expect(body, id).toMatchObject({
          err: { code: 409 },
          yours: value,
          theirs: { value: stored },
        })
    }
    expect(new Set(results.filter(({ saved }) => saved).map(({ id }) => id)).size).toBe(
      new Set(wanted).size,
    )
  })

  test('[TF-09] the same value once more is no conflict: the first answer may have been lost', async () => {
    await ana().start({ did: aster })
    await put(ana(), { version: 1, revision: 0 }, 'A1', { name: 'Aster' })
    const again = await put(ana(), { version: 1, revision: 0 }, 'A1', { name: 'Aster' })
    expect(again).toMatchObject({ revision: 1 })
  })

  test.each([
    ['A1', { other: 'x' }, 'body.value.other'],
    ['A1', { name: ['x'] }, 'body.value.name'],
    ['A7', { owners: [{ share: '1', wrong: '2' }] }, 'body.value.owners'],
  ])('[TF-09] 422 for %s with %j', async (id, value, path) => {
    await ana().start({ did: aster })
    const answer = await refusal(put(ana(), { version: 1, revision: 0 }, id, value as Answer))
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.body)).toContain(path)
    expect(draftOf(await ana().get({ did: aster })).answers).toEqual({})
  })

  test('[TF-09] 404 for an unknown question, 409 without a draft or with another version’s', async () => {
    const wrong = put(ana(), { version: 1, revision: 0 }, 'A1', { name: 'x' })
    expect(await refusal(wrong)).toMatchObject({ status: 409 })
    await ana().start({ did: aster })
    for (const [version, id, status] of [
      [1, 'Z1', 404],
      [2, 'A1', 409],
    ] as const)
      expect(await refusal(put(ana(), { version, revision: 0 }, id, { name: 'x' }))).toMatchObject({
        status,
      })
  })

  test('[TF-09] 403 and 404: nobody outside the company reads its draft, the internal admin neither', async () => {
    const noor = as('did:example:noor', null, 'Countersign Admin').questionnaire
    await ana().start({ did: aster })
    expect(await refusal(noor.get({ did: aster }))).toMatchObject({ status: 404 })
    expect(await refusal(cora().questionnaire.get({ did: aster }))).toMatchObject({ status: 403 })
  })
})

describe('presence', () => {
  test('[TF-09] who edits a section is seen until the lease ends or they leave', async () => {
    await ana().presence({ did: aster, body: { section: 'A' } })
    const { editors } = await bo().presence({ did: aster, body: { section: 'B' } })
    expect(editors.map(({ section, who }) => [section, who])).toEqual([
      ['A', 'ana@x.example'],
      ['B', 'bob@x.example'],
    ])
    await ana().presence({ did: aster, body: { section: null } })
    expect((await ana().get({ did: aster })).editors.map(({ section }) => section)).toEqual(['B'])
    fixture.clock.advance(20_001)
    expect((await ana().get({ did: aster })).editors).toEqual([])
  })

  test('[TF-09] twenty at once do not stand in each other’s way', async () => {
    const people = Array.from(
      { length: 20 },
      (_, n) => as(`did:example:p${n}`, aster).questionnaire,
    )
    await Promise.all(people.map((one) => one.presence({ did: aster, body: { section: 'C' } })))
    expect((await ana().get({ did: aster })).editors).toHaveLength(20)
  })
})

describe('submit', () => {
  test('[TF-09] 200 makes version 1 with flags and expiry; the next draft begins from it', async () => {
    const document = await submit('one')
    expect(document).toMatchObject({
      version: 1,
      status: 'SUBMITTED',
      declaration: { name: 'Ana Reyes' },
    })
    expect(document.flags.map(({ question }) => question)).toContain('A9')
    const days = (Date.parse(document.expiresAt) - Date.parse(document.submittedAt)) / 86_400_000
    expect(days).toBe(365)
    expect((await ana().get({ did: aster })).draft).toBeNull()
    const next = draftOf(await ana().start({ did: aster }))
    expect(next.version).toBe(2)
    expect(next.answers.A1?.value).toEqual({ name: 'one' })
    fixture.clock.advance(366 * 86_400_000)
    expect((await ana().get({ did: aster })).submitted?.status).toBe('EXPIRED')
  })

  test('[TF-09] 422 names what is not complete yet', async () => {
    const { version, revision } = await fill('one', questions.map(({ id }) => id).slice(1))
    const body = { version, revision, declaration }
    const answer = await refusal(ana().submit({ did: aster, body }))
    expect(answer).toMatchObject({
      status: 422,
      body: { err: { fields: [{ loc: ['answers', 'A1'] }] } },
    })
  })

  test('[TF-09] 409 when answers changed that the signer has not seen, and for a second signer', async () => {
    const { version, revision } = await fill('one')
    await put(bo(), { version, revision: 1 }, 'A1', { name: 'changed' })
    const late = ana().submit({ did: aster, body: { version, revision, declaration } })
    expect(await refusal(late)).toMatchObject({ status: 409 })
    const both = await Promise.allSettled(
      [ana(), bo()].map((who) =>
        who.submit({ did: aster, body: { version, revision: revision + 1, declaration } }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await ana().get({ did: aster })).versions).toHaveLength(1)
  })

  test.each([
    [{ ...declaration, confirmed: false }],
    [{ ...declaration, name: ' ' }],
    [{ name: 'Ana Reyes', confirmed: true }],
  ])('[TF-09] 422 for the declaration %j', async (given) => {
    const body = { version: 1, revision: 0, declaration: given as typeof declaration }
    expect(await refusal(ana().submit({ did: aster, body }))).toMatchObject({ status: 422 })
  })

  test('[TF-09] requests that waited for the questionnaire come up for an answer', async () => {
    const query = {
      requestingVASPdid: briar,
      documentType,
      accessAction: 'REQUEST' as const,
    }
    await cora().documentRequest.act({ did: aster, query })
    const stateOf = async () =>
      (
        await fixture.database.withTenant(aster, (tx) =>
          sql<{ status: string }>`select status from trust.document_request`.execute(tx),
        )
      ).rows.map(({ status }) => status)
    expect(await stateOf()).toEqual(['WAITING_FOR_INFORMATION'])
    await submit('one')
    expect(await stateOf()).toEqual(['PENDING'])
  })

  test('[TF-09] the database itself lets nobody of ours change or delete a version', async () => {
    await submit('one')
    for (const statement of [
      sql`update trust.ddq_version set answers = '{}'`,
      sql`delete from trust.ddq_version`,
    ])
      await expect(
        fixture.database.withTenant(aster, (tx) => statement.execute(tx)),
      ).rejects.toThrow(/permission denied/)
    const seen = await fixture.database.withTenant(briar, (tx) =>
      sql`select 1 from trust.ddq_version union all select 1 from trust.ddq_draft`.execute(tx),
    )
    expect(seen.rows).toEqual([])
  })
})

describe('reading by others', () => {
  test('[TF-09] 404 without a grant, the same as for a company that is not there', async () => {
    await submit('one')
    const closed = await refusal(cora().questionnaire.get(shared))
    const absent = await refusal(
      cora().questionnaire.get({ did: 'did:ethr:0xnobody', query: shared.query }),
    )
    expect(closed).toEqual(absent)
    expect(closed.status).toBe(404)
    const version = { ...shared, version: '1' }
    expect(await refusal(cora().questionnaire.version(version))).toMatchObject({ status: 404 })
    const query = { ...shared.query, from: 1, to: 2 }
    expect(await refusal(cora().questionnaire.compare({ did: aster, query }))).toMatchObject({
      status: 404,
    })
  })

  test('[TF-09] 403 in the name of a company that is not the reader’s', async () => {
    const query = { requestingVASPdid: asterEu }
    expect(await refusal(cora().questionnaire.get({ did: aster, query }))).toMatchObject({
      status: 403,
    })
  })

  test('[TF-09] with a grant the submitted version is read, never the draft', async () => {
    await submit('one')
    await grant()
    const draft = draftOf(await ana().start({ did: aster }))
    await put(ana(), { version: 2, revision: draft.answers.A1?.revision ?? 0 }, 'A1', {
      name: 'canary of the draft',
    })
    await ana().presence({ did: aster, body: { section: 'A' } })
    const read = await cora().questionnaire.get(shared)
    expect(read.submitted?.answers.A1).toEqual({ name: 'one' })
    expect(read).toMatchObject({ draft: null, editors: [] })
    const texts = JSON.stringify([
      read,
      await cora().questionnaire.version({ ...shared, version: '1' }),
    ])
    expect(texts).not.toContain('canary')
    expect(await refusal(cora().questionnaire.version({ ...shared, version: '2' }))).toMatchObject({
      status: 404,
    })
  })

  test('[TF-09] each reading stands in the owner’s log and in both chains, once an hour', async () => {
    await submit('one')
    await grant()
    await Promise.all(Array.from({ length: 10 }, () => cora().questionnaire.get(shared)))
    const { reads } = await ana().readers({ did: aster })
    expect(reads).toMatchObject([
      { requestingVASPdid: briar, reader: 'did:example:cora', version: 1 },
    ])
    for (const did of [aster, briar])
      expect(
        (await chain(did)).filter(({ action }) => action === 'questionnaire.read'),
      ).toHaveLength(1)
    fixture.clock.advance(3_600_000)
    await cora().questionnaire.get(shared)
    expect((await ana().readers({ did: aster })).reads).toHaveLength(2)
  })

  test('[TF-09] a grant that was revoked ends at once', async () => {
    await submit('one')
    await grant()
    await cora().questionnaire.get(shared)
    const query = { requestingVASPdid: briar, documentType }
    await as('did:example:ana', aster).documentRequest.act({
      did: aster,
      query: { ...query, accessAction: 'REVOKE', metadata: 'Over' },
    })
    expect(await refusal(cora().questionnaire.get(shared))).toMatchObject({ status: 404 })
  })

  test('[TF-09] versions are compared by those who have read the older one', async () => {
    await submit('one')
    await grant()
    await cora().questionnaire.get(shared)
    const { version, revision } = await fill('two', ['A1'])
    await ana().submit({ did: aster, body: { version, revision, declaration } })
    const query = { from: 1, to: 2 }
    const own = await ana().compare({ did: aster, query })
    expect(own.changes).toEqual([
      { question: 'A1', kind: 'changed', before: { name: 'one' }, after: { name: 'two' } },
    ])
    const theirs = await cora().questionnaire.compare({
      did: aster,
      query: { ...query, ...shared.query },
    })
    expect(theirs).toEqual(own)
    expect((await cora().questionnaire.get(shared)).versions.map((one) => one.version)).toEqual([
      2, 1,
    ])
    // Somebody who came later sees the newest alone.
    await run(fixture.url, 'delete from trust.ddq_read')
    expect((await cora().questionnaire.get(shared)).versions.map((one) => one.version)).toEqual([2])
    expect(
      await refusal(
        cora().questionnaire.compare({ did: aster, query: { ...query, ...shared.query } }),
      ),
    ).toMatchObject({ status: 404 })
  })

  test('[TF-09] the internal admin reads what was submitted, and the owner is told', async () => {
    await submit('one')
    await ana().start({ did: aster })
    const noor = as('did:example:noor', null, 'Countersign Admin').questionnaire
    expect(await noor.get({ did: aster })).toMatchObject({ draft: null, submitted: { version: 1 } })
    const { reads } = await ana().readers({ did: aster })
    expect(reads).toMatchObject([{ requestingVASPdid: 'network', reader: 'did:example:noor' }])
    // Not in the name of a company that it was shared with: its chain would say that its people read it.
    await grant()
    expect(await refusal(noor.get(shared))).toMatchObject({ status: 404 })
    expect((await chain(briar)).filter(({ action }) => action === 'questionnaire.read')).toEqual([])
  })
})

describe('review', () => {
  const where = { did: briar, reviewedDid: aster }
  const body = { mark: 'CONCERN' as const, note: 'Ask for the audit', version: 1, revision: 0 }

  test('[TF-09] marks, notes and the pinned version are the reviewer’s alone', async () => {
    await submit('one')
    await grant()
    const early = cora().questionnaireReview.mark({ ...where, section: 'A', body })
    expect(await refusal(early)).toMatchObject({ status: 404 })
    await cora().questionnaire.get(shared)
    const mark = await cora().questionnaireReview.mark({ ...where, section: 'A', body })
    expect(mark).toMatchObject({ section: 'A', mark: 'CONCERN', revision: 1, version: 1 })
    await cora().questionnaireReview.pin({ ...where, body: { version: 1 } })
    const review = await cora().questionnaireReview.get(where)
    expect(review).toMatchObject({ marks: [mark], pins: [{ version: 1 }] })
    const other = as('did:example:ana', aster).questionnaireReview
    expect(await other.get({ did: aster, reviewedDid: briar })).toMatchObject({
      marks: [],
      pins: [],
    })
    expect((await chain(briar)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['questionnaireReview.mark', 'questionnaireReview.pin']),
    )
  })

  test('[TF-09] 409 for a mark that a colleague changed, also at the same moment', async () => {
    await submit('one')
    await grant()
    await cora().questionnaire.get(shared)
    const two = await Promise.allSettled(
      ['a', 'b'].map((note) =>
        cora().questionnaireReview.mark({ ...where, section: 'B', body: { ...body, note } }),
      ),
    )
    expect(two.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const stale = cora().questionnaireReview.mark({ ...where, section: 'B', body })
    expect(await refusal(stale)).toMatchObject({ status: 409 })
  })

  test('[TF-09] 404 for a section or a version that is not there', async () => {
    await submit('one')
    await grant()
    await cora().questionnaire.get(shared)
    const review = cora().questionnaireReview
    const works = [
      () => review.mark({ ...where, section: 'Z', body }),
      () => review.mark({ ...where, section: 'A', body: { ...body, version: 9 } }),
      () => review.mark({ did: briar, reviewedDid: 'did:ethr:0xnobody', section: 'A', body }),
      () => review.pin({ ...where, body: { version: 9 } }),
    ]
    for (const work of works) expect(await refusal(work())).toMatchObject({ status: 404 })
  })
})
