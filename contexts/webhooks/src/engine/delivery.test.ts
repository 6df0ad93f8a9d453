import { testClock } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type DeliveryRig, deliveryRig, testSettings } from '../delivery.fixture.ts'
import { newSecret } from '../endpoint-secret.ts'

let rig: DeliveryRig
beforeEach(async () => {
  rig = await deliveryRig()
})
afterEach(() => rig.stop())

type Delivery = {
  status: number
  attempts: number
  next: number | null
  lease_owner: string | null
}
const deliveries = () =>
  rig.rows(sql<Delivery>`select status, attempts, lease_owner,
    extract(epoch from next_attempt_at)::float8 * 1000 as next from webhooks.delivery order by msg_id`)
type Attempt = { status: number; status_code: number; response: string; sent_headers: object }
const attempts = () =>
  rig.rows(sql<Attempt>`select status, status_code, response, sent_headers from webhooks.attempt
    order by created_at, id`)
const eventually = <T>(check: () => T | Promise<T>) =>
  vi.waitFor(check, { timeout: 60_000, interval: 5 })

test('[WH-18] an accepted message arrives as sent, signed for both libraries', async () => {
  const [current, old, expired] = [newSecret('hmac256'), newSecret('hmac256'), newSecret('hmac256')]
  const appId = await rig.application()
  await rig.endpoint(appId, {
    secrets: [
      { secret: current },
      { secret: old, expiresAt: new Date(Date.now() + 60_000) },
      { secret: expired, expiresAt: new Date(Date.now() - 1_000) },
    ],
    headers: { 'X-Team': 'desk', Authorization: 'Bearer of.a.receiver' },
  })
  const engine = rig.start()
  const payload = '{"name":"Grüße \\"quoted\\" \\\\ 🦊","n":1}'
  const { id, createdAt } = await engine.accept(rig.message(appId, { payload }))
  expect(Math.abs(createdAt.getTime() - Date.now())).toBeLessThan(2_000)
  const [got] = await eventually(() => {
    expect(rig.target.received).toHaveLength(1)
    return rig.target.received
  })
  if (!got) throw new Error('Nothing received')
  expect(got.body).toBe(payload)
  const headers = Object.fromEntries(Object.entries(got.headers).map(([k, v]) => [k, String(v)]))
  expect(headers).toMatchObject({
    'svix-id': id,
    'webhook-id': id,
    'content-type': 'application/json',
    'x-team': 'desk',
    authorization: 'Bearer of.a.receiver',
  })
  expect(headers['user-agent']).toMatch(/^Countersign-Webhooks\//)
  for (const secret of [current, old]) {
    new SvixWebhook(secret).verify(got.body, headers)
    expect(new StandardWebhook(secret).verify(got.body, headers)).toEqual(JSON.parse(payload))
  }
  expect(() => new SvixWebhook(expired).verify(got.body, headers)).toThrow()
  expect(headers['svix-signature']?.split(' ')).toHaveLength(2)
  await eventually(async () => {
    expect(await deliveries()).toEqual([{ status: 0, attempts: 1, next: null, lease_owner: null }])
    const [attempt] = await attempts()
    expect(attempt).toMatchObject({
      status: 0,
      status_code: 204,
      sent_headers: { 'X-Team': null, Authorization: null, 'svix-id': id },
    })
  })
})

test('[WH-18] a failing message is tried 8 times on schedule, then given up', async () => {
  const clock = testClock()
  rig.target.rules.answer = () => ({ status: 500, body: 'no' })
  const appId = await rig.application()
  await rig.endpoint(appId)
  await rig.start({}, clock).accept(rig.message(appId))
  const planned = testSettings.retryScheduleMs
  for (const [made, wait] of planned.entries()) {
    const [delivery] = await eventually(async () => {
      const found = await deliveries()
      expect(found[0]).toMatchObject({ status: 3, attempts: made + 1, lease_owner: null })
      return found
    })
    // The jitter adds a tenth at random() = 0.5.
    expect(delivery?.next).toBe(clock() + wait * 1.1)
    clock.advance(wait * 1.1 - 1)
    expect(rig.target.received).toHaveLength(made + 1)
    clock.advance(1)
  }
  await eventually(async () =>
    expect(await deliveries()).toEqual([{ status: 2, attempts: 8, next: null, lease_owner: null }]),
  )
  expect(rig.target.received).toHaveLength(8)
  expect(new Set(rig.target.ids()).size).toBe(1)
  expect(rig.logged).toContainEqual(expect.objectContaining({ event: 'message.attempt.failing' }))
  expect(rig.logged).toContainEqual(expect.objectContaining({ event: 'message.attempt.exhausted' }))
})

test('[WH-18] a used eventId is a conflict for the later message alone', async () => {
  const appId = await rig.application()
  await rig.endpoint(appId)
  const engine = rig.start()
  const ids = ['a', 'b', 'a', null, 'b', 'c']
  const together = await Promise.allSettled(
    ids.map((eventId) => engine.accept(rig.message(appId, { eventId }))),
  )
  expect(together.map((one) => one.status)).toEqual([
    ...['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
  ])
  await expect(engine.accept(rig.message(appId, { eventId: 'c' }))).rejects.toMatchObject({
    status: 409,
  })
  const other = await rig.application()
  await engine.accept(rig.message(other, { eventId: 'c' }))
  await eventually(() => expect(rig.target.received).toHaveLength(4))
  const [count] = await rig.rows(sql<{ n: number }>`select count(*) as n from webhooks.message`)
  expect(count?.n).toBe(5)
})

test('[WH-18] two engines with the same eventIds accept each once', async () => {
  const appId = await rig.application()
  const engines = [rig.start(), rig.start({ role: 'api' })]
  const keys = Array.from({ length: 200 }, (_, i) => `e${i}`)
  const results = await Promise.allSettled(
    engines.flatMap((engine, turn) =>
      (turn ? keys.toReversed() : keys).map((eventId) =>
        engine.accept(rig.message(appId, { eventId })),
      ),
    ),
  )
  expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(200)
})

test('[WH-18] an endpoint gets the very next message, also when another process accepts it', async () => {
  const appId = await rig.application()
  const engines = [rig.start(), rig.start()]
  const sent: string[] = []
  for (let round = 0; round < 10; round++) {
    await rig.endpoint(appId)
    for (const engine of engines) sent.push((await engine.accept(rig.message(appId))).id)
  }
  await eventually(() => {
    for (const [i, id] of sent.entries())
      expect(rig.target.ids().filter((got) => got === id)).toHaveLength(Math.floor(i / 2) + 1)
  })
})

test('[WH-18] a worker delivers what an api process accepted, and is woken for it', async () => {
  const appId = await rig.application()
  await rig.endpoint(appId)
  rig.start({ role: 'worker', pollMs: 60_000 })
  const api = rig.start({ role: 'api' })
  for (let i = 0; i < 5; i++) {
    await api.accept(rig.message(appId))
    await eventually(() => expect(rig.target.received).toHaveLength(i + 1))
  }
})

test('[WH-18] deliveries of a worker that gives no sign of life are taken over', async () => {
  const clock = testClock()
  rig.target.rules.answer = () => 'hang'
  const appId = await rig.application()
  await rig.endpoint(appId)
  const dead = rig.start({ leaseMs: 1_000_000 }, () => 1_800_000_000_000)
  await dead.accept(rig.message(appId))
  await eventually(() => expect(rig.target.received).toHaveLength(1))
  // Its lease begins in the other clock, and ends with it.
  clock.advance(1_800_000_000_000 + 1_000_000 - clock())
  rig.target.rules.answer = () => ({ status: 200 })
  rig.start({}, clock)
  await eventually(async () => {
    expect(rig.target.received).toHaveLength(2)
    expect((await deliveries())[0]).toMatchObject({ status: 0 })
  })
})

test('[WH-18] a stopping engine finishes what is under way and gives the rest back', async () => {
  rig.target.rules.answer = () => 'hang'
  const appId = await rig.application()
  await rig.endpoint(appId)
  const engine = rig.start({ maxPerEndpoint: 2, timeoutMs: 500, leaseMs: 600_000 })
  await Promise.all(Array.from({ length: 10 }, () => engine.accept(rig.message(appId))))
  await eventually(() => expect(rig.target.received.length).toBeGreaterThan(0))
  await engine.stop()
  const found = await deliveries()
  expect(found).toHaveLength(10)
  expect(found.every((one) => one.status === 3 && one.lease_owner === null)).toBe(true)
  expect(found.filter((one) => one.attempts === 1)).toHaveLength(rig.target.received.length)
  rig.target.rules.answer = () => ({ status: 200 })
  rig.start()
  await eventually(() => expect(new Set(rig.target.ids()).size).toBe(10))
})

test('[WH-18] 410 disables the endpoint, and what waits for it is dropped', async () => {
  const clock = testClock()
  const appId = await rig.application()
  const endpointId = await rig.endpoint(appId)
  rig.target.rules.answer = () => ({ status: 503 })
  const engine = rig.start({}, clock)
  await engine.accept(rig.message(appId))
  await eventually(async () =>
    expect((await deliveries())[0]).toMatchObject({ attempts: 1, status: 3, lease_owner: null }),
  )
  rig.target.rules.answer = () => ({ status: 410 })
  await engine.accept(rig.message(appId))
  await eventually(async () => {
    const [endpoint] = await rig.rows(
      sql<{ disabled: boolean }>`select disabled from webhooks.endpoint where id = ${endpointId}`,
    )
    expect(endpoint?.disabled).toBe(true)
    expect(await attempts()).toHaveLength(2)
  })
  clock.advance(3_600_000)
  await eventually(async () =>
    expect((await deliveries()).map((one) => [one.status, one.attempts])).toEqual([
      [2, 1],
      [2, 1],
    ]),
  )
  const before = rig.target.received.length
  await engine.accept(rig.message(appId))
  expect(before).toBe(2)
  expect(await deliveries()).toHaveLength(2)
})

test('[WH-18] an endpoint that only fails is disabled after five days, not after a success in between', async () => {
  const clock = testClock()
  const appId = await rig.application()
  const [bad, mixed] = [
    await rig.endpoint(appId, { path: 'bad' }),
    await rig.endpoint(appId, { path: 'mixed' }),
  ]
  let mixedStatus = 500
  rig.target.rules.answer = ({ path }) => ({ status: path === '/bad' ? 500 : mixedStatus })
  const engine = rig.start({ retryScheduleMs: [] }, clock)
  const endpoints = async () => {
    const found = await rig.rows(sql<{ id: string; disabled: boolean; since: number | null }>`
      select id, disabled, extract(epoch from failing_since)::float8 * 1000 as since from webhooks.endpoint`)
    return new Map(found.map(({ id, disabled, since }) => [id, { disabled, since }]))
  }
  const start = clock()
  const send = async () => {
    const before = rig.target.received.length
    await engine.accept(rig.message(appId))
    await eventually(() => expect(rig.target.received.length).toBeGreaterThan(before))
  }
  await send()
  await eventually(async () => {
    expect((await endpoints()).get(bad)).toEqual({ disabled: false, since: start })
    expect((await endpoints()).get(mixed)).toEqual({ disabled: false, since: start })
  })
  clock.advance(4 * 86_400_000)
  mixedStatus = 200
  await send()
  await eventually(async () =>
    expect((await endpoints()).get(mixed)).toEqual({ disabled: false, since: null }),
  )
  clock.advance(86_400_001)
  mixedStatus = 500
  await send()
  await eventually(async () => {
    expect((await endpoints()).get(bad)?.disabled).toBe(true)
    expect((await endpoints()).get(mixed)).toEqual({ disabled: false, since: clock() })
  })
})

test('[WH-18] answers are kept as text, as base64, or as the reason why there is none', async () => {
  const appId = await rig.application()
  const answers: Record<string, { body: string | Buffer; kept: string }> = {
    text: { body: 'grüße', kept: 'grüße' },
    nul: { body: Buffer.from('a\0b'), kept: Buffer.from('a\0b').toString('base64') },
    binary: { body: Buffer.from([0xff, 0xfe, 1]), kept: '//4B' },
    // 19,999 bytes and half a character
    cut: { body: `${'x'.repeat(19_999)}ü and more`, kept: 'x'.repeat(19_999) },
  }
  for (const path of Object.keys(answers)) await rig.endpoint(appId, { path, filterTypes: [path] })
  await rig.endpoint(appId, { url: 'http://127.0.0.1:1024/', filterTypes: ['refused'] })
  await rig.endpoint(appId, { url: 'http://10.0.0.1/', filterTypes: ['private'] })
  rig.target.rules.answer = ({ path }) => ({
    status: 200,
    body: answers[path.slice(1)]?.body ?? '',
  })
  const engine = rig.start()
  const kept = {
    refused: 'error making request: connection refused',
    private: 'requests to this IP range are blocked (see the server configuration)',
  }
  for (const eventType of [...Object.keys(answers), ...Object.keys(kept)])
    await engine.accept(rig.message(appId, { eventType }))
  await eventually(async () => {
    const found = await rig.rows(sql<{ event_type: string; response: string; status_code: number }>`
      select event_type, response, status_code from webhooks.attempt`)
    const byType = new Map(found.map((one) => [one.event_type, one]))
    for (const [type, answer] of Object.entries(answers))
      expect(byType.get(type)).toMatchObject({ response: answer.kept, status_code: 200 })
    for (const [type, response] of Object.entries(kept))
      expect(byType.get(type)).toMatchObject({ response, status_code: 0 })
  })
})

test('[WH-18] a rate limit holds deliveries back and drops none', async () => {
  const appId = await rig.application(40)
  await rig.endpoint(appId, { path: 'own', rateLimit: 20 })
  await rig.endpoint(appId, { path: 'application' })
  const engine = rig.start()
  const started = performance.now()
  await Promise.all(Array.from({ length: 30 }, () => engine.accept(rig.message(appId))))
  await eventually(() => expect(rig.target.received).toHaveLength(60))
  for (const [path, rate] of [
    ['/own', 20],
    ['/application', 40],
  ] as const) {
    const times = rig.target.received
      .filter((one) => one.path === path)
      .map((one) => one.at - started)
    // A tenth of a second's worth may come at once, the rest at the rate.
    for (const [i, at] of times.entries())
      expect(at).toBeGreaterThan(((i - rate / 10) / rate) * 1000 - 5)
    expect(times.at(-1)).toBeLessThan((30 / rate) * 1000 + 5_000)
  }
})

test('[WH-18] two workers together keep to an endpoint’s rate limit', async () => {
  const appId = await rig.application()
  await rig.endpoint(appId, { path: 'shared', rateLimit: 20 })
  const engines = [rig.start(), rig.start()]
  const started = performance.now()
  await Promise.all(
    Array.from({ length: 40 }, (_, i) => engines[i % 2]?.accept(rig.message(appId))),
  )
  await eventually(() => expect(rig.target.received).toHaveLength(40))
  const times = rig.target.received.map(({ at }) => at - started)
  // Each of them may have a tenth of a second's worth at once.
  for (const [i, at] of times.entries()) expect(at).toBeGreaterThan(((i - 4) / 20) * 1000 - 5)
})

test('[WH-18] a resend is one manual attempt that changes nothing when it fails', async () => {
  const clock = testClock()
  const appId = await rig.application()
  const endpointId = await rig.endpoint(appId)
  const engine = rig.start({ retryScheduleMs: [300_000] }, clock)
  const { id: msgId } = await engine.accept(rig.message(appId))
  const pair = { appId, msgId, endpointId }
  const after = (made: number, expected: object) =>
    eventually(async () => {
      const triggers = await rig.rows(
        sql<{ trigger_type: number; status: number }>`select trigger_type, status
          from webhooks.attempt order by created_at desc, id desc`,
      )
      expect(triggers).toHaveLength(made)
      expect((await deliveries())[0]).toMatchObject({ ...expected, lease_owner: null })
      return triggers[0]
    })
  await after(1, { status: 0, attempts: 1 })
  rig.target.rules.answer = () => ({ status: 500 })
  clock.advance(1_000)
  await engine.resend(pair)
  expect(await after(2, { status: 0, attempts: 1, next: null })).toEqual({
    trigger_type: 1,
    status: 2,
  })

  const second = { ...pair, msgId: (await engine.accept(rig.message(appId))).id }
  const state = async () => (await deliveries())[1]
  await eventually(async () =>
    expect(await state()).toMatchObject({ status: 3, attempts: 1, lease_owner: null }),
  )
  const planned = (await state())?.next
  await engine.resend(second)
  await eventually(() => expect(rig.target.received).toHaveLength(4))
  await eventually(async () =>
    expect(await state()).toMatchObject({
      status: 3,
      attempts: 1,
      next: planned,
      lease_owner: null,
    }),
  )
  rig.target.rules.answer = () => ({ status: 200 })
  await engine.resend(second)
  await eventually(async () =>
    expect(await state()).toMatchObject({ status: 0, attempts: 1, next: null }),
  )
  clock.advance(600_000)
  await expect(engine.resend({ ...pair, endpointId: 'ep_none' })).rejects.toMatchObject({
    status: 404,
  })
  expect(rig.target.received).toHaveLength(5)
})

test('[WH-18] a resend during an attempt is made after it', async () => {
  const appId = await rig.application()
  const endpointId = await rig.endpoint(appId)
  const engine = rig.start({ timeoutMs: 300, retryScheduleMs: [300_000] })
  rig.target.rules.answer = () => 'hang'
  const { id: msgId } = await engine.accept(rig.message(appId))
  await eventually(() => expect(rig.target.received).toHaveLength(1))
  await engine.resend({ appId, msgId, endpointId })
  rig.target.rules.answer = () => ({ status: 200 })
  await eventually(async () =>
    expect((await deliveries())[0]).toMatchObject({ status: 0, attempts: 1 }),
  )
  expect(rig.target.received).toHaveLength(2)
})

test('[WH-18] a retry is sent when it is due, although nobody looks for it', async () => {
  rig.target.rules.answer = () => ({ status: 500 })
  const appId = await rig.application()
  await rig.endpoint(appId)
  // Nothing but the timer for the next due delivery can wake it in time.
  const engine = rig.start({ retryScheduleMs: [40, 20], pollMs: 600_000 })
  await engine.accept(rig.message(appId))
  await eventually(() => expect(rig.target.received).toHaveLength(3))
})

test('[WH-18] a database that breaks its connections loses and repeats nothing', async () => {
  const appId = await rig.application()
  await rig.endpoint(appId)
  const engine = rig.start()
  const acknowledged: string[] = []
  let refused = 0
  let loading = true
  const client = async () => {
    while (loading)
      await engine.accept(rig.message(appId)).then(
        ({ id }) => acknowledged.push(id),
        (error: unknown) => {
          expect(error).toMatchObject({ code: 'unavailable' })
          refused++
        },
      )
  }
  const clients = Array.from({ length: 16 }, client)
  // A connection may break between two statements, and then nobody is refused.
  for (let round = 1; round <= 4 || (refused === 0 && round <= 100); round++) {
    const enough = acknowledged.length + 100
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(enough))
    await rig.rows(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'countersign' and query not like '%pg_terminate_backend%'
        and datname = current_database()`)
  }
  loading = false
  await Promise.all(clients)
  expect(refused).toBeGreaterThan(0)
  await eventually(async () => {
    const open = await rig.rows(
      sql`select from webhooks.delivery where status <> 0 and msg_id = any (${acknowledged})`,
    )
    expect(open).toEqual([])
  })
  const times = new Map<string, number>()
  for (const id of rig.target.ids()) times.set(id, (times.get(id) ?? 0) + 1)
  expect(acknowledged.filter((id) => times.get(id) !== 1)).toEqual([])
})
