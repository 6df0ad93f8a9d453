import { connect } from '@countersign/kit/db'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import { draft, granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'
import { workOnBulk } from './work.worker.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
let relay: TransactionsDeps['database']
beforeAll(async () => {
  fixture = await transfersFixture()
  relay = connect<DB>({ url: fixture.url, role: 'countersign_relay' })
})
afterAll(async () => {
  await relay.close()
  await fixture.close()
})

const work = (more: Partial<TransactionsDeps> = {}) =>
  workOnBulk({ deps: { ...fixture.deps, ...more }, relay })
const created = async (more?: object) =>
  (await fixture.as(kestrel).create({ body: draft(more) })).id
/** Transfers that wait for Granite to confirm, and `acked` that it has confirmed. */
async function received(sent: number, acked: number) {
  const ids: string[] = []
  for (let n = 0; n < sent + acked; n++) {
    const id = await created()
    await fixture.as(kestrel).approve({ query: { id } })
    if (n < acked) await fixture.as(granite).confirm({ query: { id } })
    ids.push(id)
  }
  return ids
}
const statusOf = async (company: string, id: string) =>
  (await fixture.as(company).info({ query: { id } })).status

test('[TX-02] a bulk action is checked, started, and done where it is possible', async () => {
  const bulk = fixture.bulkOf(granite)
  const ids = await received(2, 3)
  const { id: taskId, ...prepared } = await bulk.prepare({ body: { action: 'accept', ids } })
  expect(prepared).toMatchObject({ state: 'CHECKING', total: 5 })
  await work()
  const { task } = await bulk.get({ taskId, query: {} })
  expect(task).toMatchObject({
    state: 'READY',
    counterparties: 1,
    effects: [
      {
        outcome: 'IMPOSSIBLE',
        count: 2,
        problem: 'Its status (SENT) doesn’t allow this',
        status: null,
      },
      { outcome: 'POSSIBLE', count: 3, problem: null, status: 'ACCEPTED' },
    ],
  })
  expect(Number(task.value?.amountInLocalCurrency)).toBeGreaterThan(0)
  expect(await statusOf(granite, ids[0] ?? '')).toBe('ACK')
  // One of them is decided by somebody else between the check and the start.
  await fixture.as(granite).decline({ body: { id: ids[1] ?? '', reason: 'SANCTIONS' } })
  await bulk.start({ taskId, query: {} })
  await work()
  const { task: ended, items } = await bulk.get({ taskId, query: {} })
  expect(ended).toMatchObject({ state: 'DONE', canUndo: false })
  expect(items.map(({ transactionId, outcome }) => [transactionId, outcome])).toEqual([
    [ids[0], 'DONE'],
    [ids[1], 'FAILED'],
    [ids[2], 'DONE'],
    [ids[3], 'IMPOSSIBLE'],
    [ids[4], 'IMPOSSIBLE'],
  ])
  expect(items[1]?.problem).toBe('Someone else has changed this transfer since you opened it')
  const statuses = await Promise.all(ids.map((id) => statusOf(kestrel, id)))
  expect(statuses).toEqual(['ACCEPTED', 'DECLINED', 'ACCEPTED', 'SENT', 'SENT'])
  const failed = await bulk.get({ taskId, query: { outcome: 'FAILED' } })
  expect(failed.items).toHaveLength(1)
})

test('[TX-02] results of a bulk action come page by page, each once', async () => {
  const bulk = fixture.bulkOf(kestrel)
  const ids = [await created(), await created(), await created()]
  const { id: taskId } = await bulk.prepare({ body: { action: 'approve', ids } })
  await work()
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await bulk.get({ taskId, query: { limit: '2', ...(cursor && { cursor }) } })
    seen.push(...page.items.map(({ transactionId }) => transactionId))
    cursor = page.next ?? undefined
  } while (cursor)
  expect(seen).toEqual(ids)
  await bulk.cancel({ taskId, query: {} })
})

test('[TX-02] a cancelled bulk action leaves the rest alone, and another can begin', async () => {
  const bulk = fixture.bulkOf(kestrel)
  const ids = [await created(), await created()]
  const { id: taskId } = await bulk.prepare({ body: { action: 'approve', ids } })
  expect(await refusal(bulk.prepare({ body: { action: 'approve', ids } }))).toMatchObject({
    status: 409,
  })
  await work()
  const active = async () =>
    (await bulk.list({ query: { state: ['CHECKING', 'RUNNING'] } })).tasks.map(({ id }) => id)
  expect(await active()).toEqual([])
  await bulk.start({ taskId, query: {} })
  expect(await active()).toEqual([taskId])
  await bulk.cancel({ taskId, query: {} })
  expect(await active()).toEqual([])
  await work()
  expect(await Promise.all(ids.map((id) => statusOf(kestrel, id)))).toEqual(['NEW', 'NEW'])
  expect(await refusal(bulk.start({ taskId, query: {} }))).toMatchObject({ status: 409 })
  const again = await bulk.prepare({ body: { action: 'approve', ids } })
  expect(again.state).toBe('CHECKING')
  await bulk.cancel({ taskId: again.id, query: {} })
})

