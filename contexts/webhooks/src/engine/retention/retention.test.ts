import { id } from '@countersign/kit/ids'
import type { PinnedConnection } from '@countersign/kit/pinned-connection'
import { testClock } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type DeliveryRig, deliveryRig } from '../../delivery.fixture.ts'
import { webhooksFixture } from '../../webhooks.fixture.ts'
import { makePartitions } from './partition.store.ts'
import { dropPartition } from './retention.store.ts'
import { retention } from './retention.worker.ts'

const dayMs = 86_400_000
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const eventually = <T>(check: () => T | Promise<T>) =>
  vi.waitFor(check, { timeout: 60_000, interval: 5 })

let rig: DeliveryRig
let connection: PinnedConnection
beforeEach(async () => {
  rig = await deliveryRig()
  connection = rig.openPinnedConnection()
})
afterEach(async () => {
  await connection.close()
  await rig.stop()
})

/** A clock far enough back that the database itself, too, finds its partitions old. */
const longAgo = (days = 100) => testClock(Math.floor(Date.now() / dayMs) * dayMs - days * dayMs)

type Stored = { event_id: string; payload: string | null; status: number | null }
const messages = () =>
  rig.rows(sql<Stored>`select m.event_id, m.payload, d.status from webhooks.message m
    left join webhooks.delivery d on d.app_id = m.app_id and d.msg_id = m.id order by m.event_id`)
const partitions = async (parent: string) =>
  (
    await rig.rows(sql<{ name: string }>`select c.relname as name
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = ${`webhooks.${parent}`}::regclass order by 1`)
  ).map(({ name }) => name)

test('[WH-18] a payload is erased when its days are over, and what waits to be sent of it is dropped', async () => {
  const clock = longAgo()
  const appId = await rig.application()
  await rig.endpoint(appId)
  rig.target.rules.answer = () => ({ status: 500 })
  const engine = rig.start({ retryScheduleMs: [95 * dayMs] }, clock)
  const forget = retention({ connection, now: clock, log })
  for (const [eventId, retentionDays] of [
    ['5', 5],
    ['6', 6],
    ['90', 90],
  ] as const)
    await engine.accept(rig.message(appId, { eventId, retentionDays }))
  await eventually(async () =>
    expect(
      await rig.rows(sql`select from webhooks.delivery where lease_owner is null`),
    ).toHaveLength(3),
  )
  const { payload } = rig.message(appId)
  const state = (erased: string[]) =>
    ['5', '6', '90'].map((event_id) =>
      erased.includes(event_id)
        ? { event_id, payload: null, status: 2 }
        : { event_id, payload, status: 3 },
    )
  clock.advance(5 * dayMs - 1)
  expect(await forget.erase()).toBe(0)
  expect(await messages()).toEqual(state([]))
  clock.advance(1)
  expect(await forget.erase()).toBe(1)
  expect(await messages()).toEqual(state(['5']))
  clock.advance(dayMs)
  expect(await forget.erase()).toBe(1)
  expect(await messages()).toEqual(state(['5', '6']))
  clock.advance(84 * dayMs - 1)
  expect(await forget.erase()).toBe(0)
  clock.advance(1)
  expect(await forget.erase()).toBe(1)
  for (let sweep = 0; sweep < 6; sweep++) expect(await forget.erase()).toBe(0)
  expect(await messages()).toEqual(state(['5', '6', '90']))
  // Nothing is sent of them any more, not even when it would have been due.
  clock.advance(20 * dayMs)
  await engine.stop()
  expect(rig.target.received).toHaveLength(3)
})

test('[WH-18] more payloads than a batch are erased at once, and by one process when two are at it', async () => {
  const clock = longAgo()
  const appId = await rig.application()
  await rig.rows(sql`insert into webhooks.message
      (org_id, app_id, id, event_type, payload, expires_at, created_at)
    select ${rig.orgId}, ${appId}, 'msg_' || lpad(n::text, 27, '0'), 'a', '{}', ${new Date(clock())},
      ${new Date(clock())} from generate_series(1, 1700) as n`)
  const other = rig.openPinnedConnection()
  const both = [connection, other].map((one) => retention({ connection: one, now: clock, log }))
  const counts = await Promise.all(both.map((one) => one.erase()))
  await other.close()
  expect(counts.reduce((sum, count) => sum + count)).toBe(1700)
})

test('[WH-18] a payload that is being sent is let go, and not tried again', async () => {
  const clock = longAgo()
  const appId = await rig.application()
  await rig.endpoint(appId)
  rig.target.rules.answer = () => 'hang'
  const engine = rig.start({ timeoutMs: 400, retryScheduleMs: [1], leaseMs: 1e9 }, clock)
  await engine.accept(rig.message(appId, { eventId: 'a', retentionDays: 5 }))
  await eventually(() => expect(rig.target.received).toHaveLength(1))
  clock.advance(5 * dayMs)
  expect(await retention({ connection, now: clock, log }).erase()).toBe(1)
  expect(await messages()).toMatchObject([{ payload: null, status: 3 }])
  clock.advance(60_000)
  await eventually(async () => {
    clock.advance(60_000)
    expect(await messages()).toMatchObject([{ payload: null, status: 2 }])
  })
  expect(rig.target.received).toHaveLength(1)
})

