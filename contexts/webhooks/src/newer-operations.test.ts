import { refusal } from '@countersign/kit/testing'
import { Webhook } from 'standardwebhooks'
import { Svix } from 'svix'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notOffered } from './not-offered.rules.ts'
import { until, type WebhooksFixture, webhooksFixture } from './webhooks.fixture.ts'

let fixture: WebhooksFixture
beforeAll(async () => {
  fixture = await webhooksFixture()
})
afterAll(() => fixture.close())
beforeEach(() => {
  fixture.target.received.length = 0
})

const newApp = async () =>
  (await fixture.org.application.create({ body: { name: 'App', uid: `u${Math.random()}` } })).id
const bodies = () => fixture.target.received.map(({ body }): unknown => JSON.parse(body))
const arrived = (count: number) =>
  until(`${count} have arrived`, () => fixture.target.received.length >= count)
const send = (app_id: string, eventType: string, n: number, channels?: string[]) =>
  fixture.org.message.create({
    app_id,
    body: { eventType, payload: { n }, ...(channels && { channels }) },
  })
async function finished(task_id: string): Promise<Record<string, unknown>> {
  const get = () => fixture.org.backgroundTask.get({ task_id })
  await until('the task has ended', async () => (await get()).status !== 'running')
  return (await get()).data
}
const anHourAgo = () => new Date(fixture.clock() - 3_600_000).toISOString()

describe('what newer clients may ask for', () => {
  let serverUrl = ''
  beforeAll(async () => {
    serverUrl = await fixture.listen()
  })
  const client = () => new Svix(fixture.orgToken, { serverUrl })

  test('[WH-02] applications without endpoints, or with one that is disabled, can be left out', async () => {
    const svix = client()
    const mark = `mark${Math.random()}`
    const make = async (endpoints: readonly boolean[]) => {
      const { id } = await svix.application.create({ name: mark })
      for (const disabled of endpoints)
        await svix.endpoint.create(id, { url: 'https://a.example/', disabled })
      return id
    }
    const [none, on, off] = [await make([]), await make([false]), await make([false, true])]
    const listed = async (query: object) =>
      (await svix.application.list({ limit: 250, ...query })).data
        .filter(({ name }) => name === mark)
        .map(({ id }) => id)
    expect(await listed({})).toEqual([none, on, off].toSorted())
    expect(await listed({ excludeAppsWithNoEndpoints: true })).toEqual([on, off].toSorted())
    expect(await listed({ excludeAppsWithDisabledEndpoints: true })).toEqual([none, on].toSorted())
  })

  test('[WH-05] exampleIndex chooses among the examples of a schema', async () => {
    const svix = client()
    const name = `picked.${Math.random()}`
    const examples = [{ n: 0 }, { n: 1 }]
    await svix.eventType.create({
      name,
      description: '',
      schemas: { 1: { type: 'object', examples } },
    })
    const app = await newApp()
    const { id } = await svix.endpoint.create(app, { url: fixture.target.url })
    await svix.endpoint.sendExample(app, id, { eventType: name, exampleIndex: 1 })
    await arrived(1)
    expect(bodies()).toEqual([{ n: 1 }])
    const missing = svix.endpoint.sendExample(app, id, { eventType: name, exampleIndex: 2 })
    await expect(missing).rejects.toMatchObject({ code: 422 })
  })

  test('[WH-13] attempts over time by the hour, of some event types, with what was canceled', async () => {
    const svix = client()
    const app = await newApp()
    const { id } = await svix.endpoint.create(app, { url: fixture.target.url })
    const code =
      "function handler(webhook) { webhook.cancel = webhook.eventType === 'b'; return webhook }"
    await fixture.org.endpoint.patchTransformation({
      ...{ app_id: app, endpoint_id: id },
      body: { code, enabled: true },
    })
    for (const type of ['a', 'b', 'c']) await send(app, type, 1)
    const counted = async (types?: string[]) => {
      const { data, period } = await fixture.org.statistics.appAttempts({
        app_id: app,
        query: { period: 'OneHour', ...(types && { event_types: types }) },
      })
      const sum = (list: readonly number[]) => list.reduce((one, other) => one + other, 0)
      return [period, sum(data.successCount), sum(data.canceledCount)]
    }
    await until('all are on record', async () => (await counted())[1] === 3)
    expect(await counted()).toEqual(['OneHour', 3, 1])
    expect(await counted(['a', 'b'])).toEqual(['OneHour', 2, 1])
    const status = async (expandedStatuses: boolean) =>
      (await svix.messageAttempt.listByEndpoint(app, id, { eventTypes: ['b'], expandedStatuses }))
        .data[0]?.statusText
    expect([await status(false), await status(true)]).toEqual(['success', 'canceled'])
    const query = { period: 'OneHour', startDate: new Date(0).toISOString() } as const
    expect(await refusal(fixture.org.statistics.appAttempts({ app_id: app, query }))).toMatchObject(
      {
        status: 400,
      },
    )
  })
})