test('[TX-02] a bulk action takes the permission of its act, and only who prepared it starts it', async () => {
  const ids = [await created()]
  const viewer = fixture.bulkOf(kestrel, { role: 'viewer' })
  expect(await refusal(viewer.prepare({ body: { action: 'approve', ids } }))).toMatchObject({
    status: 403,
  })
  const { id: taskId } = await fixture.bulkOf(kestrel).prepare({ body: { action: 'approve', ids } })
  await work()
  const other = fixture.bulkOf(kestrel, { did: 'did:example:other' })
  expect(await refusal(other.start({ taskId, query: {} }))).toMatchObject({ status: 403 })
  expect(await refusal(fixture.bulkOf(granite).get({ taskId, query: {} }))).toMatchObject({
    status: 404,
  })
  await fixture.bulkOf(kestrel).start({ taskId, query: {} })
  // They leave the company before the worker comes to it.
  await work({ rolesOf: async () => [] })
  expect(await statusOf(kestrel, ids[0] ?? '')).toBe('NEW')
  expect((await other.get({ taskId, query: {} })).task.state).toBe('CANCELLED')
})

test('[TX-02] who may no longer approve does not go on approving in bulk', async () => {
  const ids = [await created(), await created()]
  const bulk = fixture.bulkOf(kestrel)
  const { id: taskId } = await bulk.prepare({ body: { action: 'approve', ids } })
  await work()
  await bulk.start({ taskId, query: {} })
  await work({ rolesOf: async () => ['viewer'] })
  expect(await statusOf(kestrel, ids[0] ?? '')).toBe('NEW')
  expect((await bulk.get({ taskId, query: {} })).task.state).toBe('CANCELLED')
})

test('[TX-02] an assignment in bulk is undone to what it was, once', async () => {
  const bulk = fixture.bulkOf(kestrel)
  const [first, second] = [await created(), await created()]
  const ids = [first, second]
  const [before, after] = ['did:example:before', 'did:example:after']
  await fixture.as(kestrel).assign({ body: { ids: [first], assignee: before } })
  const assignees = async () =>
    Promise.all(
      ids.map(async (id) => (await fixture.as(kestrel).info({ query: { id } })).assignee?.did),
    )
  const { id: taskId } = await bulk.prepare({ body: { action: 'assign', ids, assignee: after } })
  await work()
  await bulk.start({ taskId, query: {} })
  await work()
  expect(await assignees()).toEqual([after, after])
  const undo = await bulk.undo({ taskId, query: {} })
  await work()
  expect(await assignees()).toEqual([before, undefined])
  expect((await bulk.get({ taskId: undo.id, query: {} })).task).toMatchObject({
    state: 'DONE',
    undoes: taskId,
  })
  expect(await refusal(bulk.undo({ taskId, query: {} }))).toMatchObject({ status: 409 })
})

test('[TX-02] transfers hidden in bulk are back where they were once that is undone', async () => {
  const bulk = fixture.bulkOf(kestrel)
  const ids = [await created(), await created()]
  const [shown, hidden] = ids
  const [earlier, later] = [3_600_000, 86_400_000].map((ms) =>
    new Date(fixture.clock() + ms).toISOString(),
  )
  await fixture.as(kestrel).snooze({ body: { ids: [hidden ?? ''], until: earlier ?? null } })
  const snoozes = () =>
    Promise.all(
      ids.map(async (id) => (await fixture.as(kestrel).info({ query: { id } })).snoozedUntil),
    )
  const inbox = async () => {
    const { transactions } = await fixture.as(kestrel).list({ query: { txGroup: 'INBOX' } })
    return transactions.flatMap(({ id }) => (ids.includes(id) ? [id] : []))
  }
  const before = await snoozes()
  expect(before).toEqual([null, earlier])
  expect(await inbox()).toEqual([shown])
  const { id: taskId } = await bulk.prepare({ body: { action: 'snooze', ids, until: later } })
  await work()
  await bulk.start({ taskId, query: {} })
  await work()
  expect(await snoozes()).toEqual([later, later])
  expect(await inbox()).toEqual([])
  expect((await bulk.get({ taskId, query: {} })).task).toMatchObject({ canUndo: true })
  const undo = await bulk.undo({ taskId, query: {} })
  await work()
  expect(await snoozes()).toEqual(before)
  expect(await inbox()).toEqual([shown])
  expect((await bulk.get({ taskId: undo.id, query: {} })).task).toMatchObject({
    ...{ state: 'DONE', undoes: taskId, canUndo: false },
    effects: [{ outcome: 'DONE', count: 2 }],
  })
  expect(await refusal(bulk.undo({ taskId, query: {} }))).toMatchObject({ status: 409 })
})

