import { connect } from '@countersign/kit/db'
import { id } from '@countersign/kit/ids'
import { testDatabase } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { DB } from '../tables.gen.ts'
import type { WebhooksDatabase, WebhooksTx } from '../tables.ts'
import {
  claimTask,
  endTask,
  findTask,
  insertTask,
  lockTask,
  noteFailure,
  releaseTask,
  saveProgress,
  type TaskLease,
} from './background-task.store.ts'
import { startTasks } from './background-task.worker.ts'

let app: WebhooksDatabase
let engine: WebhooksDatabase
let stop: () => Promise<void>
let url: string
let orgId: string
let taskId: string
beforeAll(async () => {
  const made = await testDatabase()
  url = made.url
  app = connect<DB>({ url, role: 'countersign_app', max: 2 })
  engine = connect<DB>({ url, role: 'countersign_engine', max: 2 })
  const owner = connect<DB>({ url, role: 'postgres', max: 2 })
  stop = async () => {
    await Promise.all([app.close(), engine.close(), owner.close()])
    await made.drop()
  }
  orgId = id('org', Date.now())
  await owner.withNobody((tx) =>
    sql`insert into webhooks.organisation (org_id) values (${orgId})`.execute(tx),
  )
})
beforeEach(async () => {
  taskId = id('qtask', Date.now())
  const task = { id: taskId, task: 'endpoint.recover' as const, input: { n: 1 }, at: new Date() }
  await within((tx) => insertTask(tx, orgId, task))
})
afterAll(() => stop())

const within = <T>(work: (tx: WebhooksTx) => Promise<T>) => app.withTenant(orgId, work)
const minute = 60_000
/** A lease of no time, as if its worker had died at once. */
const claim = async (owner: string, leaseMs = minute): Promise<TaskLease> =>
  (await engine.withNobody((tx) => claimTask(tx, owner, leaseMs))) ?? expect.unreachable()
const stored = () =>
  within(async (tx) =>
    tx
      .selectFrom('webhooks.background_task')
      .select(['progress', 'status', 'failures', 'lease_owner'])
      .where('org_id', '=', orgId)
      .where('id', '=', taskId)
      .executeTakeFirstOrThrow(),
  )

test('[WH-10] a worker that lost its task to another does no page of it and changes nothing', async () => {
  const lost = await claim('first', 0)
  const held = await claim('second')
  expect([lost.id, held.id]).toEqual([taskId, taskId])
  await within((tx) => saveProgress(tx, held, { page: 2 }))
  const before = await stored()
  expect(before).toMatchObject({ progress: { page: 2 }, lease_owner: 'second' })
  expect(await within((tx) => lockTask(tx, lost, minute))).toBeUndefined()
  await within((tx) => saveProgress(tx, lost, { page: 1 }))
  expect(await within((tx) => noteFailure(tx, lost))).toBeUndefined()
  await within((tx) => releaseTask(tx, lost))
  await within((tx) => endTask(tx, lost, 'failed', {}))
  expect(await stored()).toEqual(before)
  expect(await within((tx) => lockTask(tx, held, minute))).toMatchObject({ progress: { page: 2 } })
  await within((tx) => endTask(tx, held, 'finished', {}))
  expect(await stored()).toMatchObject({ status: 'finished' })
  expect(await within((tx) => lockTask(tx, held, minute))).toBeUndefined()
})

test('[WH-10] failures count in a row: a page that is done begins anew', async () => {
  const lease = await claim('first')
  const fail = () => within((tx) => noteFailure(tx, lease))
  expect([await fail(), await fail(), await fail()]).toEqual([1, 2, 3])
  await within((tx) => saveProgress(tx, lease, { page: 1 }))
  expect(await fail()).toBe(1)
  await within((tx) => endTask(tx, lease, 'finished', {}))
})

test('[WH-10] a database that is away is no failure of a task: its lease ends, and it goes on', async () => {
  const other = id('org', Date.now())
  const owner = connect<DB>({ url, role: 'postgres', max: 1 })
  await owner.withNobody((tx) =>
    sql`insert into webhooks.organisation (org_id) values (${other})`.execute(tx),
  )
  await owner.close()
  const counting = { id: id('qtask', Date.now()), input: {}, at: new Date() }
  await app.withTenant(other, (tx) =>
    insertTask(tx, other, { ...counting, task: 'event-type.aggregate' }),
  )
  const lines: object[] = []
  const keep = (facts: object) => void lines.push(facts)
  let isAway = true
  const tasks = startTasks({
    ...{ engineDatabase: engine, leaseMs: 50, pollMs: 20 },
    log: { info: keep, warn: keep, error: keep },
    database: {
      ...app,
      withTenant: (org, work) => {
        if (org !== other || !isAway) return app.withTenant(org, work)
        isAway = false
        return Promise.reject(Object.assign(new Error('Shut down'), { code: '57P01' }))
      },
    },
  })
  const found = () => app.withTenant(other, (tx) => findTask(tx, other, counting.id))
  await vi.waitFor(async () => expect(await found()).toMatchObject({ status: 'finished' }), {
    timeout: 60_000,
  })
  await tasks.stop()
  expect(lines).toContainEqual(expect.objectContaining({ event: 'tasks_wait' }))
  expect(lines).not.toContainEqual(expect.objectContaining({ id: counting.id }))
})
