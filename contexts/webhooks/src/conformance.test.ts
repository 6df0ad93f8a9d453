import { Webhook } from 'standardwebhooks'
import { Svix } from 'svix'
import { Svix as Svix1 } from 'svix-1'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Received } from './delivery.fixture.ts'
import { until, type WebhooksFixture, webhooksFixture } from './webhooks.fixture.ts'

let fixture: WebhooksFixture
let serverUrl: string
beforeAll(async () => {
  fixture = await webhooksFixture()
  serverUrl = await fixture.listen()
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

describe('svix 1.13.0', () => {
  const svix = () => new Svix1(fixture.orgToken, { serverUrl })

  test('[WH-08] creates, sends and verifies, lists and pages', async () => {
    const api = svix()
    const app = await api.application.getOrCreate({ name: 'One', uid: 'client-1' })
    expect(app.createdAt).toBeInstanceOf(Date)
    expect(await api.application.getOrCreate({ name: 'Other', uid: 'client-1' })).toEqual(app)
    await api.eventType.create({ name: 'transfer.created', description: 'A transfer' })
    const endpoint = await api.endpoint.create('client-1', {
      url: fixture.target.url,
      filterTypes: ['transfer.created'],
      uid: 'main',
    })
    expect(endpoint).toMatchObject({ version: 1, disabled: false, description: '', metadata: {} })
    const { key } = await api.endpoint.getSecret(app.id, 'main')

    const sent = await api.message.create('client-1', {
      eventType: 'transfer.created',
      payload: { amount: '1.5', nested: { b: 1, a: 2 } },
    })
    expect(sent.payload).toEqual({ amount: '1.5', nested: { b: 1, a: 2 } })
    await until('it is delivered', () => fixture.target.received.length === 1)
    const [received] = fixture.target.received
    expect(verified(key, received!)).toEqual(sent.payload)
    await until('it is recorded', async () => {
      const { data } = await api.messageAttempt.listByMsg(app.id, sent.id)
      return data.length === 1
    })
    const { data: attempts } = await api.messageAttempt.listByEndpoint(app.id, 'main')
    expect(attempts).toMatchObject([{ msgId: sent.id, status: 0, responseStatusCode: 204 }])
    const attempt = await api.messageAttempt.get(app.id, sent.id, attempts[0]!.id)
    expect(attempt).toEqual(attempts[0])
    const messages = await api.messageAttempt.listAttemptedMessages(app.id, endpoint.id)
    expect(messages.data).toMatchObject([{ id: sent.id, status: 0 }])
    const places = await api.messageAttempt.listAttemptedDestinations(app.id, sent.id)
    expect(places.data).toMatchObject([{ id: endpoint.id, status: 0 }])
    expect(await api.endpoint.getStats(app.id, 'main')).toMatchObject({ success: 1, fail: 0 })
    const ids = await manyMessages(api, app.id)
    const one = await api.message.list(app.id, { limit: 4 })
    expect(one.data.map(({ id }) => id)).toEqual(ids.slice(0, 4))
    const two = await api.message.list(app.id, { limit: 4, iterator: String(one.iterator) })
    expect(two.data.map(({ id }) => id)).toEqual(ids.slice(4, 8))
    const back = await api.message.list(app.id, { limit: 4, iterator: String(two.prevIterator) })
    expect(back.data).toEqual(one.data)
  })

  /** Sends 8 more; all ids, newest first. */
  async function manyMessages(api: Svix1, appId: string) {
    const ids: string[] = []
    for (let n = 0; n < 8; n++) {
      fixture.clock.advance(5)
      ids.unshift((await api.message.create(appId, { eventType: 'other', payload: { n } })).id)
    }
    return ids
  }

  test('[WH-03] changes and deletes', async () => {
    const api = svix()
    const app = await api.application.create({ name: 'Two' })
    expect((await api.application.patch(app.id, { name: 'Zwei' })).name).toBe('Zwei')
    expect((await api.application.update(app.id, { name: 'Deux', uid: 'u' })).uid).toBe('u')
    const endpoint = await api.endpoint.create(app.id, { url: 'https://a.example/' })
    const patched = await api.endpoint.patch(app.id, endpoint.id, { channels: ['a'] })
    expect(patched.channels).toEqual(['a'])
    const updated = await api.endpoint.update(app.id, endpoint.id, { url: 'https://b.example/' })
    expect(updated).toMatchObject({ url: 'https://b.example/', channels: null })
    await api.endpoint.updateHeaders(app.id, endpoint.id, { headers: { 'X-A': '1' } })
    await api.endpoint.patchHeaders(app.id, endpoint.id, { headers: { Authorization: 'b' } })
    expect(await api.endpoint.getHeaders(app.id, endpoint.id)).toMatchObject({
      headers: { 'X-A': '1' },
      sensitive: ['Authorization'],
    })
    await api.endpoint.rotateSecret(app.id, endpoint.id, {})
    const { url, token } = await api.authentication.appPortalAccess(app.id, {})
    expect(url).toContain('/login#key=')
    expect((await new Svix1(token, { serverUrl }).endpoint.list(app.id)).data).toHaveLength(1)
    await api.endpoint.delete(app.id, endpoint.id)
    await api.application.delete(app.id)
    await expect(api.application.get(app.id)).rejects.toMatchObject({
      code: 404,
      body: { code: 'not_found' },
    })
    await expect(api.application.create({ name: '' })).rejects.toMatchObject({
      code: 422,
      body: { detail: [{ loc: ['body', 'name'] }] },
    })
  })

  test('[WH-07] event types, both forms of lists in queries', async () => {
    const api = svix()
    const type = await api.eventType.create({
      name: 'a.b',
      description: 'D',
      schemas: { 1: { type: 'object' } },
    })
    expect(type.schemas).toEqual({ 1: { type: 'object' } })
    expect(await api.eventType.get('a.b')).toEqual(type)
    await api.eventType.patch('a.b', { description: 'E' })
    await api.eventType.update('a.b', { description: 'F' })
    await api.eventType.delete('a.b')
    const { data } = await api.eventType.list({ includeArchived: true, withContent: true })
    expect(data.find(({ name }) => name === 'a.b')).toMatchObject({ archived: true })
    const app = await api.application.create({ name: 'Lists' })
    for (const eventType of ['x', 'y', 'z'])
      await api.message.create(app.id, { eventType, payload: {} })
    const some = await api.message.list(app.id, { eventTypes: ['x', 'z'] })
    expect(some.data.map(({ eventType }) => eventType).sort()).toEqual(['x', 'z'])
  })
})

describe('svix 2.5.0', () => {
  const svix = () => new Svix(fixture.orgToken, { serverUrl })

  test('[WH-08] creates, sends and verifies, lists and pages', async () => {
    const api = svix()
    const app = await api.application.getOrCreate({ name: 'One', uid: 'client-2' })
    await api.eventType.create({ name: 'case.opened', description: 'A case' })
    const endpoint = await api.endpoint.create('client-2', {
      url: fixture.target.url,
      eventTypes: ['case.opened'],
      throttleRate: 100,
      headers: { 'X-Own': 'mine' },
    })
    expect(endpoint).toMatchObject({ eventTypes: ['case.opened'], throttleRate: 100 })
    const { key } = await api.endpoint.getSecret(app.id, endpoint.id)
    const sent = await api.message.create(
      app.id,
      { eventType: 'case.opened', eventId: 'case-1', payload: { n: 1 }, channels: ['c'] },
      { withContent: true },
    )
    expect(sent).toMatchObject({ payload: { n: 1 }, eventId: 'case-1', channels: ['c'] })
    await until('it is delivered', () => fixture.target.received.length === 1)
    const [received] = fixture.target.received
    expect(verified(key, received!)).toEqual({ n: 1 })
    expect(received!.headers['x-own']).toBe('mine')
    await until('it is recorded', async () => {
      const { data } = await api.messageAttempt.listByMsg(app.id, 'case-1')
      return data.length === 1
    })
    const { data } = await api.messageAttempt.listByEndpoint(app.id, endpoint.id, {
      withContent: true,
    })
    expect(data).toMatchObject([{ status: 0, statusText: 'success', triggerType: 0 }])
    expect(data[0]!.responseDurationMs).toBeGreaterThanOrEqual(0)
    expect(await api.messageAttempt.get(app.id, sent.id, data[0]!.id)).toEqual(data[0])
    const messages = await api.messageAttempt.listAttemptedMessages(app.id, endpoint.id)
    expect(messages.data).toMatchObject([{ id: sent.id, statusText: 'success', payload: {} }])
    const places = await api.messageAttempt.listAttemptedDestinations(app.id, sent.id)
    expect(places.data).toMatchObject([{ id: endpoint.id, statusText: 'success' }])
    expect(await api.endpoint.getStats(app.id, endpoint.id)).toMatchObject({
      success: 1,
      canceled: 0,
    })
    for (let n = 0; n < 3; n++) {
      fixture.clock.advance(5)
      await api.endpoint.create(app.id, { url: `https://e${n}.example/` })
    }
    const one = await api.endpoint.list(app.id, { limit: 2 })
    expect(one.done).toBe(false)
    const two = await api.endpoint.list(app.id, { limit: 2, iterator: one.iterator! })
    expect(two).toMatchObject({ done: true, data: [{}, { id: endpoint.id }] })
    const back = await api.endpoint.list(app.id, { limit: 2, iterator: two.prevIterator! })
    expect(back.data).toEqual(one.data)
  })

  test('[WH-03] changes and deletes', async () => {
    const api = svix()
    const app = await api.application.create({ name: 'Two', throttleRate: 5 })
    expect(app.throttleRate).toBe(5)
    expect((await api.application.upsert(app.id, { name: 'Deux' })).name).toBe('Deux')
    const endpoint = await api.endpoint.create(app.id, { url: 'https://a.example/' })
    const patched = await api.endpoint.patch(app.id, endpoint.id, { disabled: true })
    expect(patched.disabled).toBe(true)
    await api.endpoint.rotateSecret(app.id, endpoint.id, {})
    const { token } = await api.authentication.appPortalAccess(app.id)
    expect((await new Svix(token, { serverUrl }).endpoint.list(app.id)).data).toHaveLength(1)
    await api.endpoint.delete(app.id, endpoint.id)
    await api.application.delete(app.id)
    await expect(api.application.get(app.id)).rejects.toMatchObject({
      code: 404,
      body: { code: 'not_found' },
    })
    await api.health.get()
  })
})