test('[WH-18] days that no list reaches are dropped, and nothing younger', async () => {
  const clock = longAgo(93)
  const appId = await rig.application()
  await rig.endpoint(appId)
  const engine = rig.start({}, clock)
  const first = clock()
  for (const [day, eventId] of ['day 0', 'day 1', 'day 2'].entries()) {
    await engine.accept(rig.message(appId, { eventId }))
    await eventually(async () =>
      expect(await rig.rows(sql`select from webhooks.attempt`)).toHaveLength(day + 1),
    )
    clock.advance(dayMs)
  }
  // A row of a day that has no partition.
  await rig.rows(sql`insert into webhooks.message
      (org_id, app_id, id, event_type, event_id, payload, expires_at, created_at)
    values (${rig.orgId}, ${appId}, 'msg_000000000000000000000000000', 'a', 'older', null, now(), now())`)
  const before = await partitions('message')
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10).replaceAll('-', '')
  const forget = retention({ connection, now: clock, log })

  clock.advance(first + 92 * dayMs - 1 - clock())
  await forget.tidy()
  expect((await messages()).map((one) => one.event_id)).toEqual(['day 0', 'day 1', 'day 2'])
  expect(await partitions('message')).toEqual(before)
  clock.advance(1)
  await forget.tidy()
  expect((await messages()).map((one) => one.event_id)).toEqual(['day 1', 'day 2'])
  for (const parent of ['message', 'delivery', 'attempt'])
    expect(await partitions(parent)).not.toContain(`${parent}_${dayOf(first)}`)
  for (let sweep = 0; sweep < 6; sweep++) await forget.tidy()
  expect(await partitions('message')).toEqual(
    before.filter((name) => name !== `message_${dayOf(first)}`),
  )
  expect(await rig.rows(sql`select from webhooks.event_id`)).toHaveLength(3)
})

test('[WH-10] tasks that ended are forgotten when no list reaches them, and none that still runs', async () => {
  const now = Date.now()
  const names: string[] = []
  for (const [age, status] of [
    [92, 'finished'],
    [92, 'failed'],
    [92, 'running'],
    [90, 'finished'],
    [0, 'failed'],
  ] as const) {
    const name = id('qtask', now - age * dayMs)
    names.push(name)
    await rig.rows(sql`insert into webhooks.background_task
      (org_id, id, task, status, input, claimable_at, created_at)
      values (${rig.orgId}, ${name}, 'endpoint.replay', ${status}, '{}',
        ${status === 'running' ? new Date('2100-01-01') : null}, ${new Date(now - age * dayMs)})`)
  }
  await rig.rows(sql`insert into webhooks.task_part (org_id, task_id, part, found)
    values (${rig.orgId}, ${names[0]}, 0, '[]'), (${rig.orgId}, ${names[2]}, 0, '[]')`)
  await retention({ connection, now: () => now, log }).tidy()
  const left = await rig.rows(sql<{ id: string }>`select id from webhooks.background_task`)
  expect(left.map((row) => row.id).toSorted()).toEqual(names.slice(2).toSorted())
  const parts = await rig.rows(sql<{ id: string }>`select task_id as id from webhooks.task_part`)
  expect(parts).toEqual([{ id: names[2] }])
})

test('[WH-18] a clock that runs ahead drops nothing that is young', async () => {
  const now = Date.now()
  await makePartitions(connection, now)
  const before = await partitions('message')
  await retention({ connection, now: () => now + 1000 * dayMs, log }).tidy()
  expect(await partitions('message')).toEqual(before)
  const today = new Date(now).toISOString().slice(0, 10).replaceAll('-', '')
  await expect(dropPartition(connection, ['message', 'msg_'], today)).rejects.toThrow('too young')
  await expect(
    connection.query({ name: 'x', text: 'select webhooks.drop_partition($1, $2)' }, [
      'endpoint',
      '20200101',
    ]),
  ).rejects.toThrow('no such partition')
})

test('[WH-18] what was taken before the setting, or by a process that died, is wiped within the hour', async () => {
  const clock = longAgo()
  const appId = await rig.application()
  await rig.endpoint(appId)
  const engine = rig.start({}, clock)
  await engine.accept(rig.message(appId, { eventId: 'taken' }))
  const states = async () => (await messages()).map(({ status }) => status)
  await eventually(async () => expect(await states()).toEqual([0]))
  rig.target.rules.answer = () => ({ status: 500 })
  await engine.accept(rig.message(appId, { eventId: 'waits' }))
  await eventually(() => expect(rig.target.received).toHaveLength(2))
  await engine.stop()
  const forget = retention({ connection, now: clock, log })
  const { payload } = rig.message(appId)
  const payloads = async () => (await messages()).map((row) => row.payload)
  await forget.tidy()
  expect(await payloads()).toEqual([payload, payload])
  await rig.rows(sql`insert into webhooks.environment_settings (org_id, settings, updated_at)
    values (${rig.orgId}, '{"wipeSuccessfulPayload": true}', now())`)
  await forget.tidy()
  expect(await payloads()).toEqual([null, payload])
})

