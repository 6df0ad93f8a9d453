import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Received, receiver } from '../delivery.fixture.ts'
import { until, type WebhooksFixture, webhooksFixture } from '../webhooks.fixture.ts'

let fixture: WebhooksFixture
beforeAll(async () => {
  fixture = await webhooksFixture()
})
afterAll(() => fixture.close())

/** What a receiver does: it verifies the signature and gets the parsed body. */
const verified = (secret: string, { headers, body }: Received) =>
  new Webhook(secret).verify(
    body,
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  )

/** Changes what the other tests rely on, until it is called again without words. */
const settle = (change: { enforceHttps?: true; enableTransformations?: false } = {}) =>
  fixture.org.environment.import({
    body: {
      version: 1,
      createdAt: new Date().toISOString(),
      settings: { enforceHttps: false, enableTransformations: true, ...change },
    },
  })

let count = 0

/** An application with one endpoint that runs this code, at a path of its own. */
async function transforming(code: string) {
  const path = `/transforming-${++count}/`
  fixture.clock.advance(5)
  const { org, target } = fixture
  const { id: app_id } = await org.application.create({ body: { name: 'App' } })
  const { id: endpoint_id } = await org.endpoint.create({
    app_id,
    body: { url: target.url + path.slice(1) },
  })
  const at = { app_id, endpoint_id }
  const change = (body: object) => org.endpoint.patchTransformation({ ...at, body })
  await change({ code, enabled: true })
  return {
    ...at,
    path,
    change,
    received: () => target.received.filter((one) => one.path.startsWith(path)),
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
  const { key, path, received, send, attempts } = await transforming(`function handler(webhook) {
    webhook.method = 'PUT'
    webhook.url += 'changed?by=' + webhook.eventType
    webhook.payload = { text: 'Amount: ' + webhook.payload.amount, was: webhook.payload }
    return webhook
  }`)
  await send({ amount: '1.5', z: 'ü', a: [null] })
  await until('it is delivered', () => received().length === 1)
  const [one] = received()
  expect(one).toMatchObject({ method: 'PUT', path: `${path}changed?by=transfer.created` })
  expect(verified(key, one!)).toEqual({
    ...{ text: 'Amount: 1.5', was: { amount: '1.5', z: 'ü', a: [null] } },
  })
  expect(await attempts(1)).toMatchObject([
    {
      status: 0,
      responseStatusCode: 204,
      url: `${fixture.target.url}${path.slice(1)}changed?by=transfer.created`,
    },
  ])
})

test('[WH-06] a raw payload that is no JSON reaches the code, and leaves it, as text', async () => {
  const { app_id, received } = await transforming(`function handler(webhook) {
    webhook.payload = webhook.payload.replace('1', '2')
    return webhook
  }`)
  await fixture.org.message.create({
    app_id,
    body: {
      ...{ eventType: 'x', payload: {} },
      transformationsParams: { rawPayload: '<a>1</a>', headers: { 'content-type': 'text/xml' } },
    },
  })
  await until('it is delivered', () => received().length === 1)
  expect(received()[0]).toMatchObject({
    ...{ body: '<a>2</a>', headers: { 'content-type': 'text/xml' } },
  })
})

test('[WH-06] what comes back unchanged goes as it came, byte for byte', async () => {
  const exact = '{"id":9007199254740993,"amount":1.0,"rate":1e-7,"2":0,"1":-0}'
  for (const code of [
    'function handler(webhook) { return webhook }',
    'function handler({ payload }) { return { payload: JSON.parse(JSON.stringify(payload)) } }',
  ]) {
    const at = await transforming(code)
    const body = `{"eventType":"transfer.created","payload":${exact}}`
    expect((await fixture.raw('POST', `/app/${at.app_id}/msg/`, body)).status).toBe(202)
    await until('it is delivered', () => at.received().length === 1)
    expect(at.received()[0]?.body).toBe(exact)
  }
})

test('[WH-14] no transformation leads to plain http where the settings ask for TLS', async () => {
  const at = await transforming(`function handler(webhook) {
    return { payload: webhook.payload, url: webhook.payload.to ?? webhook.url }
  }`)
  const plain = `${fixture.target.url}${at.path.slice(1)}plain`
  await settle({ enforceHttps: true })
  for (const to of [plain, plain.replace('http:', 'HTTP:'), plain.replace('//', '//a:b@')])
    await at.send({ to })
  const refused = await at.attempts(3)
  expect(refused).toMatchObject(
    refused.map(() => ({ status: 2, response: expect.stringMatching(/scheme must be https/) })),
  )
  expect(refused.map(({ url }) => url.toLowerCase())).toEqual([plain, plain, plain])
  expect(at.received()).toEqual([])
  // An endpoint that was there before stays as it is.
  await at.send({})
  await until('it is delivered', () => at.received().length === 1)
  await settle()
  await at.send({ to: plain })
  await until('it is delivered', () => at.received().length === 2)
  expect(at.received().map(({ path }) => path)).toEqual([at.path, `${at.path}plain`])
})

