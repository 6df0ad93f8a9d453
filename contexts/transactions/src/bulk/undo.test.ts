import { connect } from '@countersign/kit/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import { draft, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'
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

const work = () => workOnBulk({ deps: fixture.deps, relay })
const created = async () => (await fixture.as(kestrel).create({ body: draft() })).id
const infos = (ids: readonly string[]) =>
  Promise.all(ids.map((id) => fixture.as(kestrel).info({ query: { id } })))
const assignees = async (ids: readonly string[]) =>
  (await infos(ids)).map(({ assignee }) => assignee?.did ?? null)
const snoozes = async (ids: readonly string[]) =>
  (await infos(ids)).map(({ snoozedUntil }) => snoozedUntil)
const hours = (count: number) => new Date(fixture.clock() + count * 3_600_000).toISOString()

type Body = Parameters<ReturnType<typeof fixture.bulkOf>['prepare']>[0]['body']
/** Does it, `between` the check and the start whatever somebody else does. */
async function done(body: Body, between: () => Promise<unknown> = async () => {}) {
  const bulk = fixture.bulkOf(kestrel)
  const { id: taskId } = await bulk.prepare({ body })
  await work()
  await between()
  await bulk.start({ taskId, query: {} })
  await work()
  return taskId
}
/** Undoes it. @returns what became of each transfer */
async function undone(taskId: string) {
  const bulk = fixture.bulkOf(kestrel)
  const undo = await bulk.undo({ taskId, query: {} })
  await work()
  const { task, items } = await bulk.get({ taskId: undo.id, query: {} })
  expect(task).toMatchObject({ state: 'DONE', undoes: taskId })
  return items.map(({ outcome, problem }) => [outcome, problem])
}

const [before, ana, ben] = ['did:example:before', 'did:example:ana', 'did:example:ben']
const put = ['DONE', null]
const left = ['IMPOSSIBLE', 'Someone has changed it since, so it stays as it is']

test('[TX-02] undoing an assignment in bulk leaves alone what a colleague has assigned since', async () => {
  const ids = [await created(), await created(), await created()]
  const [first = '', second = '', third = ''] = ids
  const { assign } = fixture.as(kestrel)
  await assign({ body: { ids: [first], assignee: before } })
  const taskId = await done({ action: 'assign', ids, assignee: ana })
  await assign({ body: { ids: [second], assignee: ben } })
  await assign({ body: { ids: [third], assignee: null } })
  expect(await undone(taskId)).toEqual([put, left, left])
  expect(await assignees(ids)).toEqual([before, ben, null])
})

test('[TX-02] undoing an assignment to nobody leaves alone what a colleague has taken since', async () => {
  const ids = [await created(), await created()]
  const [, second = ''] = ids
  const { assign } = fixture.as(kestrel)
  await assign({ body: { ids, assignee: before } })
  const taskId = await done({ action: 'assign', ids, assignee: null })
  await assign({ body: { ids: [second], assignee: ben } })
  expect(await undone(taskId)).toEqual([put, left])
  expect(await assignees(ids)).toEqual([before, ben])
})

test('[TX-02] undoing what was hidden in bulk leaves alone what a colleague has hidden or shown since', async () => {
  const ids = [await created(), await created(), await created()]
  const [first = '', second = '', third = ''] = ids
  const { snooze } = fixture.as(kestrel)
  await snooze({ body: { ids: [first, third], until: hours(1) } })
  const taskId = await done({ action: 'snooze', ids, until: hours(24) })
  await snooze({ body: { ids: [second], until: hours(48) } })
  await snooze({ body: { ids: [third], until: null } })
  expect(await undone(taskId)).toEqual([put, left, left])
  expect(await snoozes(ids)).toEqual([hours(1), hours(48), null])
})

test('[TX-02] an undo puts back what was there when it was done, not when it was checked', async () => {
  const ids = [await created(), await created()]
  const [first = '', second = ''] = ids
  const { assign, snooze } = fixture.as(kestrel)
  await assign({ body: { ids: [first], assignee: before } })
  const assigned = await done({ action: 'assign', ids, assignee: ana }, () =>
    assign({ body: { ids: [second], assignee: ben } }),
  )
  expect(await undone(assigned)).toEqual([put, put])
  expect(await assignees(ids)).toEqual([before, ben])
  const hidden = await done({ action: 'snooze', ids, until: hours(24) }, () =>
    snooze({ body: { ids: [first], until: hours(2) } }),
  )
  expect(await undone(hidden)).toEqual([put, put])
  expect(await snoozes(ids)).toEqual([hours(2), null])
})
