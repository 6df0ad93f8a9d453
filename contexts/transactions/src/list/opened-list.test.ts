import { ClientJwk } from '@countersign/contracts/transactions'
import { refusal } from '@countersign/kit/testing'
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runSteps } from '../step/index.ts'
import {
  canaries,
  closed,
  draft,
  granite,
  kestrel,
  transfersFixture,
} from '../transfer/transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
/** Sent, confirmed, and of another counterparty. */
const ids: string[] = []
beforeAll(async () => {
  fixture = await transfersFixture()
  for (const more of [{ transactionRef: 'O-1' }, {}, { beneficiaryVASPdid: closed }]) {
    const { id } = await fixture.as(kestrel).create({ body: draft(more) })
    ids.push(id)
    fixture.clock.advance(1_000)
  }
  for (const id of ids.slice(0, 2)) await fixture.as(kestrel).approve({ query: { id } })
  await fixture.as(granite).confirm({ query: { id: ids[1] ?? '' } })
})
afterAll(() => fixture.close())
afterEach(() => fixture.opening.clear())

const opens = { decrypt: 'true', decryptReason: 'AUDIT' } as const
type Query = NonNullable<NonNullable<Parameters<ReturnType<typeof fixture.as>['list']>[0]>['query']>
const list = (company: string, query: Query, who: Parameters<typeof fixture.as>[1] = {}) =>
  fixture.as(company, who).list({ query })
const hasNames = (value: unknown) =>
  canaries.some((name) => String(JSON.stringify(value)).includes(name))
const viewsOf = async (company: string, id: string | undefined) =>
  (await fixture.as(company).piiViews({ query: { id } })).views

test('[TX-04] a list opens personal data by setting, permission and reason alone, and notes each view', async () => {
  const off = { status: 403, body: { err: { name: 'DecryptionNotAutomaticError' } } }
  expect(await refusal(list(kestrel, opens)), 'the setting is off').toMatchObject(off)
  fixture.opening.add(kestrel).add(granite)
  expect(await refusal(list(kestrel, opens, { role: 'viewer' }))).toMatchObject(off)
  expect(await refusal(list(kestrel, { decrypt: 'true' }))).toMatchObject({
    status: 422,
    body: { err: { fields: [{ loc: ['query', 'decryptReason'] }] } },
  })
  for (const id of ids) expect(await viewsOf(kestrel, id), 'nothing was opened').toEqual([])
  const { transactions } = await list(kestrel, opens)
  expect(transactions).toHaveLength(3)
  for (const one of transactions)
    for (const name of canaries) expect(JSON.stringify(one.ivms101)).toContain(name)
  for (const id of ids)
    expect(await viewsOf(kestrel, id)).toMatchObject([
      { how: 'AUTO', reason: 'AUDIT' },
      { how: 'AUTO', reason: 'AUDIT' },
    ])
  expect(hasNames(await list(kestrel, { resultsPerPage: '3' })), 'only when asked').toBe(false)
})

test('[TX-04] a list opens nothing before its release, and the owner learns of what it opens', async () => {
  fixture.opening.add(granite).add(closed)
  const { transactions } = await list(granite, opens)
  expect(transactions.map(({ id, ivms101 }) => [id, hasNames(ivms101)])).toEqual([
    [ids[1], true],
    [ids[0], false],
  ])
  expect(await viewsOf(granite, ids[0])).toEqual([])
  await runSteps(fixture.deps, ids[1] ?? '', [kestrel])
  const seen = (await viewsOf(kestrel, ids[1])).filter(({ viewerVASPdid: by }) => by === granite)
  expect(seen.map(({ how, reason, by }) => [how, reason, by])).toEqual([
    ['AUTO', 'AUDIT', null],
    ['AUTO', 'AUDIT', null],
  ])
  expect((await list(closed, opens)).transactions, 'a third company').toEqual([])
})