test('[WH-14] a transformation never takes the password of the endpoint to another host', async () => {
  const other = await receiver()
  const at = await transforming(`function handler({ payload, url }) {
    return { payload: { seen: url }, url: payload.to ?? url + 'same' }
  }`)
  const own = `${fixture.target.url}${at.path.slice(1)}`
  const url = own.replace('//', '//ann:secret-1@')
  await fixture.org.endpoint.patch({ ...at, body: { url } })
  await at.send({})
  await at.send({ to: `${other.url}plain` })
  await at.send({ to: `${other.url}own`.replace('//', '//bob:own@') })
  await until('all are delivered', () => other.received.length === 2)
  await until('all are delivered', () => at.received().length === 1)
  expect(at.received()[0]).toMatchObject({
    ...{ path: `${at.path}same`, headers: { authorization: `Basic ${btoa('ann:secret-1')}` } },
    body: JSON.stringify({ seen: own }),
  })
  const got = Object.fromEntries(
    other.received.map(({ path, headers }) => [path, headers.authorization]),
  )
  expect(got).toEqual({ '/plain': undefined, '/own': `Basic ${btoa('bob:own')}` })
  expect(JSON.stringify(await at.attempts(3))).not.toMatch(/secret-1|own@/)
  await other.close()
})

test('[WH-06] canceled: nothing is sent and the delivery has succeeded', async () => {
  const at = await transforming('const handler = () => ({ cancel: true })')
  const msg = await at.send({})
  expect(await at.attempts(1)).toMatchObject([
    { status: 0, responseStatusCode: 0, response: 'canceled' },
  ])
  expect(at.received()).toEqual([])
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
  expect(at.received()).toEqual([])
  await at.change({ code: 'function handler(webhook) { webhook.payload.n++; return webhook }' })
  fixture.clock.advance(6_000)
  await until('it is tried again', () => at.received().length === 1)
  expect(verified(at.key, at.received()[0]!)).toEqual({ n: 2 })
  expect((await at.attempts(2)).map(({ status }) => status)).toEqual([2, 0])
})

test('[WH-06] switched off, the message goes as it came; other endpoints never noticed', async () => {
  const at = await transforming('function handler(webhook) { return { payload: 1 } }')
  const other = await fixture.org.endpoint.create({
    ...{ app_id: at.app_id, body: { url: `${fixture.target.url}${at.path.slice(1)}plain` } },
  })
  await at.send({ n: 1 })
  await until('both are delivered', () => at.received().length === 2)
  const bodies = (from: number) =>
    Object.fromEntries(
      at
        .received()
        .slice(from)
        .map(({ path, body }) => [path.slice(at.path.length), body]),
    )
  expect(bodies(0)).toEqual({ '': '1', plain: '{"n":1}' })
  expect(other.id).not.toBe(at.endpoint_id)
  await at.change({ enabled: false })
  await at.send({ n: 2 })
  await until('both are delivered', () => at.received().length === 4)
  expect(bodies(2)).toEqual({ '': '{"n":2}', plain: '{"n":2}' })
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
  await until('it is delivered', () => good.received().length === 1)
  await Promise.all(Array.from({ length: 10 }, () => bad.send({})))
  await Promise.all(Array.from({ length: 10 }, (_, n) => good.send({ n })))
  // The clock stands still: what is refused because it waited for too long is not tried again.
  await until('all are delivered', () => good.received().length === 11)
  expect((await bad.attempts(0)).length).toBeLessThan(10)
  expect((await bad.attempts(1))[0]).toMatchObject({
    ...{ status: 2, response: 'The transformation took too much time or memory' },
  })
  // Else they would be tried again whenever another test moves the clock.
  await fixture.org.application.delete({ app_id: bad.app_id })
})

test('[WH-06] nothing is run, not even in a retry, where the settings say so', async () => {
  const at = await transforming('function handler() { throw 1 }')
  const plain = () => at.received().map(({ body }) => body)
  await at.send({ plain: true })
  await at.attempts(1)
  await settle({ enableTransformations: false })
  fixture.clock.advance(6_000)
  await until('it is tried again', () => plain().length === 1)
  await at.send({ plain: false })
  await until('it is delivered', () => plain().length === 2)
  expect(plain()).toEqual(['{"plain":true}', '{"plain":false}'])
  await settle()
  await at.send({ plain: true })
  expect((await at.attempts(4)).map(({ status }) => status)).toEqual([2, 0, 0, 2])
})
