import { Svix } from 'svix'
import { Svix as Svix1 } from 'svix-1'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { until, type WebhooksFixture, webhooksFixture } from './webhooks.fixture.ts'

let fixture: WebhooksFixture
let serverUrl: string
beforeAll(async () => {
  fixture = await webhooksFixture()
  serverUrl = await fixture.listen()
})
beforeEach(() => {
  fixture.target.received.length = 0
})
afterAll(() => fixture.close())

const specRaw = `
openapi: 3.1.0
info: {title: T, version: '1'}
webhooks:
  case.opened:
    post:
      requestBody:
        content: {application/json: {schema: {type: object, properties: {id: {const: case-1}}}}}
`
const received = () => fixture.target.received.map(({ body }) => JSON.parse(body))

test('[WH-12] client 1.13.0 imports, sends an example and manages integrations', async () => {
  const api = new Svix1(fixture.orgToken, { serverUrl })
  expect((await api.eventType.importOpenApi({ specRaw })).data.modified).toEqual(['case.opened'])
  const app = await api.application.create({ name: 'One' })
  const endpoint = await api.endpoint.create(app.id, { url: fixture.target.url })
  const sent = await api.endpoint.sendExample(app.id, endpoint.id, { eventType: 'case.opened' })
  expect(sent.eventType).toBe('case.opened')
  await until('it arrives', () => fixture.target.received.length === 1)
  expect(received()).toEqual([{ id: 'case-1' }])

  const made = await api.integration.create(app.id, { name: 'I' })
  expect(made.createdAt).toBeInstanceOf(Date)
  expect(await api.integration.update(app.id, made.id, { name: 'J' })).toMatchObject({ name: 'J' })
  expect((await api.integration.list(app.id)).data).toMatchObject([{ id: made.id, name: 'J' }])
  const { key } = await api.integration.getKey(app.id, made.id)
  const own = new Svix1(key, { serverUrl })
  expect((await own.endpoint.list(app.id)).data).toHaveLength(1)
  await api.integration.rotateKey(app.id, made.id)
  await expect(own.endpoint.list(app.id)).rejects.toMatchObject({ code: 401 })
  await api.integration.delete(app.id, made.id)
  await expect(api.integration.get(app.id, made.id)).rejects.toMatchObject({ code: 404 })
})

test('[WH-11] client 2 exports the environment, sends an example and rotates keys', async () => {
  const api = new Svix(fixture.orgToken, { serverUrl })
  await api.eventType.create({ name: 'exported', description: 'E' })
  const out = await api.environment.export()
  expect(out.eventTypes.map(({ name }) => name)).toContain('exported')
  expect(out.createdAt).toBeInstanceOf(Date)
  const app = await api.application.create({ name: 'Two' })
  const endpoint = await api.endpoint.create(app.id, { url: fixture.target.url })
  fixture.target.received.length = 0
  await api.endpoint.sendExample(app.id, endpoint.id, { eventType: 'svix.ping' })
  await until('it arrives', () => fixture.target.received.length === 1)
  expect(received()).toEqual([{ success: true }])
  const { id } = await api.integration.create(app.id, { name: 'I' })
  const { key } = await api.integration.rotateKey(app.id, id)
  expect(await new Svix(key, { serverUrl }).application.get(app.id)).toMatchObject({ id: app.id })
})
