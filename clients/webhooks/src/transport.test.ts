import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from './client.ts'
import { type FakeServer, fakeServer, json, thrown } from './server.fixture.ts'

let server: FakeServer
const waited: number[] = []
const wait = async (ms: number) => void waited.push(ms)
beforeAll(async () => {
  server = await fakeServer()
})
beforeEach(() => {
  waited.length = 0
})
afterAll(() => server.close())

const client = () => createClient('sk_secret.eu', { serverUrl: server.url, wait })
const header = (name: string) => server.got.map(({ headers }) => headers[name])

test('[WC-02] a call carries token, random numeric id and the types that it takes', async () => {
  server.answer(json(200, { id: 'app_1' }))
  await client().application.get('my app/ü')
  await client().application.get('my app/ü')
  expect(server.got[0]).toMatchObject({
    method: 'GET',
    path: '/api/v1/app/my%20app%2F%C3%BC',
    headers: {
      authorization: 'Bearer sk_secret.eu',
      accept: 'application/json, */*;q=0.8',
      'user-agent': expect.stringMatching(/^countersign-webhooks-client\/\d/),
    },
  })
  const [first, second] = header('svix-req-id')
  expect(first).toMatch(/^\d{1,10}$/)
  expect(Number(first)).toBeLessThan(2 ** 32)
  expect(second).not.toBe(first)
  expect(header('svix-retry-count')).toEqual([undefined, undefined])
  expect(header('content-type')).toEqual([undefined, undefined])
})

test('[WC-02] health needs no token and sends none', async () => {
  server.answer({ status: 204 })
  expect(await client().health.get()).toBeUndefined()
  expect(header('authorization')).toEqual([undefined])
})

test('[WC-02] a query is spelt as on the wire: lists repeated, dates in ISO', async () => {
  server.answer(json(200, { data: [], iterator: null, done: true }))
  await client().message.list('app_1', {
    eventTypes: ['a.b', 'c'],
    withContent: false,
    before: new Date('2026-08-21T12:00:00.5Z'),
    limit: 10,
    channel: undefined,
  })
  expect(server.got[0]?.path).toBe(
    '/api/v1/app/app_1/msg?limit=10&before=2026-08-21T12%3A00%3A00.500Z&with_content=false&event_types=a.b&event_types=c',
  )
})

test('[WC-02] POST sends the key that is given, else one of its own', async () => {
  server.answer(json(201, { id: 'app_1' }))
  await client().application.create({ name: 'A' }, { idempotencyKey: 'order-7' })
  await client().application.create({ name: 'A' })
  await client().application.create({ name: 'A' })
  await client().application.update('a', { name: 'A' })
  await client().application.list()
  const [given, made, other, put, get] = header('idempotency-key')
  expect(given).toBe('order-7')
  expect(made).toMatch(/^auto_[0-9a-f]{32}$/)
  expect(other).not.toBe(made)
  expect([put, get]).toEqual([undefined, undefined])
  expect(server.got[0]).toMatchObject({
    headers: { 'content-type': 'application/json' },
    body: '{"name":"A"}',
  })
})

test('[WC-02] an outage is retried after 50 ms and 100 ms, as the same call', async () => {
  server.answer({ status: 503 }, 'cut', json(201, { id: 'app_1' }))
  expect(await client().application.create({ name: 'A' })).toMatchObject({ id: 'app_1' })
  expect(waited).toEqual([50, 100])
  expect(header('svix-retry-count')).toEqual([undefined, '1', '2'])
  expect(new Set(header('svix-req-id')).size).toBe(1)
  expect(new Set(header('idempotency-key')).size).toBe(1)
  expect(new Set(server.got.map(({ body }) => body))).toEqual(new Set(['{"name":"A"}']))
})

test('[WC-02] after two retries the answer counts, whatever it is', async () => {
  server.answer(
    { status: 500, body: 'first' },
    { status: 502, body: 'then' },
    { status: 500, body: 'last' },
  )
  const error = await thrown(client().application.list())
  expect(error).toMatchObject({ code: 500, body: 'Unknown API Status Code!\nBody: "last"' })
  expect(server.got.length).toBe(3)

  server.answer('cut')
  expect((await thrown(client().application.list())).message).toBe('fetch failed')
  expect(server.got.length).toBe(3)
})

test.each([400, 404, 409, 422, 429, 499])('[WC-02] %i is not retried', async (status) => {
  server.answer(json(status, { code: 'x', detail: 'y' }))
  await thrown(client().application.list())
  expect(server.got.length).toBe(1)
  expect(waited).toEqual([])
})

test('[WC-02] an aborted call is not retried', async () => {
  server.answer('cut')
  const controller = new AbortController()
  const aborting = createClient('t', {
    serverUrl: server.url,
    wait: async () => controller.abort(),
  })
  const error = await thrown(aborting.application.list({ signal: controller.signal }))
  expect(error.name).toBe('AbortError')
  expect(server.got.length).toBe(1)
  expect((await thrown(client().application.list({ signal: AbortSignal.abort() }))).name).toBe(
    'AbortError',
  )
  expect(waited).toEqual([])
})

test('[WC-02] requests use same-origin credentials', async () => {
  const fetch = vi.fn(
    async (_url: string, _init: RequestInit) => new Response(null, { status: 204 }),
  )
  await createClient('t', { serverUrl: server.url, fetch }).health.get()
  expect(fetch.mock.calls[0]?.[1].credentials).toBe('same-origin')
})

test('[WC-02] without a clock of the test the waits are real', async () => {
  server.answer({ status: 500 }, { status: 500 }, { status: 204 })
  const started = performance.now()
  await createClient('t', { serverUrl: server.url }).health.get()
  expect(performance.now() - started).toBeGreaterThanOrEqual(149)
})
