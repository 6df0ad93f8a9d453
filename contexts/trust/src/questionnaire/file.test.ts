import type { Role } from '@countersign/contracts'
import { type Answer, type DocumentType, questionnaireType } from '@countersign/contracts/trust'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { pdf, sendForm } from '../document/document.fixture.ts'
import { aster, asterEu, briar, trustFixture } from '../trust.fixture.ts'
import { answersWith } from './questionnaire.fixture.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeEach(async () => {
  await fixture?.close()
  fixture = await trustFixture()
})
afterAll(() => fixture.close())

const person = (vasp: string, role: Role = 'compliance_officer') => ({
  ...{ did: `did:example:${vasp.slice(-2)}`, email: 'p@x.example' },
  grants: [{ vaspDID: vasp, role }],
})
const api = (vasp: string) => fixture.as(person(vasp))
const keep = async (did = aster, documentId?: string) => {
  const query = { documentType: 'LICENCE' as const, ...(documentId && { documentId }) }
  const { uploadFields } = await api(did).document.ticket({ did, query })
  const { body } = await sendForm(fixture.requestsOf(person(did)), `/api/tf/vasps/upload/${did}`, [
    ['ticket', uploadFields[0]?.value ?? ''],
    ['file', pdf(), 'chart.pdf', 'application/pdf'],
  ])
  return body as { id: string; s3URL: string; title: string }
}
const remove = (s3URL: string) => api(aster).document.delete({ did: aster, query: { s3URL } })
const chart = (id: string, kind = 'privately_held'): Answer => ({
  kind,
  chart: { id, title: 'Chart' },
})
const put = (value: Answer, revision: number) =>
  api(aster).questionnaire.answer({
    ...{ did: aster, questionId: 'A6' },
    body: { version: 1, value, revision },
  })

describe('a document that an answer names', () => {
  test('[TF-09] 422 for what is not in the company’s library: unknown, another’s, deleted', async () => {
    await api(aster).questionnaire.start({ did: aster })
    const foreign = await keep(asterEu)
    const gone = await keep()
    await remove(gone.s3URL)
    for (const id of ['doc_none', foreign.id, gone.id]) {
      const answer = await refusal(put(chart(id), 0))
      expect(answer, id).toMatchObject({
        status: 422,
        body: { err: { fields: [{ loc: ['body', 'value', 'chart'] }] } },
      })
    }
    expect((await api(aster).questionnaire.get({ did: aster })).draft?.answers.A6).toBeUndefined()
    const own = await keep()
    expect(await put(chart(own.id), 0)).toMatchObject({ revision: 1 })
  })

  test('[TF-09] one that was deleted later does not stop the rest of the answer, but the submission', async () => {
    await api(aster).questionnaire.start({ did: aster })
    const own = await keep()
    for (const [questionId, value] of Object.entries(answersWith('x')))
      if (questionId !== 'A6')
        await api(aster).questionnaire.answer({
          ...{ did: aster, questionId },
          body: { version: 1, value, revision: 0 },
        })
    await put(chart(own.id), 0)
    await remove(own.s3URL)
    await put(chart(own.id, 'state_owned'), 1)
    const { draft } = await api(aster).questionnaire.get({ did: aster })
    const body = { version: 1, revision: draft?.revision ?? 0, declaration }
    expect(await refusal(api(aster).questionnaire.submit({ did: aster, body }))).toMatchObject({
      status: 422,
      body: { err: { fields: [{ loc: ['answers', 'A6'] }] } },
    })
    await put(chart((await keep()).id), 2)
    const again = { ...body, revision: body.revision + 1 }
    expect(await api(aster).questionnaire.submit({ did: aster, body: again })).toMatchObject({
      version: 1,
    })
  })
})

const documentType: DocumentType = questionnaireType
const declaration = { name: 'Ana Reyes', role: 'Compliance officer', confirmed: true as const }
const submit = async (annexes: string[]) => {
  const started = await api(aster).questionnaire.start({ did: aster })
  const version = started.draft?.version ?? 0
  for (const [questionId, value] of Object.entries(answersWith('x')))
    await api(aster).questionnaire.answer({
      ...{ did: aster, questionId },
      body: { version, value, revision: started.draft?.answers[questionId]?.revision ?? 0 },
    })
  const { draft } = await api(aster).questionnaire.get({ did: aster })
  const body = {
    ...{ version, revision: draft?.revision ?? 0 },
    declaration: { ...declaration, annexes },
  }
  return api(aster).questionnaire.submit({ did: aster, body })
}
const act = (accessAction: 'REQUEST' | 'APPROVE' | 'REVOKE', as: string) =>
  api(as).documentRequest.act({
    did: aster,
    query: { requestingVASPdid: briar, documentType, accessAction },
  })
const shared = async () =>
  (await api(briar).document.listShared({ did: briar })).documents.map(({ id }) => id)

describe('annexes', () => {
  test('[TF-09] whoever is given the questionnaire reads its annexes, and those of the next version', async () => {
    const [one, two] = [await keep(), await keep()]
    const first = await submit([one.id, one.id])
    expect(first.declaration).toEqual({
      ...{ name: 'Ana Reyes', role: 'Compliance officer' },
      annexes: [{ id: one.id, title: one.title, version: 1 }],
    })
    expect(await shared()).toEqual([])
    await act('REQUEST', briar)
    await act('APPROVE', aster)
    expect(await shared()).toEqual([one.id])
    const read = await fixture.requestsOf(person(briar)).inject({
      url: `/api/tf/vasps/download/${aster}?s3URL=${encodeURIComponent(one.s3URL)}`,
    })
    expect(read.statusCode).toBe(200)
    // What replaces the file later is not what was annexed.
    await keep(aster, one.id)
    await submit([one.id, two.id])
    const documents = await api(briar).document.listShared({ did: briar })
    expect(documents.documents.map(({ id, version }) => `${id} ${version}`).toSorted()).toEqual(
      [`${one.id} 1`, `${one.id} 2`, `${two.id} 1`].toSorted(),
    )
    const query = { requestingVASPdid: briar }
    const seen = await api(briar).questionnaire.get({ did: aster, query })
    expect(seen.submitted?.declaration.annexes.map(({ id }) => id)).toEqual([one.id, two.id])
    await act('REVOKE', aster)
    expect(await shared()).toEqual([])
  })

  test('[TF-09] 422 for an annex that is not the company’s own, and for too many', async () => {
    const foreign = await keep(asterEu)
    for (const annexes of [['doc_none'], [foreign.id], Array.from({ length: 21 }, () => 'doc_1')])
      expect((await refusal(submit(annexes))).status).toBe(422)
    expect((await api(aster).questionnaire.get({ did: aster })).submitted).toBeNull()
  })
})
