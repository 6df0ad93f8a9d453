import { refusal } from '@countersign/kit/testing'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until, type WebhooksFixture, webhooksFixture } from './webhooks.fixture.ts'

let fixture: WebhooksFixture
beforeAll(async () => {
  fixture = await webhooksFixture()
})
afterAll(() => fixture.close())

const newApp = async () =>
  (await fixture.org.application.create({ body: { name: 'App', uid: `u${Math.random()}` } })).id

test('[WH-04] gracePeriodSeconds 0 ends the old secret with the rotation; otherwise both sign', async () => {
  const { org, target } = fixture
  const app_id = await newApp()
  const { id: endpoint_id } = await org.endpoint.create({ app_id, body: { url: target.url } })
  const at = { app_id, endpoint_id }
  const secret = async () => (await org.endpoint.getSecret(at)).key
  const sentBy = async () => {
    target.received.length = 0
    await org.message.create({ app_id, body: { eventType: 'x', payload: { a: 1 } } })
    await until('it is delivered', () => target.received.length > 0)
    const [{ body, headers } = { body: '', headers: {} }] = target.received
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
    return (key: string) => new Webhook(key).verify(body, Object.fromEntries(texts))
  }
  const first = await secret()
  await org.endpoint.rotateSecret({ ...at, body: { gracePeriodSeconds: 60 } })
  const second = await secret()
  const both = await sentBy()
  expect([both(first), both(second)]).toEqual([{ a: 1 }, { a: 1 }])
  await org.endpoint.rotateSecret({ ...at, body: { gracePeriodSeconds: 0 } })
  fixture.clock.advance(61_000)
  const third = await secret()
  const alone = await sentBy()
  expect(alone(third)).toEqual({ a: 1 })
  expect(() => alone(second)).toThrow(/signature/i)
  expect(() => alone(first)).toThrow(/signature/i)
})

test('[WH-16] throttleRate and eventTypes are other names; two different values are refused', async () => {
  const { org } = fixture
  const app_id = await newApp()
  await org.eventType.create({ body: { name: 'paid', description: '' } })
  const url = 'https://example.org/hook'
  const made = await org.endpoint.create({
    app_id,
    body: { url, throttleRate: 5, eventTypes: ['paid'] },
  })
  expect(made).toMatchObject({ rateLimit: 5, throttleRate: 5, filterTypes: ['paid'] })
  const both = (rateLimit: number | null) =>
    org.endpoint.create({ app_id, body: { url, throttleRate: 5, rateLimit } })
  expect((await both(5)).rateLimit).toBe(5)
  expect((await both(null)).rateLimit).toBe(5)
  expect(await refusal(both(6))).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'throttleRate'] }] },
  })
  const uid = `made${Math.random()}`
  const send = (application: { name: string; uid: string; rateLimit?: number }) =>
    org.message.create({
      app_id: uid,
      body: { eventType: 'x', payload: {}, application: { ...application, throttleRate: 7 } },
    })
  expect(await refusal(send({ name: 'New', uid, rateLimit: 8 }))).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'application', 'throttleRate'] }] },
  })
  await send({ name: 'New', uid })
  expect((await org.application.get({ app_id: uid })).rateLimit).toBe(7)
  const opened = `${uid}-portal`
  const application = { name: 'Opened', uid: opened, throttleRate: 9 }
  await org.authentication.appPortalAccess({ app_id: opened, body: { application } })
  expect((await org.application.get({ app_id: opened })).rateLimit).toBe(9)
})

