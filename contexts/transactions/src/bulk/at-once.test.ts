import { connect } from '@countersign/kit/db'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import {
  closed,
  draft,
  granite,
  kestrel,
  simulatorBranch,
  transfersFixture,
} from '../transfer/transfers.fixture.ts'
import { workOnBulk } from './work.worker.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
let relay: TransactionsDeps['database']
beforeAll(async () => {
  fixture = await transfersFixture()
  relay = connect<DB>({ url: fixture.url, role: 'countersign_relay', max: 1 })
})
afterAll(async () => {
  await relay.close()
  await fixture.close()
})

type Body = Parameters<ReturnType<typeof fixture.bulkOf>['act']>[0]['body']
const act = (company: string, body: Body, who: Parameters<typeof fixture.bulkOf>[1] = {}) =>
  fixture.bulkOf(company, who).act({ body })
const results = async (...call: Parameters<typeof act>) => {
  const answer = await act(...call)
  return 'results' in answer ? answer.results : []
}
const created = async (more: object = {}) =>
  (await fixture.as(kestrel).create({ body: draft(more) })).id
async function sent(more: object = {}) {
  const id = await created(more)
  await fixture.as(kestrel).approve({ query: { id } })
  return id
}
const statusOf = async (company: string, id: string) =>
  (await fixture.as(company).info({ query: { id } })).status
const between = { originatorVASPdid: kestrel, beneficiaryVASPdid: granite } as const
const other = '0x52908400098527886E0F7030069857D2E4169EE7'

test('[TX-02] V1’s bulk action does it to all between two companies whose status allows it', async () => {
  const [one, two, elsewhere] = [
    await sent(),
    await sent({ transactionBlockchainInfo: { destination: other } }),
    await sent({ beneficiaryVASPdid: closed }),
  ]
  const still = await created()
  const some = await results(granite, { ...between, action: 'confirm', destinationAddress: other })
  expect(some).toEqual([{ id: two, ok: true, status: 'ACK' }])
  const all = await results(granite, { ...between, action: 'confirm' })
  expect(all).toEqual([{ id: one, ok: true, status: 'ACK' }])
  expect(await statusOf(kestrel, still)).toBe('NEW')
  expect(await statusOf(kestrel, elsewhere)).toBe('WAITING_FOR_INFORMATION')
  const text = 'Our bank asked us to stop'
  const declined = await results(granite, { ...between, action: 'decline', reason: text })
  expect(declined.map(({ ok, status }) => [ok, status])).toEqual([
    [true, 'DECLINED'],
    [true, 'DECLINED'],
  ])
  const { actions } = await fixture.as(granite).info({ query: { id: one } })
  expect(actions.at(-1)).toMatchObject({ action: 'decline', reasonCode: 'OTHER' })
  expect(await results(granite, { ...between, action: 'accept' })).toEqual([])
})

test('[TX-02] of named transfers each is done or says why not, and another company’s is unknown', async () => {
  const [one, two] = [await sent(), await sent()]
  const [strange, missing] = [await created({ beneficiaryVASPdid: closed }), crypto.randomUUID()]
  await fixture.as(granite).confirm({ query: { id: two } })
  const ids = [one, two, strange, missing]
  const unknown = { ok: false, status: null, error: { message: 'No such transfer' } }
  expect(await results(granite, { action: 'accept', ids })).toMatchObject([
    {
      id: one,
      ok: false,
      status: 'SENT',
      error: { name: 'CountersignTransactionInvalidStatusError' },
    },
    { id: two, ok: true, status: 'ACCEPTED' },
    { id: strange, ...unknown },
    { id: missing, ...unknown },
  ])
  expect(await results(granite, { action: 'accept', ids: [two] }), 'again').toMatchObject([
    { ok: true, status: 'ACCEPTED' },
  ])
  const moved: Body = { action: 'redirect', ids: [one], beneficiaryVASPdidTo: simulatorBranch }
  expect(await results(granite, moved)).toMatchObject([
    { ok: false, error: { name: 'CountersignTransactionNotInGroupError' } },
  ])
})

test('[TX-02] a bulk action takes the permission of its action, a reason that fits, and one’s own company', async () => {
  const ids = [await sent()]
  const refused = async (body: object, who: Parameters<typeof act>[2] = {}) =>
    (await refusal(act(granite, body as Body, who))).status
  expect(await refused({ action: 'accept', ids }, { role: 'viewer' })).toBe(403)
  for (const body of [
    { action: 'decline', ids },
    { action: 'cancel', ids, reason: 'NOT_OUR_ADDRESS' },
    { action: 'decline', ids, reason: 'Free text', comment: 'And a comment' },
    { action: 'redirect', ids },
    { action: 'accept', ids, beneficiaryVASPdidTo: closed },
    { action: 'accept' },
    { action: 'accept', ids, ...between },
    { action: 'accept', ids: ['none'] },
    { action: 'accept', originatorVASPdid: kestrel },
    { action: 'accept', originatorVASPdid: kestrel, beneficiaryVASPdid: closed },
    { action: 'assign', ids },
    { action: 'accept', ids, surprise: 1 },
  ])
    expect([body, await refused(body)]).toEqual([body, 422])
  expect(await statusOf(granite, ids[0] ?? '')).toBe('SENT')
})

test('[TX-02] more than a hundred are done in the background, and nobody has to start it', async () => {
  const ids = [await sent(), await sent()]
  const strangers = Array.from({ length: 99 }, () => crypto.randomUUID())
  const answer = await act(granite, { action: 'confirm', ids: [...ids, ...strangers] })
  if (!('taskId' in answer)) throw new Error('It was done at once')
  expect(answer.ids).toEqual([...ids, ...strangers])
  const again = act(granite, { action: 'confirm', ids: [...ids, ...strangers] })
  expect(await refusal(again)).toMatchObject({ status: 409 })
  const many = { ids: [...ids, ...strangers] }
  for (const body of [
    { action: 'notReady', ...many },
    { action: 'confirm', comment: 'Seen', ...many },
  ] as const)
    expect(await refusal(act(granite, body))).toMatchObject({ status: 422 })
  for (let round = 0; round < 4; round++) await workOnBulk({ deps: fixture.deps, relay })
  const { task } = await fixture.bulkOf(granite).get({ taskId: answer.taskId, query: {} })
  expect(task).toMatchObject({ state: 'DONE', total: 101 })
  for (const id of ids) expect(await statusOf(kestrel, id)).toBe('ACK')
})