test('[TX-04] a machine gets a list encrypted to its key, or nothing', async () => {
  const clientId = 'client_of_kestrel.example'
  const as = (who: string) => ({ did: `client:${who}`, clientId: who, role: 'client' }) as const
  fixture.opening.add(kestrel)
  expect(await refusal(list(kestrel, opens, as('client_without_key')))).toMatchObject({
    status: 403,
    body: { err: { name: 'DecryptionNotForMachinesError' } },
  })
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES+A256KW', { crv: 'X25519' })
  const jwk = ClientJwk.parse(await exportJWK(publicKey))
  const read = async (jwe: string) =>
    Buffer.from((await compactDecrypt(jwe, privateKey)).plaintext).toString()
  const [ana, ben] = ['ana', 'ben'].map((who) =>
    fixture.keysOf(kestrel, { did: `did:example:${who}` }),
  )
  const path = { vaspDID: kestrel }
  const made = await ana?.register({
    ...path,
    body: { name: 'Ledger', jwk, clientIds: [clientId] },
  })
  const key = made?.key.id ?? ''
  await ana?.prove({ ...path, key, body: { answer: await read(made?.challenge ?? '') } })
  await ben?.agree({ ...path, key, body: {} })
  const { transactions } = await list(kestrel, { decrypt: 'true' }, as(clientId))
  expect(transactions).toHaveLength(3)
  expect(hasNames(transactions)).toBe(false)
  for (const { ivms101, ivms101Jwe = [] } of transactions) {
    expect(ivms101).toBeUndefined()
    for (const name of canaries) expect(await read(ivms101Jwe[0]?.jwe ?? '')).toContain(name)
  }
  expect((await viewsOf(kestrel, ids[2])).filter(({ how }) => how === 'MACHINE')).toMatchObject([
    { by: `client:${clientId}`, reason: 'AUTO' },
    { by: `client:${clientId}`, reason: 'AUTO' },
  ])
})

test('[TX-04] a list opens at most 25 transfers a page, and its cursor goes on with or without', async () => {
  fixture.opening.add(kestrel)
  const whole = await list(kestrel, { ...opens, resultsPerPage: '100' })
  expect(whole.paginateInfo.itemsPerPage).toBe(25)
  const first = await list(kestrel, { ...opens, resultsPerPage: '2' })
  const cursor = first.paginateInfo.next ?? ''
  const rest = await list(kestrel, { cursor })
  expect(rest.transactions.map(({ id }) => id)).toEqual([ids[0]])
  expect(hasNames(rest)).toBe(false)
})

test('[TX-02] a list has the newest acts of each transfer on request', async () => {
  const { transactions } = await list(kestrel, { includeActions: 'true' })
  expect(
    transactions.map(({ id, actions = [] }) => [id, actions.map((act) => act.action)]),
  ).toEqual([
    [ids[2], ['create']],
    [ids[1], ['create', 'approve', 'confirm', 'release']],
    [ids[0], ['create', 'approve']],
  ])
  expect((await list(kestrel, {})).transactions[0]?.actions).toBeUndefined()
  const theirs = (await list(granite, { includeActions: 'true' })).transactions
  for (const { actions = [] } of theirs)
    for (const { by, action } of actions)
      expect([action, by.did === null], 'nobody of the other company').toEqual([
        action,
        action !== 'confirm',
      ])
})

test('[TX-04] one part of a transfer is opened without the other', async () => {
  const id = ids[0] ?? ''
  const { ivms101 } = await fixture
    .as(kestrel)
    .decrypt({ body: { id, parts: ['BENEFICIARY'], reason: { code: 'AUDIT' } } })
  const text = JSON.stringify(ivms101)
  expect(canaries.map((name) => text.includes(name))).toEqual([false, false, true, true])
  const newest = (await viewsOf(kestrel, id)).filter(({ how }) => how === 'CLICK')
  expect(newest.map(({ part }) => part)).toEqual(['BENEFICIARY'])
  const none = fixture.as(kestrel).decrypt({ body: { id, parts: [], reason: { code: 'AUDIT' } } })
  expect(await refusal(none)).toMatchObject({ status: 422 })
})

test('[TX-01] V1’s csv=true leads to the file with the same filters', async () => {
  const app = fixture.requestsOf(kestrel)
  const get = (url: string) => app.inject({ url })
  const query = 'txDirection=outgoing&status=SENT,ACK&q=O-1&zone=Asia/Singapore&page=0'
  const sent = await get(`/api/tx/list?csv=true&${query}`)
  expect([sent.statusCode, sent.body]).toEqual([303, ''])
  const { href } = new URL(String(sent.headers.location), 'https://desk.example/api/tx/list')
  const file = await get(href.slice('https://desk.example'.length))
  expect(file.statusCode).toBe(200)
  expect(file.headers['content-type']).toContain('text/csv')
  const lines = file.body.trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('O-1')
  expect((await get('/api/tx/list?csv=false')).json().transactions).toHaveLength(3)
  for (const wrong of ['csv=yes', 'csv=true&decrypt=true', 'decryptReason=BOREDOM'])
    expect((await get(`/api/tx/list?${wrong}`)).statusCode, wrong).toBe(422)
})
