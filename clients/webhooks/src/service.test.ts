import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from './client.gen.ts'
import { createClient } from './client.ts'
import { isHttpError, isValidationError } from './errors.ts'
import { iterate } from './iterate.ts'
import { thrown } from './server.fixture.ts'
import { type RealService, realService } from './service.fixture.ts'
import { verifyWebhook } from './webhook.ts'

let service: RealService
let client: Client
beforeAll(async () => {
  service = await realService()
  client = createClient(service.token, { serverUrl: service.url })
})
afterAll(() => service.close())

const collect = async <T>(items: AsyncIterable<T>) => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

test('[WC-01] application, endpoint and message: the delivery is verified', async () => {
  const app = await client.application.create({ name: 'Round trip', uid: 'round-trip' })
  expect(app.createdAt).toBeInstanceOf(Date)
  expect(app.createdAt.getTime()).toBeGreaterThan(Date.now() - 60_000)
  const endpoint = await client.endpoint.create('round-trip', {
    url: service.target.url,
    rateLimit: 100,
  })
  expect(await client.endpoint.get(app.id, endpoint.id)).toEqual(endpoint)
  const { key } = await client.endpoint.getSecret('round-trip', endpoint.id)

  const payload = { amount: 5, note: 'Grüße 🎉', createdAt: '2026-08-21T12:00:00Z' }
  const sent = await client.message.create('round-trip', { eventType: 'transfer.created', payload })
  expect(sent).toMatchObject({
    eventType: 'transfer.created',
    payload,
    timestamp: expect.any(Date),
  })

  const { headers, body } = await service.target.next()
  expect(await verifyWebhook(key, headers, body)).toEqual(payload)
  const flat = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.replace(/^svix-/, 'webhook-'),
      String(value),
    ]),
  )
  expect(new Webhook(key).verify(body, flat)).toEqual(payload)
  expect((await thrown(verifyWebhook(key, headers, `${body} `))).message).toBe(
    'No matching signature found',
  )

  expect(await client.message.getRawPayload('round-trip', sent.id)).toEqual({
    payload: JSON.stringify(payload),
  })
  const { data } = await client.message.list('round-trip', {
    eventTypes: ['transfer.created', 'other'],
    after: new Date(Date.now() - 60_000),
  })
  expect(data.map((message) => message.id)).toEqual([sent.id])
  expect(await client.application.delete(app.id)).toBeUndefined()
})

test('[WC-01] iterate walks a list of the service', async () => {
  for (let i = 0; i < 7; i++)
    await client.application.create({ name: `App ${i}`, uid: `walk-${i}` })
  const all = await collect(
    iterate((page) => client.application.list({ limit: 3, order: 'descending', ...page })),
  )
  const walked = all.map(({ uid }) => uid).filter((uid) => uid?.startsWith('walk-'))
  expect(walked).toEqual([6, 5, 4, 3, 2, 1, 0].map((i) => `walk-${i}`))
  const first = await client.application.list({ limit: 250 })
  expect(all.length).toBe(first.data.length)
})

test('[WC-03] the service refuses in the shapes that the client knows', async () => {
  const missing = await thrown(client.application.get('nobody'))
  expect(isHttpError(missing) && [missing.code, missing.body]).toEqual([
    404,
    { code: 'not_found', detail: expect.any(String) },
  ])
  const broken = await thrown(client.application.create({ name: '' }))
  expect(isValidationError(broken) && [broken.code, broken.body.detail[0]?.loc]).toEqual([
    422,
    ['body', 'name'],
  ])
  const stranger = createClient('sk_nobody', { serverUrl: service.url })
  expect(await thrown(stranger.application.list())).toMatchObject({ code: 401 })
  await client.application.create({ name: 'A', uid: 'taken' })
  expect(await thrown(client.application.create({ name: 'B', uid: 'taken' }))).toMatchObject({
    code: 409,
  })
  expect(
    await client.application.create({ name: 'B', uid: 'taken' }, { getIfExists: true }),
  ).toMatchObject({ name: 'A' })
})

test('[WC-01] health answers without a token', async () => {
  expect(await createClient('', { serverUrl: service.url }).health.get()).toBeUndefined()
})

test('[WC-01] a token of the portal opens its application alone', async () => {
  await client.application.create({ name: 'Portal', uid: 'portal' })
  const { token } = await client.authentication.appPortalAccess('portal', {})
  const portal = createClient(token, { serverUrl: service.url })
  expect(await portal.endpoint.list('portal')).toMatchObject({
    data: [],
    done: true,
    iterator: null,
  })
  expect(await thrown(portal.application.list())).toMatchObject({ code: 403 })
  await portal.authentication.logout()
  expect(await thrown(portal.endpoint.list('portal'))).toMatchObject({ code: 401 })
})
