import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Received } from './delivery.fixture.ts'
import { until, type WebhooksFixture, webhooksFixture } from './webhooks.fixture.ts'

let fixture: WebhooksFixture
beforeAll(async () => {
  fixture = await webhooksFixture()
})
afterAll(() => fixture.close())
afterEach(() => {
  fixture.target.received.length = 0
})

/** What a receiver does: it verifies the signature and gets the parsed body. */
const verified = (secret: string, { headers, body }: Received) =>
  new Webhook(secret).verify(
    body,
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  )

/** An application with one endpoint that runs this code. */
async function transforming(code: string) {
  fixture.clock.advance(5)
  const { org, target } = fixture
  const { id: app_id } = await org.application.create({ body: { name: 'App' } })
  const { id: endpoint_id } = await org.endpoint.create({ app_id, body: { url: target.url } })
  const at = { app_id, endpoint_id }
  const change = (body: object) => org.endpoint.patchTransformation({ ...at, body })
  await change({ code, enabled: true })
  return {
    ...at,
    change,
    key: (await org.endpoint.getSecret(at)).key,
    send: async (payload: Record<string, unknown>) => {
      fixture.clock.advance(5)
      const body = { eventType: 'transfer.created', payload }
      return (await org.message.create({ app_id, body })).id
    },
    /** The attempts so far, oldest first, once there are so many. */
    attempts: async (count: number) => {
      const list = async () => (await org.messageAttempt.listByEndpoint(at)).data.reverse()
      await until('it is on record', async () => (await list()).length >= count)
      return list()
    },
  }
}

test('[WH-06] the signature covers what the transformation made, and what was sent is on record', async () => {
  const { key, send, attempts } = await transforming(`function handler(webhook) {
    webhook.method = 'PUT'
    webhook.url += 'changed?by=' + webhook.eventType
    webhook.payload = { text: 'Amount: ' + webhook.payload.amount, was: webhook.payload }
    return webhook
  }`)
  await send({ amount: '1.5', z: 'ü', a: [null] })
  await until('it is delivered', () => fixture.target.received.length === 1)
  const [received] = fixture.target.received
  expect(received).toMatchObject({ method: 'PUT', path: '/changed?by=transfer.created' })
  expect(verified(key, received!)).toEqual({
    ...{ text: 'Amount: 1.5', was: { amount: '1.5', z: 'ü', a: [null] } },
  })
  expect(await attempts(1)).toMatchObject([
    { status: 0, responseStatusCode: 204, url: `${fixture.target.url}changed?by=transfer.created` },
  ])
})

test('[WH-06] canceled: nothing is sent and the delivery has succeeded', async () => {
  const at = await transforming('const handler = () => ({ cancel: true })')
  const msg = await at.send({})
  expect(await at.attempts(1)).toMatchObject([
    { status: 0, responseStatusCode: 0, response: 'canceled' },
  ])
  expect(fixture.target.received).toEqual([])
  const { data } = await fixture.org.messageAttempt.listAttemptedDestinations({
    ...{ app_id: at.app_id, msg_id: msg },
  })
  expect(data).toMatchObject([{ status: 0 }])
  expect(data[0]?.nextAttempt ?? null).toBeNull()
})

test('[WH-06] a failure is an attempt; the retry runs the code of its own time', async () => {
  const at = await transforming('function handler() { throw new TypeError("no amount") }')
  await at.send({ n: 1 })
  expect(await at.attempts(1)).toMatchObject([
    {
      ...{ status: 2, responseStatusCode: 0 },
      response: 'Transformation failed: TypeError: no amount (line 1)',
    },
  ])
  expect(fixture.target.received).toEqual([])
  await at.change({ code: 'function handler(webhook) { webhook.payload.n++; return webhook }' })
  fixture.clock.advance(6_000)
  await until('it is tried again', () => fixture.target.received.length === 1)
  expect(verified(at.key, fixture.target.received[0]!)).toEqual({ n: 2 })
  expect((await at.attempts(2)).map(({ status }) => status)).toEqual([2, 0])
})

test('[WH-06] switched off, the message goes as it came; other endpoints never noticed', async () => {
  const at = await transforming('function handler(webhook) { return { payload: 1 } }')
  const other = await fixture.org.endpoint.create({
    ...{ app_id: at.app_id, body: { url: `${fixture.target.url}plain` } },
  })
  await at.send({ n: 1 })
  await until('both are delivered', () => fixture.target.received.length === 2)
  const bodies = () =>
    Object.fromEntries(fixture.target.received.map(({ path, body }) => [path, body]))
  expect(bodies()).toEqual({ '/': '1', '/plain': '{"n":1}' })
  expect(other.id).not.toBe(at.endpoint_id)
  fixture.target.received.length = 0
  await at.change({ enabled: false })
  await at.send({ n: 2 })
  await until('both are delivered', () => fixture.target.received.length === 2)
  expect(bodies()).toEqual({ '/': '{"n":2}', '/plain': '{"n":2}' })
})

test.each([
  ['http://10.0.0.1/', /IP range are blocked/],
  ['http://[::1]:8080/', /IP range are blocked/],
  ['http://169.254.169.254/latest/meta-data/', /IP range are blocked/],
  ['http://user:pass@2130706434/', /IP range are blocked/],
  ['file:///etc/passwd', /must be an http or https URL/],
  ['nowhere', /must be an http or https URL/],
])('[WH-14] a transformation reaches no further than its endpoint could: %s', async (to, why) => {
  const at = await transforming(
    `function handler(webhook) { webhook.url = '${to}'; return webhook }`,
  )
  await at.send({})
  expect(await at.attempts(1)).toMatchObject([
    { status: 2, responseStatusCode: 0, response: expect.stringMatching(why) },
  ])
})

test('[WH-14] scripts that never end hold up nobody else', async () => {
  const bad = await transforming('function handler() { return 1 }')
  await bad.change({ code: 'function handler() { for (;;); }' })
  const good = await transforming('function handler(webhook) { return webhook }')
  await good.send({ first: true })
  await until('it is delivered', () => fixture.target.received.length === 1)
  await Promise.all(Array.from({ length: 10 }, () => bad.send({})))
  const from = performance.now()
  await Promise.all(Array.from({ length: 10 }, (_, n) => good.send({ n })))
  await until('all are delivered', () => fixture.target.received.length === 11)
  // Ten endless scripts would take 8 s one after the other.
  expect(performance.now() - from).toBeLessThan(7_500)
  expect(await bad.attempts(1)).toMatchObject([
    { status: 2, response: 'The transformation took too much time or memory' },
  ])
})

test('[WH-06] nothing is run, not even in a retry, where the settings say so', async () => {
  // The endpoints of other tests are tried again as well.
  const plain = () =>
    fixture.target.received.map(({ body }) => body).filter((body) => body.startsWith('{"plain'))
  const at = await transforming('function handler() { throw 1 }')
  await at.send({ plain: true })
  await at.attempts(1)
  const settings = (on: boolean) =>
    fixture.rows(sql`insert into webhooks.environment_settings
      values (${fixture.orgId}, ${JSON.stringify({ enableTransformations: on })}::jsonb, now())
      on conflict (org_id) do update set settings = excluded.settings`)
  await settings(false)
  fixture.clock.advance(6_000)
  await until('it is tried again', () => plain().length === 1)
  await at.send({ plain: false })
  await until('it is delivered', () => plain().length === 2)
  expect(plain()).toEqual(['{"plain":true}', '{"plain":false}'])
  await settings(true)
  await at.send({ plain: true })
  expect((await at.attempts(4)).map(({ status }) => status)).toEqual([2, 0, 0, 2])
})
