import { type DdqThread, ddqCommentLimit, ddqThreadLimit } from '@countersign/contracts/trust'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { chainOf, change, people, rowsOf } from '../governance.fixture.ts'
import { answersWith } from '../questionnaire/questionnaire.fixture.ts'
import { seedQuestionnaire, seedQuestionnaireGrant } from '../seed/index.ts'
import { aster, asterEu, briar, trustFixture } from '../trust.fixture.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeEach(async () => {
  await fixture?.close()
  fixture = await trustFixture()
  const at = new Date(fixture.clock())
  const signed = { answers: answersWith('x'), signer: { name: 'Ana', role: 'Officer' }, at }
  await seedQuestionnaire(fixture.database, { did: aster, versions: [signed] }, at)
  const until = new Date(at.getTime() + 7 * day)
  await seedQuestionnaireGrant(fixture.database, { did: aster, requester: briar, until }, at)
  await cora().questionnaire.get({ did: aster, query: { requestingVASPdid: briar } })
})
afterAll(() => fixture.close())

const day = 86_400_000
const as = (name: string, vaspDID: string) =>
  fixture.as({
    ...{ did: `did:example:${name}`, email: `${name}@x.example` },
    grants: [{ vaspDID, role: 'compliance_officer' }],
  })
const ana = () => as('ana', aster)
const cora = () => as('cora', briar)
const ask = (text = 'Which auditor?', about: 'D5' | 'D' = 'D5') =>
  cora().questionnaireThread.ask({
    did: briar,
    body: { ownerDid: aster, version: 1, about, text },
  })
const say = (who: ReturnType<typeof ana>, did: string, { id }: DdqThread, text: string) =>
  who.questionnaireThread.comment({ did, thread: id, body: { text } })
const listOf = (who: ReturnType<typeof ana>, did: string) =>
  who.questionnaireThread.list({ did, query: {} })
const mails = () =>
  rowsOf<{ recipient: string; subject: string; body: string }>(
    fixture,
    'select recipient, subject, body from mail.outbox order by id',
  )
const itemsOf = async (did: string) =>
  (await people(fixture).adminOf(did).actionItems.list({ did })).items.filter(
    ({ entityRef }) => entityRef.type === 'questionnaireQuestion',
  )

test('[TF-09] a question is asked, answered, followed up, resolved and reopened; both sides see it', async () => {
  const asked = await ask('Which auditor?\nAnd since when?')
  expect(asked).toMatchObject({
    ...{ status: 'OPEN', about: 'D5', version: 1, isShared: true, ownerName: 'Aster Exchange' },
    comments: [{ company: briar, by: { did: 'did:example:cora' } }],
  })
  const seen = await listOf(ana(), aster)
  expect(seen).toMatchObject({ awaiting: 1, next: null })
  // Who spoke, a company learns of its own people alone.
  expect(seen.threads[0]?.comments).toMatchObject([
    { company: briar, by: null, text: 'Which auditor?\nAnd since when?' },
  ])
  const answered = await say(ana(), aster, asked, 'Mill & Co, since 2021')
  expect(answered).toMatchObject({ status: 'ANSWERED' })
  expect((await listOf(ana(), aster)).awaiting).toBe(0)
  const theirs = await listOf(cora(), briar)
  expect(theirs.awaiting).toBe(1)
  expect(theirs.threads[0]?.comments.map(({ text, by }) => [text, by?.did])).toEqual([
    ['Which auditor?\nAnd since when?', 'did:example:cora'],
    ['Mill & Co, since 2021', undefined],
  ])
  expect(await say(cora(), briar, asked, 'And before?')).toMatchObject({ status: 'OPEN' })
  const one = { did: briar, thread: asked.id }
  expect(await cora().questionnaireThread.resolve(one)).toMatchObject({ status: 'RESOLVED' })
  expect(await cora().questionnaireThread.resolve(one)).toMatchObject({ status: 'RESOLVED' })
  expect(await refusal(say(ana(), aster, asked, 'Late'))).toMatchObject({ status: 409 })
  const owner = { did: aster, thread: asked.id }
  expect(await ana().questionnaireThread.reopen(owner)).toMatchObject({ status: 'OPEN' })
  expect(await refusal(ana().questionnaireThread.resolve(owner))).toMatchObject({ status: 403 })
  const acts = ['ask', 'answer', 'followUp', 'resolve', 'reopen']
  for (const company of [aster, briar]) {
    const chain = await chainOf(fixture, company)
    const ofThread = chain.filter(({ action }) => action.startsWith('questionnaireThread.'))
    expect(ofThread.map(({ action }) => action.slice(20))).toEqual(acts)
    expect(JSON.stringify(ofThread)).not.toContain('auditor')
    const events = await rowsOf<{ payload: { action: string } }>(
      fixture,
      `select payload from outbox.event where vasp_did = '${company}'
         and type = 'questionnaire.thread.changed' order by position`,
    )
    expect(events.map(({ payload }) => payload.action)).toEqual(acts)
    expect(JSON.stringify(events)).not.toContain('auditor')
  }
})

