import { randomBytes, randomUUID } from 'node:crypto'
import { refusal } from '@countersign/kit/testing'
import { vault } from '@countersign/kit/vault'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOwnComments, insertComment, resealOwnComments } from './comment.store.ts'
import { draft, granite, kestrel, transfersFixture, vacant } from './transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())

const ours = () => fixture.as(kestrel)
const theirs = () => fixture.as(granite)
async function sent() {
  const { id } = await ours().create({ body: draft() })
  await ours().approve({ query: { id } })
  return id
}
const says = (company: string, id: string, text: string, audience: 'OWN' | 'BOTH') =>
  fixture.commentsOf(company).add({ body: { id, text, audience } })
const textsOf = async (company: string, id: string) =>
  (await fixture.commentsOf(company).list({ query: { id } })).comments.map(({ text }) => text)

test('[TX-04] what the beneficiary says with its answer reaches the originator, without the name of who said it', async () => {
  const id = await sent()
  const comment = 'Wren Ashgrove has left us'
  await theirs().decline({ body: { id, reason: 'BENEFICIARY_UNKNOWN', comment } })
  const { comments } = await fixture.commentsOf(kestrel).list({ query: { id } })
  expect(comments).toMatchObject([
    { text: comment, audience: 'BOTH', company: granite, by: null, action: 'decline' },
  ])
  const own = await fixture.commentsOf(granite).list({ query: { id } })
  expect(own.comments).toMatchObject([
    { ...comments[0], by: { did: `did:example:person-of-${granite.slice(8)}` } },
  ])
})

test('[TX-04] what the originator says to both waits for the release', async () => {
  const id = await sent()
  await says(kestrel, id, 'Ours: a regular customer', 'BOTH')
  expect(await textsOf(granite, id)).toEqual([])
  await theirs().confirm({ query: { id } })
  expect(await textsOf(granite, id)).toEqual(['Ours: a regular customer'])
  fixture.clock.advance(1)
  await says(kestrel, id, 'And a second word', 'BOTH')
  expect(await textsOf(granite, id)).toEqual(['Ours: a regular customer', 'And a second word'])
})

test('[TX-04] what is for the own company stays there, and nothing that was said stands in any column', async () => {
  const id = await sent()
  await theirs().confirm({ query: { id } })
  await says(kestrel, id, 'Ask Thessaly Umberwood first', 'OWN')
  fixture.clock.advance(1)
  await says(granite, id, 'Called Isolde Marchetti', 'OWN')
  fixture.clock.advance(1)
  await says(granite, id, 'Told Percival Nightjar', 'BOTH')
  expect(await textsOf(kestrel, id)).toEqual([
    'Ask Thessaly Umberwood first',
    'Told Percival Nightjar',
  ])
  expect(await textsOf(granite, id)).toEqual(['Called Isolde Marchetti', 'Told Percival Nightjar'])
  expect(await refusal(fixture.commentsOf(vacant).list({ query: { id } }))).toMatchObject({
    status: 404,
  })
  const tables = await fixture.rows(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema in ('transactions', 'audit', 'outbox', 'mail')`,
  )
  for (const { name } of tables as { name: string }[]) {
    const rows = await fixture.rows(`select to_jsonb(t)::text as row from ${name} t`)
    for (const { row } of rows as { row: string }[])
      expect(row, name).not.toMatch(/Umberwood|Marchetti|Nightjar/)
  }
})

test('[TX-02] a reason that says nothing by itself needs a comment', async () => {
  const id = await sent()
  const act = (comment?: string) =>
    theirs().decline({ body: { id, reason: 'OTHER', ...(comment && { comment }) } })
  expect(await refusal(act())).toMatchObject({
    status: 422,
    body: { err: { fields: [{ loc: ['body', 'comment'] }] } },
  })
  expect(await theirs().info({ query: { id } })).toMatchObject({ status: 'SENT' })
  expect(await act('They asked us to')).toMatchObject({ status: 'DECLINED' })
})

test('[TX-02] V1’s free text for a reason is the comment on another reason', async () => {
  const ours = fixture.as(kestrel)
  const { id } = await ours.create({ body: draft() })
  const both = { id, reason: 'Duplicate of June', comment: 'And more' }
  expect(await refusal(ours.cancel({ body: both }))).toMatchObject({
    status: 422,
    body: { err: { fields: [{ loc: ['body', 'reason'] }] } },
  })
  await ours.cancel({ body: { id, reason: 'Duplicate of June' } })
  expect((await ours.info({ query: { id } })).reason).toMatchObject({ code: 'OTHER' })
  const { comments } = await fixture.commentsOf(kestrel).list({ query: { id } })
  expect(comments.map(({ text }) => text)).toEqual(['Duplicate of June'])
})

test('[TX-02] an act that is repeated says nothing twice', async () => {
  const id = await sent()
  const body = { id, reason: 'NOT_OUR_ADDRESS', comment: 'Never seen it' } as const
  await theirs().reject({ body })
  await theirs().reject({ body })
  expect(await textsOf(kestrel, id)).toEqual(['Never seen it'])
})

test('[T15] with a new main secret a comment opens', async () => {
  const [old, fresh] = ['k1', 'k2'].map((id) => ({ id, key: randomBytes(32) }))
  if (!old || !fresh) throw new Error('No keys')
  const id = randomUUID()
  const at = new Date(fixture.clock())
  const ours = {
    id: 'cmt_1',
    at,
    text: 'Ask Ann',
    audience: 'OWN',
    by: null,
    action: null,
  } as const
  await fixture.deps.database.withTenant(vacant, async (tx) => {
    await insertComment(tx, vault([old]), vacant, id, ours)
    const reseal = () => resealOwnComments(tx, vacant, vault([fresh, old]), '', 10)
    expect(await reseal()).toEqual({ last: null, changed: 1 })
    expect(await reseal()).toEqual({ last: null, changed: 0 })
    expect(await findOwnComments(tx, vault([fresh]), vacant, id)).toEqual([ours])
    for (const n of [2, 3])
      await insertComment(tx, vault([old]), vacant, id, { ...ours, id: `cmt_${n}` })
    const page = (after: string) => resealOwnComments(tx, vacant, vault([fresh, old]), after, 2)
    expect(await page('')).toEqual({ last: 'cmt_2', changed: 1 })
    expect(await page('cmt_2')).toEqual({ last: null, changed: 1 })
  })
})

test('[TX-01] why a risk is taken stays with the transfer, for its own company alone', async () => {
  const riskReason = { code: 'RISK_BASED', comment: 'Known since 2019, own node seen' } as const
  const { id } = await ours().create({ body: draft({ riskReason }) })
  await ours().approve({ query: { id } })
  await theirs().confirm({ query: { id } })
  expect(await textsOf(kestrel, id)).toEqual([riskReason.comment])
  expect(await textsOf(granite, id)).toEqual([])
})
