import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { refusal } from '@countersign/kit/testing'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { until, type WebhooksFixture, webhooksFixture } from '../../webhooks.fixture.ts'

let fixture: WebhooksFixture
let org: WebhooksFixture['org']
let app_id: string
beforeAll(async () => {
  fixture = await webhooksFixture()
  org = fixture.org
})
beforeEach(async () => {
  app_id = (await org.application.create({ body: { name: 'App' } })).id
  fixture.target.received.length = 0
  fixture.target.rules.answer = () => ({})
})
afterAll(() => fixture.close())

const notFound = { status: 404, body: { code: 'not_found', detail: 'Entity not found' } }
const payload = { hello: 'world', n: 1 }
const endpoint = async (more: object = {}) =>
  (await org.endpoint.create({ app_id, body: { url: fixture.target.url, ...more } })).id
const attempt = (endpoint_id: string, more: object = {}, api = org) =>
  api.message.testAttempt({
    ...{ app_id, endpoint_id },
    body: { eventType: 'user.signup', payload, ...more },
  })
const pairs = async (msg_id: string) =>
  (await org.messageAttempt.listAttemptedDestinations({ app_id, msg_id })).data

/** A receiver that answers when it is told to, and everybody when it is closed. */
async function holding() {
  const held: ServerResponse[] = []
  const rules = { open: false }
  const server = createServer((_, response) => {
    if (rules.open) response.end()
    else held.push(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    held,
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      rules.open = true
      for (const response of held) response.end()
      server.close()
      server.closeIdleConnections()
    },
  }
}

test('[WH-08] 201 with the outcome, once it is there: signed, kept, marked as manual', async () => {
  fixture.target.rules.answer = () => ({ status: 200, body: 'thank you' })
  const endpoint_id = await endpoint()
  const made = await attempt(endpoint_id, { eventId: 'mine', channels: ['a'] })
  expect(made).toEqual({
    id: expect.stringMatching(/^atmpt_/),
    msgId: expect.stringMatching(/^msg_/),
    ...{ endpointId: endpoint_id, url: fixture.target.url, status: 0, statusText: 'success' },
    ...{ responseStatusCode: 200, response: 'thank you', triggerType: 1 },
    ...{ responseDurationMs: expect.any(Number), timestamp: expect.any(String) },
  })
  const [received, ...more] = fixture.target.received
  expect(more).toEqual([])
  const { key } = await org.endpoint.getSecret({ app_id, endpoint_id })
  const { msgId: msg_id, id: attempt_id } = made
  const { headers, body = '' } = received ?? {}
  const at = new Date(Number(headers?.['svix-timestamp']) * 1000)
  expect(headers?.['svix-signature']).toBe(new Webhook(key).sign(msg_id, at, body))
  expect(JSON.parse(body)).toEqual(payload)
  expect(await org.messageAttempt.get({ app_id, msg_id, attempt_id })).toEqual(made)
  expect(await org.message.get({ app_id, msg_id })).toMatchObject({
    ...{ eventId: 'mine', channels: ['a'], payload },
  })
  expect((await pairs(msg_id)).map(({ id, statusText }) => [id, statusText])).toEqual([
    [endpoint_id, 'success'],
  ])
})

test('[WH-08] 201 when it failed too, and it is not tried again', async () => {
  fixture.target.rules.answer = () => ({ status: 500, body: 'no' })
  const id = await endpoint()
  const made = await attempt(id)
  expect(made).toMatchObject({ status: 2, statusText: 'fail', responseStatusCode: 500 })
  const [pair] = await pairs(made.msgId)
  expect(pair).toMatchObject({ id, statusText: 'fail' })
  expect(pair?.nextAttempt).toBeUndefined()
  fixture.clock.advance(3_600_000)
  const { id: later } = await org.message.create({ app_id, body: { eventType: 'later', payload } })
  await until('a later message arrives', () => fixture.target.ids().includes(later))
  expect(fixture.target.ids().filter((one) => one === made.msgId)).toHaveLength(1)
})

test('[WH-08] 201 when nobody answers: the reason is the response', async () => {
  const id = await endpoint({ url: 'http://127.0.0.1:1024/' })
  const made = await attempt(id)
  expect(made).toMatchObject({ status: 2, responseStatusCode: 0, triggerType: 1 })
  expect(made.response).not.toBe('')
})

test('[WH-08] 201 past all filters, and to a disabled endpoint; to no other endpoint', async () => {
  await org.eventType.create({ body: { name: 'other.type', description: '' } })
  await endpoint()
  const id = await endpoint({ disabled: true, filterTypes: ['other.type'], channels: ['c'] })
  expect(await attempt(id)).toMatchObject({ endpointId: id, status: 0 })
  expect(fixture.target.received).toHaveLength(1)
})

test('[WH-08] 201 right after a change of the endpoint follows it, at any time', async () => {
  const id = await endpoint({ url: 'http://127.0.0.1:1024/' })
  for (let i = 0; i < 5; i++) {
    const url = `${fixture.target.url}${i}`
    await org.endpoint.patch({ app_id, endpoint_id: id, body: { url } })
    expect(await attempt(id)).toMatchObject({ url, status: 0 })
  }
})

test('[WH-08] 201 although the endpoint has a queue that it does not answer', async () => {
  const slow = await holding()
  const id = await endpoint({ url: slow.url })
  for (let i = 0; i < 20; i++)
    await org.message.create({ app_id, body: { eventType: 'queued', payload } })
  await until('some wait', () => slow.held.length >= 2)
  const before = slow.held.length
  const trying = attempt(id)
  await until('one more comes', () => slow.held.length > before)
  slow.held.at(-1)?.end()
  expect(await trying).toMatchObject({ status: 0 })
  await slow.close()
})

test('[WH-08] 201 for a portal; an integration of the application too', async () => {
  const id = await endpoint()
  const { token } = await org.authentication.appPortalAccess({ app_id, body: {} })
  expect(await attempt(id, {}, fixture.as(token))).toMatchObject({ status: 0 })
})

test('[WH-08] 409 for a used eventId, and nothing is sent', async () => {
  const id = await endpoint()
  await attempt(id, { eventId: 'once' })
  expect(await refusal(attempt(id, { eventId: 'once' }))).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
  const again = { eventType: 'a', payload, eventId: 'once' }
  expect((await refusal(org.message.create({ app_id, body: again }))).status).toBe(409)
  expect(fixture.target.received).toHaveLength(1)
})

test('[WH-08] 429 for too many at once in one application, and none the less in another', async () => {
  const slow = await holding()
  const id = await endpoint({ url: slow.url })
  const hanging = Array.from({ length: 4 }, () => attempt(id))
  await until('four wait', () => slow.held.length === 4)
  expect((await refusal(attempt(id))).status).toBe(429)
  const away = await org.application.create({ body: { name: 'Away' } })
  const { id: endpoint_id } = await org.endpoint.create({
    app_id: away.id,
    body: { url: fixture.target.url },
  })
  const elsewhere = { app_id: away.id, endpoint_id, body: { eventType: 'a', payload } }
  expect(await org.message.testAttempt(elsewhere)).toMatchObject({ status: 0 })
  for (const response of slow.held) response.end()
  for (const made of await Promise.all(hanging)) expect(made).toMatchObject({ status: 0 })
  await slow.close()
})

test('[WH-08] 404 for an unknown endpoint, another application, another organisation', async () => {
  const id = await endpoint()
  expect(await refusal(attempt('ep_none'))).toEqual(notFound)
  expect(await refusal(attempt(id, {}, fixture.stranger))).toEqual(notFound)
  await org.endpoint.delete({ app_id, endpoint_id: id })
  expect(await refusal(attempt(id))).toEqual(notFound)
})

test('[WH-08] 422 for a payload that is no object or an archived type; 413 for a large one', async () => {
  const id = await endpoint()
  await org.eventType.create({ body: { name: 'gone', description: '', archived: true } })
  const loc = (field: string) => ({ status: 422, body: { detail: [{ loc: ['body', field] }] } })
  expect(await refusal(attempt(id, { eventType: 'gone' }))).toMatchObject(loc('eventType'))
  expect(await refusal(attempt(id, { eventType: 'a b' }))).toMatchObject(loc('eventType'))
  expect(await refusal(attempt(id, { payload: [1] }))).toMatchObject(loc('payload'))
  expect((await refusal(attempt(id, { payload: { a: 'x'.repeat(1024 * 1024) } }))).status).toBe(413)
  expect(fixture.target.received).toEqual([])
})
