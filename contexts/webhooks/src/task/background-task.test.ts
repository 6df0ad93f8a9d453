import { connect, type Database } from '@countersign/kit/db'
import { id } from '@countersign/kit/ids'
import { refusal, run } from '@countersign/kit/testing'
import { testClient } from '@countersign/kit/testing-query'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type DeliveryRig, deliveryRig } from '../delivery.fixture.ts'
import type { DB } from '../tables.gen.ts'
import { until, type WebhooksFixture, webhooksFixture } from '../webhooks.fixture.ts'
import { insertTask } from './background-task.store.ts'
import { startTasks, type Tasks } from './background-task.worker.ts'
import { BroadcastTask } from './broadcast.worker.ts'

describe('tasks', () => {
  let fixture: WebhooksFixture
  /** Oldest first: finished, failed, running, finished. */
  let ids: string[]
  beforeAll(async () => {
    fixture = await webhooksFixture()
    await fixture.org.application.list({})
    const states = [
      ['message.broadcast', 'finished', '{"messagesCreated":[]}'],
      ['endpoint.replay', 'failed', '{"error":"No"}'],
      ['endpoint.recover', 'running', '{}'],
      ['message.broadcast', 'finished', '{"messagesCreated":[]}'],
    ]
    const day = 24 * 3_600_000
    const ages = [3, 2, 1, 0]
    ids = ages.map((age) => id('qtask', fixture.clock() - age * day))
    const old = id('qtask', fixture.clock() - 91 * day)
    for (const [i, name] of [...ids, old].entries()) {
      const [task = 'message.broadcast', status = 'finished', data = '{}'] = states[i] ?? []
      await fixture.rows(sql`insert into webhooks.background_task
        (org_id, id, task, status, input, data, claimable_at, created_at)
        values (${fixture.orgId}, ${name}, ${task}, ${status}, '{}', ${data},
          ${status === 'running' ? new Date('2100-01-01') : null}, now())`)
    }
  })
  afterAll(() => fixture.close())
  const list = async (query: object = {}) =>
    (await fixture.org.backgroundTask.list({ query })).data.map((task) => task.id)

  test('[WH-10] 200 lists tasks of the past 90 days, newest first', async () => {
    const { data, ...page } = await fixture.org.backgroundTask.list({})
    expect(data.map((task) => task.id)).toEqual(ids.toReversed())
    expect(data[1]).toEqual({
      ...{ id: ids[2], task: 'endpoint.recover', status: 'running', data: {} },
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
    expect(page).toEqual({ iterator: ids[0], prevIterator: `-${ids[3]}`, done: true })
    expect(await list({ order: 'ascending' })).toEqual(ids)
  })

  test('[WH-10] 200 filters by status and task', async () => {
    expect(await list({ status: 'running' })).toEqual([ids[2]])
    expect(await list({ status: 'failed' })).toEqual([ids[1]])
    expect(await list({ task: 'message.broadcast' })).toEqual([ids[3], ids[0]])
    expect(await list({ task: 'message.broadcast', status: 'failed' })).toEqual([])
    for (const query of ['status=done', 'task=none'])
      expect((await fixture.raw('GET', `/background-task/?${query}`)).status).toBe(400)
  })

  test('[WH-17] 200 pages both ways', async () => {
    const { list: page } = fixture.org.backgroundTask
    const one = await page({ query: { limit: 3 } })
    expect(one.done).toBe(false)
    const two = await page({ query: { limit: 3, iterator: one.iterator ?? '' } })
    expect([two.data.map((task) => task.id), two.done]).toEqual([[ids[0]], true])
    const back = await page({ query: { limit: 3, iterator: two.prevIterator ?? '' } })
    expect(back.data).toEqual(one.data)
    for (const query of [{ limit: 251 }, { iterator: 'app_1' }])
      expect(await refusal(page({ query }))).toMatchObject({ status: 422 })
  })

  test('[WH-10] 200 of one; 404 of none and for others, 403 for a portal, 401 for nobody', async () => {
    const [task_id = ''] = ids
    const { get } = fixture.org.backgroundTask
    for (const [n, status] of ['finished', 'failed', 'running'].entries())
      expect(await get({ task_id: ids[n] ?? '' })).toMatchObject({ id: ids[n], status })
    const none = () => get({ task_id: 'qtask_none' })
    const foreign = () => fixture.stranger.backgroundTask.get({ task_id })
    for (const one of [none, foreign]) expect(await refusal(one())).toMatchObject({ status: 404 })
    expect((await fixture.stranger.backgroundTask.list({})).data).toEqual([])
    const app_id = (await fixture.org.application.create({ body: { name: 'App' } })).id
    const { token } = await fixture.org.authentication.dashboardAccess({ app_id })
    const portal = fixture.as(token).backgroundTask
    for (const one of [() => portal.get({ task_id }), () => portal.list({})])
      expect(await refusal(one())).toMatchObject({ status: 403 })
    const nobody = fixture.as('nonsense').backgroundTask
    expect(await refusal(nobody.list({}))).toMatchObject({ status: 401 })
  })

  test('[WH-10] a task that cannot be done ends as failed, and says no more than that', async () => {
    // Older than what the lists show.
    const task_id = id('qtask', fixture.clock() - 100 * 24 * 3_600_000)
    await fixture.rows(sql`insert into webhooks.background_task
      (org_id, id, task, input, created_at)
      values (${fixture.orgId}, ${task_id}, 'endpoint.recover', '{"appId":7}', now())`)
    const task = () => fixture.org.backgroundTask.get({ task_id })
    await until('it has failed', async () => (await task()).status === 'failed')
    expect((await task()).data).toEqual({ error: 'The task couldn’t be completed.' })
    const tried = sql`select failures from webhooks.background_task where id = ${task_id}`
    expect(await fixture.rows(tried), 'only after it was tried again').toEqual([{ failures: 6 }])
  })
})

test('[WH-10] a broadcast that an earlier release has left is what it was then: JSON, at once, in any order', () => {
  const left = { eventType: 'a', eventId: null, channels: null, payload: '{}', retentionDays: 90 }
  expect(BroadcastTask.parse(left)).toEqual({
    ...{ ...left, contentType: null, isText: false },
    ...{ tags: null, deliverAt: null, orderingKey: null },
  })
})

describe('20,000 failed messages', () => {
  const count = 20_000
  let rig: DeliveryRig
  let database: Database<DB>
  let engineDatabase: Database<DB>
  let blocker: pg.Client
  let app: string
  let endpoint: string
  const start = Date.UTC(2026, 5, 1)
  const messageIds = Array.from({ length: count }, (_, i) => id('msg', start + i * 50))
  beforeAll(async () => {
    rig = await deliveryRig()
    database = connect<DB>({ url: rig.url, role: 'countersign_app', name: 'tasks' })
    engineDatabase = connect<DB>({ url: rig.url, role: 'countersign_engine', max: 2 })
    blocker = testClient({ connectionString: rig.url })
    await blocker.connect()
    app = await rig.application()
    endpoint = await rig.endpoint(app)
    const other = await rig.endpoint(app)
    await rig.rows(sql`insert into webhooks.message
        (org_id, app_id, id, event_type, payload, expires_at, created_at)
      select ${rig.orgId}, ${app}, (${messageIds}::text[])[i], 'a', '{}', now() + interval '90 days',
        to_timestamp(${start / 1000}::float8 + (i - 1) * 0.05)
      from generate_series(1, ${count}::int) as i`)
    // They failed at both endpoints; one of them is recovered.
    await rig.rows(sql`insert into webhooks.delivery
        (org_id, app_id, msg_id, endpoint_id, status, created_at)
      select org_id, app_id, id, unnest(array[${endpoint}, ${other}]), 2, created_at
      from webhooks.message`)
    // Every change of a delivery that was committed.
    await run(rig.url, 'create table public.asked (msg_id text, endpoint_id text)')
    await run(rig.url, 'grant insert on public.asked to countersign_app')
    await run(
      rig.url,
      `create function public.note() returns trigger language plpgsql as $$ begin
        insert into public.asked values (new.msg_id, new.endpoint_id); return null; end $$`,
    )
    await run(
      rig.url,
      `create trigger note after update on webhooks.delivery
        for each row execute function public.note()`,
    )
  })
  afterAll(async () => {
    await blocker.end()
    await Promise.all([database.close(), engineDatabase.close()])
    await rig.stop()
  })

  const work = (leaseMs = 20_000): Tasks =>
    startTasks({
      ...{ database, engineDatabase, leaseMs, pollMs: 20 },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    })
  const ask = async () => {
    const input = { appId: app, endpointId: endpoint, since: start, until: start + count * 50 }
    const taskId = id('qtask', Date.now())
    await database.withTenant(rig.orgId, (tx) =>
      insertTask(tx, rig.orgId, { id: taskId, task: 'endpoint.recover', input, at: new Date() }),
    )
    return taskId
  }
  const stateOf = async (taskId: string) => {
    const [row] = await rig.rows(sql<{ status: string; sent: number | null; data: unknown }>`
      select status, (progress->>'sent')::int as sent, data from webhooks.background_task
      where id = ${taskId}`)
    return row ?? { status: 'none', sent: null, data: null }
  }
  const asked = async () => {
    const [row] = await rig.rows(sql<{ all: number; once: number; elsewhere: number }>`
      select count(*) as all, count(distinct msg_id) as once,
        count(*) filter (where endpoint_id <> ${endpoint}) as elsewhere from public.asked`)
    return row
  }

  test('[WH-05] all are asked for exactly once, over a stop and a kill in the middle of a page', async () => {
    const taskId = await ask()
    const first = work()
    await until('a part is done', async () => ((await stateOf(taskId)).sent ?? 0) > 0)
    await first.stop()
    const { sent } = await stateOf(taskId)
    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThan(count)
    expect(await asked()).toEqual({ all: sent, once: sent, elsewhere: 0 })

    // The next page meets a lock in its middle, and its connection is killed there.
    const held = messageIds[(sent ?? 0) + 250]
    await blocker.query('begin')
    await blocker.query('select from webhooks.delivery where msg_id = $1 for update', [held])
    const second = work(1_500)
    const blocked = () =>
      rig.rows(sql<{ pid: number }>`select pid from pg_stat_activity
        where application_name = 'tasks' and wait_event_type = 'Lock' and datname = current_database()`)
    await until('the page waits', async () => (await blocked()).length === 1)
    for (const { pid } of await blocked()) await rig.rows(sql`select pg_terminate_backend(${pid})`)
    await second.stop()
    expect(await stateOf(taskId)).toMatchObject({ status: 'running', sent })
    expect(await asked()).toEqual({ all: sent, once: sent, elsewhere: 0 })
    await blocker.query('rollback')

    // Two processes take over once the lease has ended; one task is never worked on twice.
    const others = [work(), work()]
    await vi.waitFor(
      async () =>
        expect(await stateOf(taskId)).toMatchObject({
          status: 'finished',
          data: { messagesSent: count },
        }),
      { timeout: 60_000, interval: 20 },
    )
    await Promise.all(others.map((one) => one.stop()))
    expect(await asked()).toEqual({ all: count, once: count, elsewhere: 0 })
    const [due] = await rig.rows(sql<{ crowd: number; waiting: number }>`
      select max(n)::int as crowd, sum(n)::int as waiting from (
        select count(*) as n from webhooks.delivery where manual and endpoint_id = ${endpoint}
        group by claimable_at) per_time`)
    expect(due).toEqual({ crowd: 100, waiting: count })

    // Another task finds them asked for.
    const again = await ask()
    const tasks = work()
    const end = async (taskId: string, messagesSent: number) =>
      vi.waitFor(
        async () => expect(await stateOf(taskId)).toMatchObject({ data: { messagesSent } }),
        { timeout: 60_000, interval: 10 },
      )
    await end(again, 0)
    await rig.rows(sql`update webhooks.delivery set manual = false, claimable_at = null`)
    await end(await ask(), count)
    await tasks.stop()
  })
})

test('[WH-05] new messages do not wait behind what is recovered', async () => {
  const count = 1_500
  const rig = await deliveryRig()
  const databases = (['countersign_app', 'countersign_engine'] as const).map((role) =>
    connect<DB>({ url: rig.url, role }),
  )
  const [database, engineDatabase] = databases
  if (!database || !engineDatabase) throw new Error('No database')
  // One process accepts and another sends, so that all goes through the database.
  const api = rig.start({ role: 'api' })
  rig.start({ role: 'worker' })
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const tasks = startTasks({ database, engineDatabase, log })
  try {
    const app = await rig.application()
    const endpoint = await rig.endpoint(app, { path: 'recovered' })
    const other = await rig.application()
    await rig.endpoint(other, { path: 'new' })
    // It waits for the partitions, into which the rows below go.
    await api.accept(rig.message(other))
    const start = Date.now() - 60_000
    const ids = Array.from({ length: count }, (_, n) => id('msg', start + n))
    await rig.rows(sql`insert into webhooks.message
        (org_id, app_id, id, event_type, payload, expires_at, created_at)
      select ${rig.orgId}, ${app}, m, 'a', '{}', now() + interval '90 days', ${new Date(start)}
      from unnest(${ids}::text[]) m`)
    await rig.rows(sql`insert into webhooks.delivery
        (org_id, app_id, msg_id, endpoint_id, status, created_at)
      select org_id, app_id, id, ${endpoint}, 2, created_at from webhooks.message`)
    const input = { appId: app, endpointId: endpoint, since: start, until: start + 60_000 }
    await database.withTenant(rig.orgId, (tx) =>
      insertTask(tx, rig.orgId, {
        ...{ id: id('qtask', Date.now()), task: 'endpoint.recover', input, at: new Date() },
      }),
    )
    const got = (path: string) => rig.target.received.filter((one) => one.path === `/${path}`)
    await until('it has begun', () => got('recovered').length > 0)
    let sent = 0
    while (got('recovered').length < count / 2) {
      const before = got('new').length
      await api.accept(rig.message(other))
      await until('it has come', () => got('new').length > before)
      sent++
      expect(got('recovered').length).toBeLessThan(count)
    }
    expect(sent).toBeGreaterThan(0)
    await vi.waitFor(() => expect(got('recovered')).toHaveLength(count), { timeout: 60_000 })
    const seen = got('recovered').map(({ headers }) => String(headers['svix-id']))
    expect(seen.toSorted()).toEqual(ids.toSorted())
  } finally {
    await tasks.stop()
    await rig.stop()
    await Promise.all(databases.map((one) => one.close()))
  }
})