test('[WH-13] a type reserved for flags is hidden from tokens without any of them', async () => {
  const { org, as } = fixture
  const app_id = await newApp()
  const event_type_name = 'reserved'
  const body = { description: '', featureFlags: ['a', 'b'], groupName: 'g', deprecated: true }
  const made = await org.eventType.create({ body: { name: event_type_name, ...body } })
  expect(made).toMatchObject({ ...body, featureFlag: 'a' })
  const sees = async (featureFlags: string[]) => {
    const { token } = await org.authentication.appPortalAccess({ app_id, body: { featureFlags } })
    return (await as(token).eventType.list({})).data.some(({ name }) => name === event_type_name)
  }
  expect([await sees(['b']), await sees(['a', 'x']), await sees(['x'])]).toEqual([
    true,
    true,
    false,
  ])
  const patch = (change: object) => org.eventType.patch({ event_type_name, body: change })
  expect(await patch({ description: 'New' })).toMatchObject({ ...body, description: 'New' })
  expect(await patch({ featureFlags: [] })).toMatchObject({ featureFlags: ['a', 'b'] })
  expect(await refusal(patch({ featureFlags: ['a', 'b'], featureFlag: 'a' }))).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'featureFlags'] }] },
  })
  const { eventTypes } = await org.environment.export({ body: {} })
  const [exported] = eventTypes.filter(({ name }) => name === event_type_name)
  expect(exported).toMatchObject({ featureFlags: ['a', 'b'], groupName: 'g', deprecated: true })
  await patch({ featureFlags: null, groupName: null, deprecated: false })
  expect(await sees([])).toBe(true)
  await org.environment.import({
    body: { eventTypes: exported ? [exported] : [], connectors: [] },
  })
  expect(await org.eventType.get({ event_type_name })).toMatchObject({
    ...body,
    description: 'New',
  })
  expect(await sees([])).toBe(false)
})

test('[WH-13] a dry run of an OpenAPI import writes nothing; replaceAll archives all others', async () => {
  const { org } = fixture
  await org.eventType.create({ body: { name: 'kept.not', description: '' } })
  const spec = {
    openapi: '3.1.0',
    webhooks: { 'from.spec': { post: { description: 'From it', deprecated: true } } },
  }
  const names = async () => (await org.eventType.list({})).data.map(({ name }) => name)
  const before = await names()
  expect(
    await org.eventType.importOpenapi({ body: { spec, dryRun: true, replaceAll: true } }),
  ).toMatchObject({
    data: {
      modified: [],
      to_modify: [{ name: 'from.spec', description: 'From it', deprecated: true, schemas: null }],
    },
  })
  expect(await names()).toEqual(before)
  const { data } = await org.eventType.importOpenapi({ body: { spec, replaceAll: true } })
  expect(data).toEqual({ modified: ['from.spec'] })
  expect(await names()).toEqual(['from.spec'])
  expect(await org.eventType.get({ event_type_name: 'kept.not' })).toMatchObject({ archived: true })
})

test('[WH-11] with_msg shows the message with each attempt at an endpoint', async () => {
  const { org, target } = fixture
  const app_id = await newApp()
  const { id: endpoint_id } = await org.endpoint.create({ app_id, body: { url: target.url } })
  const sent = await org.message.create({ app_id, body: { eventType: 'x', payload: { n: 1 } } })
  const list = async (query: object = {}) =>
    (await org.messageAttempt.listByEndpoint({ app_id, endpoint_id, query })).data
  await until('it is on record', async () => (await list()).length === 1)
  const [attempt] = await list({ with_msg: true, expanded_statuses: true })
  expect(attempt?.msg).toEqual(sent)
  const [bare] = await list({ with_msg: true, with_content: false })
  expect(bare?.msg).toEqual({ ...sent, payload: {} })
  expect((await list())[0]).not.toHaveProperty('msg')
  expect(await list({ tag: 't' })).toEqual([])
})

test('[WH-15] what starts a task answers what newer clients insist on', async () => {
  const { org, clock } = fixture
  const app_id = await newApp()
  const since = new Date(clock() - 1000).toISOString()
  const until = new Date(clock()).toISOString()
  const task = await org.statistics.aggregateAppStats({
    body: { appIds: [app_id, 'nobody', 'no-one'], since, until },
  })
  expect(task.unresolvedAppIds).toEqual(['nobody', 'no-one'])
  const { updatedAt } = await org.backgroundTask.get({ task_id: task.id })
  expect([task.updatedAt, updatedAt].map((at) => Number.isNaN(Date.parse(at)))).toEqual([
    false,
    false,
  ])
})