test('[TF-09] a task and a mail for the other side, once for all that waits, and without the words', async () => {
  const first = await ask('Which auditor?')
  await ask('Which programme?', 'D')
  expect(await itemsOf(aster)).toMatchObject([
    {
      type: 'DDQ_QUESTION_RECEIVED',
      title: 'Briar Custody asks 2 questions about your questionnaire',
    },
  ])
  const [request] = (await ana().documentRequest.list({ did: aster, query: {} })).requests
  expect(request).toMatchObject({ openQuestions: 2, answeredQuestions: 0 })
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    'Briar Custody has a question about your questionnaire',
  ])
  expect(JSON.stringify(await mails())).not.toContain('auditor')
  await say(ana(), aster, first, 'Mill & Co')
  expect(await itemsOf(briar)).toMatchObject([
    { type: 'DDQ_QUESTION_ANSWERED', title: 'Aster Exchange answered your question' },
  ])
  expect(await itemsOf(aster)).toHaveLength(1)
  const [sent] = (
    await cora().documentRequest.list({
      did: 'outgoing-requests',
      query: { requestingVASPdid: briar },
    })
  ).requests
  expect(sent).toMatchObject({ openQuestions: 1, answeredQuestions: 1 })
  await cora().questionnaireThread.resolve({ did: briar, thread: first.id })
  expect(await itemsOf(briar)).toEqual([])
})

test('[TF-09] [ID-08] only the two companies see it, and the one that asked as long as it may read', async () => {
  const asked = await ask()
  const eve = as('eve', asterEu)
  expect((await listOf(eve, asterEu)).threads).toEqual([])
  expect(await refusal(say(eve, asterEu, asked, 'Hm'))).toMatchObject({ status: 404 })
  const foreign = eve.questionnaireThread.ask({
    did: asterEu,
    body: { ownerDid: aster, version: 1, about: 'A', text: 'Hm' },
  })
  expect(await refusal(foreign)).toMatchObject({ status: 404 })
  // The end of the access by its date, then by hand.
  fixture.clock.advance(7 * day)
  for (const end of ['expired', 'revoked']) {
    if (end === 'revoked')
      await change(fixture, `update trust.document_request set status = 'REVOKED'`)
    expect((await listOf(cora(), briar)).threads, end).toEqual([])
    expect(await refusal(say(cora(), briar, asked, 'Hm')), end).toMatchObject({ status: 404 })
    expect(await refusal(ask()), end).toMatchObject({ status: 404 })
    const kept = await listOf(ana(), aster)
    expect(kept, end).toMatchObject({ awaiting: 0, threads: [{ id: asked.id, isShared: false }] })
    expect(await refusal(say(ana(), aster, asked, 'Hm')), end).toMatchObject({ status: 409 })
    expect(await itemsOf(aster), end).toEqual([])
  }
})

test('[TF-09] [ID-08] the database itself lets nobody speak for the other side', async () => {
  const { id } = await ask()
  const attempt = (tenant: string, statement: (tx: never) => Promise<unknown>) =>
    fixture.database
      .withTenant(tenant, (tx) => statement(tx as never))
      .then(
        () => 'done',
        (error: { code?: string }) => error.code,
      )
  const { insertComment, moveThread } = await import('./index.ts')
  const at = new Date(fixture.clock())
  const said = { owner: aster, threadId: id, number: 9, by: 'x', name: null, text: 'x' }
  expect(await attempt(briar, (tx) => insertComment(tx, { ...said, author: aster }, at))).toBe(
    '42501',
  )
  expect(await attempt(asterEu, (tx) => insertComment(tx, { ...said, author: asterEu }, at))).toBe(
    '42501',
  )
  expect(await attempt(briar, (tx) => moveThread(tx, aster, id, 'ANSWERED', at))).toBe('42501')
  expect(await attempt(aster, (tx) => moveThread(tx, aster, id, 'RESOLVED', at))).toBe('42501')
})

test('[TF-09] 404 and 422: an unread version, an unknown place, no words, too many, signs that deceive', async () => {
  const body = { ownerDid: aster, version: 1, about: 'D5' as const, text: 'x' }
  for (const [change, status] of [
    [{ version: 2 }, 404],
    [{ about: 'Z9' }, 422],
    [{ text: '  ' }, 422],
    [{ text: 'x'.repeat(2_001) }, 422],
    [{ text: 'a\u202eb' }, 422],
    [{ ownerDid: briar }, 404],
  ] as const) {
    const call = cora().questionnaireThread.ask({
      did: briar,
      body: { ...body, ...change } as never,
    })
    expect(await refusal(call), JSON.stringify(change)).toMatchObject({ status })
  }
})

test('[TF-09] limits hold for calls at the same time, and a list goes on where it stopped', async () => {
  const asked = await ask()
  await change(
    fixture,
    `insert into trust.ddq_thread select vasp_did, 'ddqt_' || n, requester_did, 1, 'A1', 'OPEN', created_at, updated_at
       from trust.ddq_thread, generate_series(1, ${ddqThreadLimit - 2}) n;
     insert into trust.ddq_comment select vasp_did, '${asked.id}', n, author_did, by_did, null, 'x', at
       from trust.ddq_comment, generate_series(2, ${ddqCommentLimit - 1}) n`,
  )
  const asks = await Promise.allSettled([ask(), ask(), ask()])
  expect(asks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const says = await Promise.allSettled([
    say(cora(), briar, asked, 'one'),
    say(ana(), aster, asked, 'two'),
  ])
  expect(says.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const query = { limit: '40', ...(cursor && { cursor }) }
    const page = await ana().questionnaireThread.list({ did: aster, query: query as never })
    seen.push(...page.threads.map(({ id }) => id))
    cursor = page.next
  } while (cursor)
  expect(new Set(seen).size).toBe(ddqThreadLimit)
  expect(seen).toHaveLength(ddqThreadLimit)
})
