import { randomUUID } from 'node:crypto'
import { type VerificationAction, verificationChecks } from '@countersign/contracts/trust'
import { refusal } from '@countersign/kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pdf, sendForm } from '../document/document.fixture.ts'
import { chainOf, people, rowsOf } from '../governance.fixture.ts'
import { aster, asterEu, trustFixture } from '../trust.fixture.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeEach(async () => {
  fixture = await trustFixture()
})
afterEach(() => fixture.close())

const officerOf = (did: string) => ({
  email: `officer@${did.slice(-2)}.example`,
  grants: [{ vaspDID: did, role: 'compliance_officer' as const }],
})
const noor = {
  ...{ did: 'did:example:noor', email: 'noor@network.example', name: 'Noor Aziz' },
  grants: [{ vaspDID: null, role: 'Countersign Admin' as const }],
}
const network = () => fixture.as(noor)
const officer = (did: string) => fixture.as(officerOf(did))

/** Uploads a document, or a new version of one. @returns its id */
async function upload(did: string, documentId?: string): Promise<string> {
  const { uploadFields } = await officer(did).document.ticket({
    ...{ did, query: { documentType: 'LICENCE', ...(documentId && { documentId }) } },
  })
  const { status, body } = await sendForm(
    fixture.requestsOf(officerOf(did)),
    `/api/tf/vasps/upload/${did}`,
    [
      ...uploadFields.map(({ key, value }) => [key, value] as const),
      ['file', pdf(200, `%${randomUUID()}\n`), 'licence.pdf', 'application/pdf'],
    ],
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}

const show = (did: string, ...documentIds: string[]) =>
  officer(did).evidence.show({ did, body: { documentIds } })
const decide = (
  did: string,
  documentId: string,
  action: 'take' | 'giveBack' | 'accept' | 'refuse',
  more: object = {},
) => network().evidence.decide({ did, documentId, body: { version: 1, action, ...more } })
const waiting = async () =>
  (await network().evidence.queue({})).documents.map(({ documentId }) => documentId)

test('[TF-05] [ID-08] the network’s own queue sees what waits, and nothing that it has decided', async () => {
  const [open, done] = [await upload(aster), await upload(aster)]
  await show(aster, open, done)
  await decide(aster, done, 'take')
  await decide(aster, done, 'accept')
  const seen = await fixture.database.withTenant('network', (tx) =>
    tx
      .selectFrom('trust.evidence')
      .select(['document_id', 'status'])
      .where('vasp_did', '=', aster)
      .execute(),
  )
  expect(seen).toEqual([{ document_id: open, status: 'WAITING' }])
  await decide(aster, open, 'take')
  await decide(aster, open, 'accept')
})

test('[TF-05] what a company shows waits in the network’s queue, is taken, looked at and accepted', async () => {
  const id = await upload(asterEu)
  await show(asterEu, id)
  expect((await network().evidence.queue({})).documents).toMatchObject([
    {
      ...{ did: asterEu, vaspName: 'Aster Europe', documentId: id, version: 1 },
      ...{ title: 'licence', status: 'WAITING', byName: null, mediaType: 'application/pdf' },
    },
  ])
  expect(await decide(asterEu, id, 'take')).toMatchObject({
    status: 'IN_REVIEW',
    byName: 'Noor Aziz',
  })
  const file = await fixture
    .requestsOf(noor)
    .inject({ url: `/api/tf/vasps/${asterEu}/verification/evidence/${id}/file?version=1` })
  expect(file.statusCode).toBe(200)
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(file.headers['content-disposition']).toContain('attachment')
  expect(await decide(asterEu, id, 'accept')).toMatchObject({ status: 'ACCEPTED' })
  expect(await waiting()).toEqual([])
  expect((await officer(asterEu).evidence.list({ did: asterEu })).documents).toMatchObject([
    { documentId: id, status: 'ACCEPTED', byName: 'Noor Aziz' },
  ])
  // The company sees who looked, in its log and in its chain.
  const { downloads } = await officer(asterEu).document.listDownloads({
    did: asterEu,
    documentId: id,
  })
  expect(downloads).toMatchObject([
    { vaspDID: 'network', name: 'The network', email: 'noor@network.example', version: 1 },
  ])
  const chain = (await chainOf(fixture, asterEu)).filter(({ action }) => /^evidence/.test(action))
  expect(chain.map(({ action }) => action)).toEqual([
    'evidence.show',
    'evidence.take',
    'evidence.download',
    'evidence.accept',
  ])
})

test('[TF-05] a refusal has a reason that the company reads; a new version waits anew', async () => {
  const id = await upload(asterEu)
  await show(asterEu, id)
  expect(await refusal(decide(asterEu, id, 'refuse', { reason: 'Early' }))).toMatchObject({
    status: 409,
  })
  await decide(asterEu, id, 'take')
  expect(await refusal(decide(asterEu, id, 'refuse'))).toMatchObject({ status: 422 })
  expect(await refusal(decide(asterEu, id, 'refuse', { reason: ' ' }))).toMatchObject({
    status: 422,
  })
  await decide(asterEu, id, 'refuse', { reason: 'The second page is missing' })
  const mails = await rowsOf<{ recipient: string; body: string }>(
    fixture,
    `select recipient, body from mail.outbox where subject like '%refused%'`,
  )
  expect(mails).toEqual([
    { recipient: 'admin@a2.example', body: expect.stringContaining('The second page is missing') },
  ])
  expect(JSON.stringify(await chainOf(fixture, asterEu))).not.toContain('second page')
  // Shown again as it is, nothing happens; the next version is another document to look at.
  await show(asterEu, id)
  expect(await waiting()).toEqual([])
  await upload(asterEu, id)
  const { documents } = await show(asterEu, id)
  expect(documents.filter(({ documentId }) => documentId === id)).toMatchObject([
    { version: 2, status: 'WAITING', reason: null },
    { version: 1, status: 'REFUSED', reason: 'The second page is missing' },
  ])
  await decide(asterEu, id, 'take', { version: 2 })
  await decide(asterEu, id, 'giveBack', { version: 2 })
  expect(await waiting()).toEqual([id])
})

test('[TF-05] of two admins at once one takes it, and the other is told', async () => {
  const id = await upload(aster)
  await show(aster, id)
  const taken = await Promise.allSettled([decide(aster, id, 'take'), decide(aster, id, 'take')])
  expect(taken.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const shown = await Promise.all([show(aster, id), show(aster, id)])
  expect(shown[0]?.documents.filter(({ documentId }) => documentId === id)).toHaveLength(1)
})

test('[TF-04] the network opens what was shown to it, and no other document', async () => {
  const [shown, kept] = [await upload(aster), await upload(aster)]
  await show(aster, shown)
  await upload(aster, shown)
  const open = (did: string, id: string, version = 1) =>
    fixture
      .requestsOf(noor)
      .inject({ url: `/api/tf/vasps/${did}/verification/evidence/${id}/file?version=${version}` })
  expect((await open(aster, shown)).statusCode).toBe(200)
  // A version that came later, one that was never shown, and one in another company’s name.
  for (const [did, id, version] of [
    [aster, shown, 2],
    [aster, kept, 1],
    [asterEu, shown, 1],
    [aster, 'doc_none', 1],
  ] as const)
    expect((await open(did, id, version)).statusCode).toBe(404)
  expect(await refusal(decide(asterEu, shown, 'take'))).toMatchObject({ status: 404 })
  // The rows of the database, too: the network's own transactions see what waits, and nothing else.
  const seen = await fixture.database.withTenant('network', (tx) =>
    tx.selectFrom('trust.document').select('id').execute(),
  )
  expect(seen.map(({ id }) => id)).toContain(shown)
  expect(seen.map(({ id }) => id)).not.toContain(kept)
  // A document that is deleted is gone from the queue.
  const { documents } = await officer(aster).document.list({ did: aster })
  const { s3URL = '' } = documents.find(({ id }) => id === shown) ?? {}
  await officer(aster).document.delete({ did: aster, query: { s3URL } })
  expect(await waiting()).not.toContain(shown)
  expect((await open(aster, shown)).statusCode).toBe(404)
})

test('[TF-05] a submission shows its documents, and an approval accepts what is open', async () => {
  const move = (
    person: ReturnType<typeof officer>,
    action: VerificationAction,
    more: object = {},
  ) => {
    // The history is in the order of time.
    fixture.clock.advance(1000)
    return person.verification.move({ did: asterEu, body: { action, note: 'A note', ...more } })
  }
  const [id, foreign] = [await upload(asterEu), await upload(aster)]
  for (const evidence of [['doc_none'], [id, foreign]])
    expect(await refusal(move(officer(asterEu), 'submit', { evidence }))).toMatchObject({
      status: 422,
    })
  await move(officer(asterEu), 'submit', { evidence: [id] })
  expect(await waiting()).toContain(id)
  await move(network(), 'take')
  const checks = Object.keys(verificationChecks)
  expect(await refusal(move(network(), 'approve', { checks, evidence: [foreign] }))).toMatchObject({
    status: 422,
  })
  const done = await move(network(), 'approve', { checks, evidence: [id] })
  expect(done.history[0]).toMatchObject({ action: 'approve', evidence: [id] })
  const { documents } = await people(fixture).network().evidence.list({ did: asterEu })
  expect(documents.find(({ documentId }) => documentId === id)).toMatchObject({
    ...{ status: 'ACCEPTED', byName: 'Noor Aziz' },
  })
  expect(await waiting()).not.toContain(id)
})

test('[TF-05] 422 for nothing, too much, or what is not one’s own', async () => {
  const id = await upload(aster)
  for (const documentIds of [[], ['doc_none'], Array.from({ length: 21 }, () => id)])
    expect(await refusal(show(aster, ...documentIds))).toMatchObject({ status: 422 })
  expect(await refusal(show(asterEu, id))).toMatchObject({ status: 422 })
})
