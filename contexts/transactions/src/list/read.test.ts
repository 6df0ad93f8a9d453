import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  canaries,
  draft,
  granite,
  kestrel,
  transfersFixture,
} from '../transfer/transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())

const ours = () => fixture.as(kestrel)
const create = async (more?: object) => (await ours().create({ body: draft(more) })).id

test('[TX-01] a list is downloaded as it is filtered and ordered, with times of its zone and no names', async () => {
  const first = await create({ transactionRef: 'csv-1' })
  fixture.clock.advance(1_000)
  const second = await create({ transactionRef: 'csv-2' })
  await ours().approve({ query: { id: second } })
  const file = async (query: string) =>
    (await fixture.requestsOf(kestrel).inject({ url: `/api/tx/csv?${query}` })).payload
  const whole = await file('sort=createdAt:ASC&zone=Asia/Singapore')
  const lines = whole.trimEnd().split('\r\n')
  expect(lines.map((line) => line.slice(0, 36)).slice(1)).toEqual([first, second])
  expect(lines[1]).toContain('+08:00')
  expect(lines[1]).toContain(',csv-1,')
  for (const name of canaries) expect(whole).not.toContain(name)
  const narrowed = await file('status=SENT')
  expect(narrowed).toContain(second)
  expect(narrowed).not.toContain(first)
  expect((await file('sort=none')).includes(first)).toBe(false)
})

test('[TX-01] a file has at most 5,000 transfers; more need an export', async () => {
  const id = await create()
  await fixture.rows(
    `insert into transactions.transfer select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
       from transactions.transfer t, generate_series(1, 5000) where t.id = '${id}'`,
  )
  await fixture.rows(
    `insert into transactions.side select (jsonb_populate_record(s, jsonb_build_object('transfer_id', t.id, 'transaction_ref', null))).*
       from transactions.side s, transactions.transfer t
       where s.transfer_id = '${id}' and s.vasp_did = '${kestrel}' and t.id not in (select transfer_id from transactions.side)`,
  )
  const answer = await fixture.requestsOf(kestrel).inject({ url: '/api/tx/csv' })
  expect(answer.statusCode).toBe(400)
  expect(answer.payload).toContain('Request an export')
})

test('[TX-01] the timeline goes on beyond the acts that a transfer is answered with', async () => {
  const id = await create()
  await fixture.rows(
    `insert into transactions.act select (jsonb_populate_record(a, jsonb_build_object('seq', n))).*
       from transactions.act a, generate_series(2, 450) n where a.transfer_id = '${id}' and a.vasp_did = '${kestrel}' and a.seq = 1`,
  )
  const pages: number[][] = []
  let cursor: string | undefined
  do {
    const page = await ours().actions({ query: { id, ...(cursor && { cursor }) } })
    pages.push(page.actions.map(({ seq }) => seq))
    cursor = page.next ?? undefined
  } while (cursor)
  expect(pages.map((page) => [page[0], page.at(-1), page.length])).toEqual([
    [251, 450, 200],
    [51, 250, 200],
    [1, 50, 50],
  ])
  const other = fixture.as(granite)
  expect(await refusal(other.actions({ query: { id } }))).toMatchObject({ status: 404 })
  const stray = ours().actions({ query: { id: await create(), cursor: 'x' } })
  expect(await refusal(stray)).toMatchObject({ status: 422 })
})

test('[TX-01] transfers are found by the customer whom they are about', async () => {
  const theirs = fixture.as(granite)
  const ivms101 = draft().ivms101.beneficiary.beneficiaryPerson[0]
  await fixture
    .customersOf(granite)
    .create({ body: { customerRef: 'G-1', ivms101: ivms101 ?? {} } })
  const id = await create()
  await ours().approve({ query: { id } })
  await theirs.confirm({ query: { id } })
  const accept = (customerRef: string) => theirs.accept({ query: { id }, body: { customerRef } })
  expect(await refusal(accept('G-2'))).toMatchObject({ status: 422 })
  expect((await theirs.query({ query: { customerRef: 'G-1' } })).transactions).toEqual([])
  await accept('G-1')
  const found = await theirs.query({ query: { customerRef: 'G-1' } })
  expect(found.transactions.map((one) => one.id)).toEqual([id])
  expect((await theirs.query({ query: { customerRef: 'G-1', vout: 7 } })).transactions).toEqual([])
  expect((await ours().query({ query: { customerRef: 'G-1' } })).transactions).toEqual([])
  const txHash = `0x${'c5'.repeat(32)}`
  const { destination } = draft().transactionBlockchainInfo
  const coins = { transactionAsset: 'ETH', network: 'ethereum', amount: '1', destination, txHash }
  const deposit = await theirs.notify({ body: { ...coins, vout: 7, customerRef: 'G-1' } })
  const both = await theirs.query({ query: { customerRef: 'G-1' } })
  expect(both.transactions.map((one) => one.id).sort()).toEqual([id, deposit.id].sort())
  const byOutput = await theirs.query({ query: { txHash, vout: 7 } })
  expect(byOutput.transactions.map((one) => one.id)).toEqual([deposit.id])
})