describe('[WH-04] operational-webhook endpoints', () => {
  test('hear of the organisation whose token made them, and of no other', async () => {
    const { org, stranger, target } = fixture
    expect(await org.operationalWebhookEndpoint.list({})).toMatchObject({ data: [], done: true })
    const body = { url: target.url, filterTypes: ['endpoint.created'] }
    const made = await org.operationalWebhookEndpoint.create({ body })
    const at = { endpoint_id: made.id }
    expect(made).toMatchObject({ eventTypes: ['endpoint.created'], disabled: false })
    expect((await org.operationalWebhookEndpoint.list({})).data).toEqual([made])
    const { key } = await org.operationalWebhookEndpoint.getSecret(at)

    const strangersApp = await stranger.application.create({ body: { name: 'Theirs' } })
    await stranger.endpoint.create({ app_id: strangersApp.id, body: { url: target.url } })
    const app_id = await newApp()
    const own = await org.endpoint.create({ app_id, body: { url: target.url } })
    await arrived(1)
    const [{ body: text, headers } = { body: '', headers: {} }] = target.received
    const texts = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    )
    expect(new Webhook(key).verify(text, texts)).toMatchObject({
      type: 'endpoint.created',
      data: { appId: app_id, endpointId: own.id },
    })

    await org.operationalWebhookEndpoint.update({ ...at, body: { url: target.url, uid: 'ops' } })
    expect(await org.operationalWebhookEndpoint.get({ endpoint_id: 'ops' })).toMatchObject({
      id: made.id,
      eventTypes: null,
    })
    await org.operationalWebhookEndpoint.delete(at)
    await org.endpoint.delete({ app_id, endpoint_id: own.id })
    expect((await org.operationalWebhookEndpoint.list({})).data).toEqual([])
    expect(target.received).toHaveLength(1)
  })

  test('belong to their organisation: 404 for another’s, 403 for a portal, 422 for an unknown type', async () => {
    const { org, stranger, as, target } = fixture
    const { id } = await org.operationalWebhookEndpoint.create({ body: { url: target.url } })
    const at = { endpoint_id: id }
    // One that has none of its own, and one that has.
    for (const prepare of [
      () => Promise.resolve(),
      () => stranger.operationalWebhookEndpoint.create({ body: { url: target.url } }),
    ]) {
      await prepare()
      for (const work of [
        () => stranger.operationalWebhookEndpoint.get(at),
        () => stranger.operationalWebhookEndpoint.getSecret(at),
        () => stranger.operationalWebhookEndpoint.delete(at),
      ])
        expect(await refusal(work())).toMatchObject({ status: 404 })
    }
    const app_id = await newApp()
    const { token } = await org.authentication.appPortalAccess({ app_id, body: {} })
    expect(await refusal(as(token).operationalWebhookEndpoint.list({}))).toMatchObject({
      status: 403,
    })
    const body = { url: target.url, filterTypes: ['invoice.paid'] }
    expect(await refusal(org.operationalWebhookEndpoint.create({ body }))).toMatchObject({
      status: 422,
    })
  })

  test('are made once for one idempotency key', async () => {
    const { app, orgToken, target } = fixture
    const make = (key: string) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/operational-webhook/endpoint',
        headers: { authorization: `Bearer ${orgToken}`, 'idempotency-key': key },
        payload: { url: target.url },
      })
    const [one, two] = [await make('once'), await make('once')]
    expect(one.statusCode).toBe(201)
    expect(two.body).toEqual(one.body)
  })
})

test('[WH-05] bulk-replay sends again what matches, delivered or not, and nothing else', async () => {
  const { org, target } = fixture
  const app_id = await newApp()
  const { id: endpoint_id } = await org.endpoint.create({ app_id, body: { url: target.url } })
  await send(app_id, 'paid', 1, ['eu'])
  await send(app_id, 'paid', 2)
  await send(app_id, 'void', 3)
  await arrived(3)
  const at = { app_id, endpoint_id }
  await until('all are on record', async () => {
    const { data } = await org.messageAttempt.listByEndpoint(at)
    return data.length === 3
  })
  const replay = async (filter: object) => {
    target.received.length = 0
    fixture.clock.advance(1_000)
    const body = { since: anHourAgo(), ...filter }
    const { id } = await org.endpoint.bulkReplay({ ...at, body })
    return (await finished(id)).messagesSent
  }
  const ns = () =>
    bodies()
      .map((body) => Reflect.get(Object(body), 'n'))
      .toSorted()
  const recorded = (count: number) =>
    until('they are on record', async () => {
      const { data } = await org.messageAttempt.listByEndpoint(at)
      return data.length === count
    })
  expect(await replay({ eventTypes: ['paid'] })).toBe(2)
  await recorded(5)
  expect(ns()).toEqual([1, 2])
  expect(await replay({ channel: 'eu', status: 0 })).toBe(1)
  await recorded(6)
  expect(ns()).toEqual([1])
  expect(await replay({ statusCodeClass: 200, eventTypes: ['void'] })).toBe(1)
  await recorded(7)
  expect(ns()).toEqual([3])
  for (const filter of [{ status: 2 }, { statusCodeClass: 500 }, { eventTypes: ['other'] }])
    expect(await replay(filter)).toBe(0)
  expect(await refusal(replay({ since: new Date(0).toISOString() }))).toMatchObject({ status: 422 })
})