test('[TX-02] a bulk action takes all that a filter leaves, and none of another company', async () => {
  const theirs = await created({ transactionRef: 'of-kestrel' })
  const bulk = fixture.bulkOf(granite)
  expect(
    await refusal(bulk.prepare({ body: { action: 'confirm', filter: { status: ['CANCELLED'] } } })),
  ).toMatchObject({ status: 422 })
  const some = await received(2, 0)
  const prepared = await bulk.prepare({
    body: { action: 'confirm', filter: { txDirection: ['incoming'], section: ['TO_CONFIRM'] } },
  })
  await work()
  const { items } = await bulk.get({ taskId: prepared.id, query: {} })
  expect(items.map(({ transactionId }) => transactionId)).toEqual(expect.arrayContaining(some))
  await bulk.cancel({ taskId: prepared.id, query: {} })
  const foreign = await bulk.prepare({ body: { action: 'confirm', ids: [theirs] } })
  await work()
  expect((await bulk.get({ taskId: foreign.id, query: {} })).items).toMatchObject([
    { outcome: 'IMPOSSIBLE', problem: 'No such transfer' },
  ])
  await bulk.cancel({ taskId: foreign.id, query: {} })
})

test('[TX-02] a bulk action takes 10,000 transfers and not one more, named or by a filter', async () => {
  const bulk = fixture.bulkOf(granite)
  const prepared = async (body: Omit<Parameters<typeof bulk.prepare>[0]['body'], 'action'>) => {
    const task = await bulk.prepare({ body: { action: 'snooze', ...body } })
    await bulk.cancel({ taskId: task.id, query: {} })
    return task.total
  }
  const ids = Array.from({ length: 10_001 }, () => crypto.randomUUID())
  expect(await prepared({ ids: ids.slice(1) })).toBe(10_000)
  expect(await refusal(prepared({ ids }))).toMatchObject({ status: 422 })
  const { id } = await fixture.as(granite).create({
    body: draft({ originatorVASPdid: granite, beneficiaryVASPdid: kestrel }),
  })
  const filter = { txDirection: ['outgoing' as const] }
  await copies(id, 9_999)
  expect(await prepared({ filter })).toBe(10_000)
  await copies(id, 1)
  expect(await refusal(prepared({ filter }))).toMatchObject({
    status: 422,
    body: { err: { fields: [{ msg: 'More than 10,000 transfers match. Narrow the filter.' }] } },
  })
  expect((await bulk.list({ query: {} })).tasks[0]).toMatchObject({ state: 'CANCELLED' })
})

/** More transfers of Granite, each the same as this one but for its id and reference. */
const copies = (id: string, count: number) =>
  fixture.rows(`with made as (insert into transactions.transfer
      select copy.* from transactions.transfer t, generate_series(1, ${count}) n,
        jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'amount', n)) copy
      where t.id = '${id}' returning id)
    insert into transactions.side
      select copy.* from transactions.side s, made,
        jsonb_populate_record(s, jsonb_build_object('transfer_id', made.id, 'transaction_ref', made.id)) copy
      where s.transfer_id = '${id}' and s.vasp_did = '${granite}'`)

test.each([
  ['decline without a reason', { action: 'decline' as const }],
  ['neither transfers nor a filter', { action: 'approve' as const, ids: undefined }],
  ['a reason that doesn’t fit', { action: 'decline' as const, reason: 'NOT_OUR_ADDRESS' as const }],
  ['a time too far ahead', { action: 'snooze' as const, until: '2999-01-01T00:00:00.000Z' }],
])('[TX-02] a bulk action is refused: %s', async (_, body) => {
  const ids = [crypto.randomUUID()]
  expect(await refusal(fixture.bulkOf(kestrel).prepare({ body: { ids, ...body } }))).toMatchObject({
    status: 422,
  })
})