test('[WH-18] what an endpoint takes while others are wiped is wiped, too', async () => {
  const clock = longAgo()
  const appId = await rig.application()
  await rig.endpoint(appId)
  const engine = rig.start({}, clock)
  const [first, second] = [
    await engine.accept(rig.message(appId)),
    await engine.accept(rig.message(appId)),
  ]
  await eventually(async () =>
    expect((await messages()).map(({ status }) => status)).toEqual([0, 0]),
  )
  await engine.stop()
  const late = [{ appId, msgId: second.id }]
  const forget = retention({
    connection: {
      ...connection,
      query: (...asked) => {
        for (const one of late.splice(0)) forget.taken(one)
        return connection.query(...asked)
      },
    },
    ...{ now: clock, log },
  })
  forget.taken({ appId, msgId: first.id })
  await forget.erase()
  expect((await messages()).map(({ payload }) => payload)).toEqual([null, null])
})

test('[WH-18] the engine erases by itself, where it sends', async () => {
  const clock = longAgo()
  const appId = await rig.application()
  const api = rig.start({ role: 'api', eraseEveryMs: 1 }, clock)
  await api.accept(rig.message(appId, { eventId: 'a', retentionDays: 5 }))
  clock.advance(5 * dayMs)
  // So much goes on that its timers have their turn, and what they began it would finish.
  for (let n = 0; n < 20; n++) await api.accept(rig.message(appId))
  await api.stop()
  expect((await messages())[0]?.payload).not.toBeNull()
  rig.start({ role: 'worker', eraseEveryMs: 10 }, clock)
  await eventually(async () => expect((await messages())[0]?.payload).toBeNull())
})

test('[WH-08] an expired payload reads as such, an expunged one too, and lists work while days are dropped', async () => {
  const clock = longAgo(95)
  const service = await webhooksFixture({
    clock,
    settings: { eraseEveryMs: 10, retryScheduleMs: [95 * dayMs] },
  })
  try {
    const { id: app_id } = await service.org.application.create({
      query: { get_if_exists: false },
      body: { name: 'An application' },
    })
    service.target.rules.answer = () => ({ status: 500 })
    const { id: endpoint_id } = await service.org.endpoint.create({
      app_id,
      body: { url: service.target.url },
    })
    const send = (eventId: string, payloadRetentionPeriod = 90) =>
      service.org.message.create({
        app_id,
        query: { with_content: true },
        body: { eventType: 'a', eventId, payload: { n: 1 }, payloadRetentionPeriod },
      })
    const [short, expunged] = [await send('short', 5), await send('expunged')]
    const pairs = async () =>
      (await service.org.messageAttempt.listAttemptedMessages({ app_id, endpoint_id, query: {} }))
        .data
    await eventually(async () =>
      expect(
        await service.rows(sql`select from webhooks.delivery where lease_owner is null`),
      ).toHaveLength(2),
    )
    await service.org.message.expungeContent({ app_id, msg_id: expunged.id })
    expect(await pairs()).toMatchObject(
      [
        { id: expunged.id, status: 2, payload: { expired: true } },
        { id: short.id, status: 3, payload: { n: 1 } },
      ].toSorted((a, b) => (a.id < b.id ? 1 : -1)),
    )
    clock.advance(5 * dayMs)
    const of = (msg_id: string) => ({ app_id, msg_id, query: { with_content: true } })
    expect((await service.org.message.get(of(short.id))).payload).toEqual({ expired: true })
    await eventually(async () =>
      expect(
        await service.rows(sql`select from webhooks.message where payload is not null`),
      ).toHaveLength(0),
    )
    expect((await service.org.message.get(of(short.id))).payload).toEqual({ expired: true })
    expect((await pairs()).map((one) => one.status)).toEqual([2, 2])
    await expect(
      service.org.messageAttempt.resend({ app_id, msg_id: short.id, endpoint_id }),
    ).rejects.toMatchObject({ status: 400 })

    const young = await send('young')
    clock.advance(87 * dayMs)
    const list = () => service.org.message.list({ app_id, query: {} })
    await eventually(async () => {
      const pages = await Promise.all([list(), list(), list(), pairs()])
      for (const page of pages.slice(0, 3))
        expect('data' in page && page.data.map((one) => one.id)).toEqual([young.id])
      await expect(service.org.message.get(of(short.id))).rejects.toMatchObject({ status: 404 })
    })
    // An eventId stays used for longer than its message is kept.
    await expect(send('short')).rejects.toMatchObject({ status: 409 })
  } finally {
    await service.close()
  }
})
