import type { Role } from '@countersign/contracts'
import { type Answer, type Ddq, DraftAnswer, ddqKeptDays } from '@countersign/contracts/trust'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { chainOf } from '../governance.fixture.ts'
import { aster, briar, trustFixture } from '../trust.fixture.ts'
import { answersWith } from './questionnaire.fixture.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeEach(async () => {
  await fixture?.close()
  fixture = await trustFixture()
})
afterAll(() => fixture.close())

const as = (name: string, vasp: string | null = aster, role: Role = 'compliance_officer') =>
  fixture.as({
    ...{ did: `did:example:${name}`, email: null },
    grants: [{ vaspDID: vasp, role }],
  }).questionnaire
const ana = () => as('ana')
const bo = () => as('bo')
const start = async () => draftOf(await ana().start({ did: aster }))
const put = async (who: ReturnType<typeof as>, name: string, revision: number, version = 1) => {
  const body = { version, value: { name }, revision }
  return DraftAnswer.parse(await who.answer({ did: aster, questionId: 'A1', body }))
}
const discard = (who: ReturnType<typeof as>, revision: number, version = 1) =>
  who.discard({ did: aster, query: { version, revision } })
const restore = (who = ana()) => who.restore({ did: aster })
const draftOf = ({ draft }: Ddq) => {
  if (!draft) throw new Error('There is no draft')
  return draft
}
const A1 = (ddq: Ddq): Answer | undefined => ddq.draft?.answers.A1?.value

describe('discard', () => {
  test('[TF-09] 200 goes back to what was submitted last, and keeps a copy that comes back', async () => {
    const { version } = await start()
    for (const [questionId, value] of Object.entries(answersWith('submitted')))
      await ana().answer({ did: aster, questionId, body: { version, value, revision: 0 } })
    const { revision } = draftOf(await ana().get({ did: aster }))
    const declaration = { name: 'Ana', role: 'Officer', confirmed: true as const }
    await ana().submit({ did: aster, body: { version, revision, declaration } })
    const next = await start()
    await put(ana(), 'new', next.answers.A1?.revision ?? 0, 2)
    const gone = await discard(ana(), 1, 2)
    expect(gone).toMatchObject({
      ...{ draft: null, submitted: { version: 1, answers: { A1: { name: 'submitted' } } } },
      discarded: {
        ...{ version: 2, answers: 60, by: 'did:example:ana' },
        until: new Date(fixture.clock() + ddqKeptDays * 86_400_000).toISOString(),
      },
    })
    // A fresh draft begins from what was submitted; it holds nothing that the copy must yield to.
    expect(A1(await ana().start({ did: aster }))).toEqual({ name: 'submitted' })
    const back = await restore(bo())
    expect(A1(back)).toEqual({ name: 'new' })
    expect(back).toMatchObject({ draft: { version: 2 }, discarded: null })
    expect((await chainOf(fixture, aster)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['questionnaire.discard', 'questionnaire.restore']),
    )
    // Brought back and discarded again at once, it is kept again.
    await discard(ana(), draftOf(back).revision, 2)
    expect(A1(await restore())).toEqual({ name: 'new' })
  })

  test('[TF-09] a draft in which nothing was written does not take the place of the kept one', async () => {
    await start()
    await put(ana(), 'worth keeping', 0)
    await discard(ana(), 1)
    await start()
    await discard(ana(), 0)
    expect(A1(await restore())).toEqual({ name: 'worth keeping' })
  })

  test('[TF-09] 409 for changes that were not seen, another version, and without a draft', async () => {
    await start()
    await put(bo(), 'from bo', 0)
    expect((await refusal(discard(ana(), 0))).status).toBe(409)
    expect((await refusal(discard(ana(), 1, 2))).status).toBe(409)
    const both = await Promise.allSettled([discard(ana(), 1), discard(bo(), 1)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await refusal(discard(ana(), 1))).status).toBe(409)
    expect(A1(await restore())).toEqual({ name: 'from bo' })
  })

  test('[TF-09] a page left open over a discard overwrites nothing: it gets both values', async () => {
    await start()
    const seen = await put(bo(), 'first', 0)
    await discard(ana(), 1)
    const fresh = await start()
    expect(fresh.answers.A1).toBeUndefined()
    await put(ana(), 'second', 0)
    const late = await refusal(put(bo(), 'bo goes on', seen.revision))
    expect(late).toMatchObject({
      status: 409,
      body: { theirs: { value: { name: 'second' } }, yours: { name: 'bo goes on' } },
    })
  })
})

describe('restore', () => {
  test('[TF-09] 409 while something is written in another draft, 404 when none is kept any more', async () => {
    expect((await refusal(restore())).status).toBe(404)
    await start()
    await put(ana(), 'kept', 0)
    await discard(ana(), 1)
    await start()
    const { revision } = draftOf(await ana().get({ did: aster }))
    await put(ana(), 'other', 0)
    expect((await refusal(restore())).status).toBe(409)
    await discard(ana(), revision + 1)
    // The newer one is the one that is kept now.
    const both = await Promise.allSettled([restore(), restore(bo())])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(A1(await ana().get({ did: aster }))).toEqual({ name: 'other' })
    await discard(ana(), 0)
    fixture.clock.advance(ddqKeptDays * 86_400_000)
    expect((await ana().get({ did: aster })).discarded).toBeNull()
    expect((await refusal(restore())).status).toBe(404)
  })

  test('[TF-09] 403 and 404: strangers discard and see nothing', async () => {
    await start()
    await put(ana(), 'canary of the draft', 0)
    await discard(ana(), 1)
    const stranger = as('cora', briar)
    const asked = { did: aster, query: { requestingVASPdid: briar } }
    expect((await refusal(stranger.get(asked))).status).toBe(404)
    expect(
      (await refusal(stranger.discard({ did: briar, query: { version: 1, revision: 0 } }))).status,
    ).toBe(409)
    expect((await refusal(stranger.restore({ did: briar }))).status).toBe(404)
  })
})