test('[WH-05] precheck says whether a message would go anywhere', async () => {
  const { org, target } = fixture
  const app_id = await newApp()
  await org.eventType.create({ body: { name: 'kept', description: '' } })
  await org.eventType.create({ body: { name: 'gone', description: '' } })
  const active = async (eventType: string, channels?: string[]) =>
    (await org.message.precheck({ app_id, body: { eventType, ...(channels && { channels }) } }))
      .active
  expect(await active('kept')).toBe(false)
  const filter = { filterTypes: ['kept', 'gone'], channels: ['eu'] }
  const { id: endpoint_id } = await org.endpoint.create({
    app_id,
    body: { url: target.url, ...filter },
  })
  await org.eventType.delete({ event_type_name: 'gone' })
  expect([await active('kept'), await active('kept', ['us'])]).toEqual([false, false])
  expect([await active('kept', ['us', 'eu']), await active('gone', ['eu'])]).toEqual([true, false])
  await org.endpoint.patch({ app_id, endpoint_id, body: { disabled: true } })
  expect(await active('kept', ['eu'])).toBe(false)
})

test('[WH-05] bulk-expunge erases the payloads that are named; expunge-all those there were', async () => {
  const { org } = fixture
  const app_id = await newApp()
  const body = { eventType: 'x', payload: { n: 1 }, eventId: 'my-1' }
  const named = await org.message.create({ app_id, body })
  const [second, third] = [await send(app_id, 'x', 2), await send(app_id, 'x', 3)]
  const raw = async (msg_id: string) =>
    (await org.message.getRawPayload({ app_id, msg_id })).payload
  const ids = ['my-1', second.id, 'nobody']
  expect(await org.message.bulkExpungeContent({ app_id, body: { ids } })).toEqual({
    results: { 'my-1': 'expunged', [second.id]: 'expunged', nobody: 'not-found' },
  })
  const expired = '{"expired":true}'
  expect(await Promise.all([named, second, third].map(({ id }) => raw(id)))).toEqual([
    expired,
    expired,
    '{"n":3}',
  ])
  const task = await org.message.expungeAllContents({ app_id })
  expect(await finished(task.id)).toEqual({ messagesExpunged: 1 })
  fixture.clock.advance(1)
  const later = await send(app_id, 'x', 4)
  expect([await raw(third.id), await raw(later.id)]).toEqual([expired, '{"n":4}'])
  const foreign = fixture.stranger.message.expungeAllContents({ app_id })
  expect(await refusal(foreign)).toMatchObject({ status: 404 })
})

test('[WH-14] messages are counted by event type across an organisation’s applications', async () => {
  const { stranger } = fixture
  const made = async (eventTypes: string[]) => {
    const { id: app_id } = await stranger.application.create({ body: { name: 'Counted' } })
    for (const eventType of eventTypes)
      await stranger.message.create({ app_id, body: { eventType, payload: {} } })
  }
  await made(['a', 'b', 'a'])
  await made([])
  await made(['b', 'a'])
  await fixture.org.message.create({
    app_id: await newApp(),
    body: { eventType: 'a', payload: {} },
  })
  const { id: task_id } = await stranger.statistics.aggregateEventTypes({})
  const get = () => stranger.backgroundTask.get({ task_id })
  await until('it has ended', async () => (await get()).status === 'finished')
  expect((await get()).data).toEqual({
    eventTypeStats: [
      { eventType: 'a', messages: 3 },
      { eventType: 'b', messages: 2 },
    ],
  })
})

test('[WH-15] whoami tells what a token opens', async () => {
  const { org, as, orgId } = fixture
  const app_id = await newApp()
  expect(await org.authentication.whoami({})).toEqual({
    ...{ envId: orgId, appId: null, permissionSource: 'SvixJwt', sessionId: null },
  })
  const body = { sessionId: 'me', readOnly: true }
  const { token } = await org.authentication.appPortalAccess({ app_id, body })
  expect(await as(token).authentication.whoami({})).toMatchObject({
    appId: app_id,
    sessionId: 'me',
  })
})

test('[WH-16] what this service does not offer is refused by name, anything else is no route', async () => {
  const codeOf = async (path: string) => {
    const { status, text } = await fixture.raw('GET', path)
    expect(status).toBe(404)
    return Reflect.get(Object(JSON.parse(text)), 'code')
  }
  for (const path of ['/stream', '/stream/strm_1/sink', '/connector', '/app/a/destination/x'])
    expect(await codeOf(path)).toBe('not_offered')
  for (const path of ['/streams', '/app/a/destinations', '/nonsense'])
    expect(await codeOf(path)).toBe('not_found')
  expect(notOffered('/ingest/api/v1/source?limit=1')?.wire).toBe('not_offered')
})
