import { refusal } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tokenOf, until, type WebhooksFixture, webhooksFixture } from '../webhooks.fixture.ts'

let fixture: WebhooksFixture
beforeAll(async () => {
  fixture = await webhooksFixture({ settings: { eraseEveryMs: 20 } })
})
afterAll(() => fixture.close())
beforeEach(() => {
  fixture.target.received.length = 0
  fixture.target.rules.answer = () => ({})
})

type Org = WebhooksFixture['org']
const newOrg = async () =>
  fixture.as(await tokenOf({ sub: `org_${Math.random().toString(36).slice(2)}` }))
const newApp = async (org: Org = fixture.org) =>
  (await org.application.create({ body: { name: 'App', uid: `u${Math.random()}` } })).id
const newEndpoint = async (org: Org = fixture.org) => {
  const app_id = await newApp(org)
  const { id: endpoint_id } = await org.endpoint.create({
    app_id,
    body: { url: fixture.target.url },
  })
  return { app_id, endpoint_id }
}
const send = (app_id: string, org: Org = fixture.org) =>
  org.message.create({ app_id, body: { eventType: 'x', payload: { n: 1 } } })
const narrowed = async (app_id: string, capabilities: ('ViewBase' | 'ManageTransformations')[]) => {
  const body = { capabilities }
  const { token } = await fixture.org.authentication.appPortalAccess({ app_id, body })
  return fixture.as(token)
}

const readsKey = `function handler(webhook) {
  webhook.payload = { key: webhook.variables.KEY, names: Object.keys(webhook.variables) }
  return webhook
}`

test('[WH-06] code finds the endpoint’s variables, and follows their change', async () => {
  const { org, target } = fixture
  const at = await newEndpoint()
  const patch = (body: object) => org.endpoint.patchTransformation({ ...at, body })
  const sent = async () => {
    const before = target.received.length
    await send(at.app_id)
    await until('it has arrived', () => target.received.length > before)
    return JSON.parse(target.received.at(-1)?.body ?? '') as unknown
  }
  await patch({ code: readsKey, enabled: true, variables: { KEY: 'first', B: '' } })
  expect(await sent()).toEqual({ key: 'first', names: ['KEY', 'B'] })
  await patch({ variables: { KEY: 'second' } })
  await until('the engine has heard', async () => {
    const payload = await sent()
    return JSON.stringify(payload) === '{"key":"second","names":["KEY"]}'
  })
  const stored = await fixture.rows(sql<{ transformation_variables: string }>`
    select transformation_variables from webhooks.endpoint where id = ${at.endpoint_id}`)
  expect(stored[0]?.transformation_variables).not.toContain('second')
  await patch({ variables: null })
  expect((await org.endpoint.getTransformation(at)).variables).toBeNull()
})

test('[WH-06] a simulation has the endpoint’s variables, or those that are given', async () => {
  const { org } = fixture
  const at = await newEndpoint()
  await org.endpoint.patchTransformation({ ...at, body: { variables: { KEY: 'kept' } } })
  const simulate = async (more: object) => {
    const body = { code: readsKey, eventType: 'x', payload: {}, ...more }
    const { payload } = await org.endpoint.simulateTransformation({ ...at, body })
    return JSON.parse(payload) as unknown
  }
  expect(await simulate({})).toEqual({ key: 'kept', names: ['KEY'] })
  expect(await simulate({ variables: { KEY: 'tried' } })).toMatchObject({ key: 'tried' })
  expect(await simulate({ variables: {} })).toEqual({ names: [] })
})

test('[WH-06] variables are shown to whoever may manage transformations, and to nobody else', async () => {
  const { org } = fixture
  const at = await newEndpoint()
  const variables = { KEY: 'secret' }
  await org.endpoint.patchTransformation({ ...at, body: { variables } })
  const { updatedAt } = await org.endpoint.getTransformation(at)
  expect(updatedAt).toBe(new Date(fixture.clock()).toISOString())
  const shown = async (api: Org) => (await api.endpoint.getTransformation(at)).variables
  expect(await shown(org)).toEqual(variables)
  expect(await shown(await narrowed(at.app_id, ['ManageTransformations']))).toEqual(variables)
  expect(await shown(await narrowed(at.app_id, ['ViewBase']))).toBeNull()
})

test.each([
  [{ KEY: 'x'.repeat(2049) }],
  [{ ['K'.repeat(129)]: 'x' }],
  [{ KEY: 7 }],
  [{ KEY: 'a\u0000' }],
  [Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, '']))],
])(
  '[WH-06] 422 for variables that are too large, too many, or no texts (%#)',
  async (variables) => {
    const at = await newEndpoint()
    const path = `/app/${at.app_id}/endpoint/${at.endpoint_id}/transformation`
    const { status, text } = await fixture.raw('PATCH', path, JSON.stringify({ variables }))
    expect([status, JSON.parse(text).detail[0].loc.slice(0, 2)]).toEqual([
      422,
      ['body', 'variables'],
    ])
  },
)

test('[WH-09] the headers of an answer are shown, but for cookies, and erased with it', async () => {
  const { org, target } = fixture
  target.rules.answer = () => ({
    status: 500,
    headers: { 'x-reason': 'no', 'set-cookie': 'session=1', date: 'today' },
  })
  const at = await newEndpoint()
  const { id: msg_id } = await send(at.app_id)
  const attempts = async () => (await org.messageAttempt.listByEndpoint({ ...at })).data
  await until('it is on record', async () => (await attempts()).length > 0)
  const attempt_id = (await attempts())[0]?.id ?? ''
  const request = { app_id: at.app_id, msg_id, attempt_id }
  const headers = async (api: Org) => (await api.messageAttempt.getHeaders(request)).responseHeaders
  const pairs = await headers(org)
  expect(pairs).toContainEqual(['x-reason', 'no'])
  expect(JSON.stringify(pairs)).not.toContain('session=1')
  expect(await headers(await narrowed(at.app_id, ['ViewBase']))).toBeNull()
  await org.messageAttempt.expungeContent(request)
  expect(await headers(org)).toBeNull()
})

test('[WH-09] of endless headers the first 8 KiB are kept; without an answer there are none', async () => {
  const { org, target } = fixture
  target.rules.answer = () => ({
    headers: Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`x-${n}`, 'v'.repeat(400)])),
  })
  const at = await newEndpoint()
  const headersOf = async (endpoint_id: string) => {
    const { id: msg_id } = await send(at.app_id)
    const attempts = async () =>
      (await org.messageAttempt.listByMsg({ app_id: at.app_id, msg_id, query: { endpoint_id } }))
        .data
    await until('it is on record', async () => (await attempts()).length > 0)
    const attempt_id = (await attempts())[0]?.id ?? ''
    return (await org.messageAttempt.getHeaders({ app_id: at.app_id, msg_id, attempt_id }))
      .responseHeaders
  }
  expect(JSON.stringify(await headersOf(at.endpoint_id)).length).toBeGreaterThan(4000)
  expect(JSON.stringify(await headersOf(at.endpoint_id)).length).toBeLessThan(9000)
  const nobody = await org.endpoint.create({
    app_id: at.app_id,
    body: { url: 'http://127.0.0.1:1024/' },
  })
  expect(await headersOf(nobody.id)).toBeNull()
})

test('[WH-12] an integration’s key opens what is reserved for its feature flags', async () => {
  const org = await newOrg()
  const app_id = await newApp(org)
  await org.eventType.create({
    body: { name: 'beta', description: '', featureFlags: ['beta-users'] },
  })
  const { id: integ_id, featureFlags } = await org.integration.create({
    app_id,
    body: { name: 'Zapier', featureFlags: ['beta-users', 'x'] },
  })
  expect(featureFlags).toEqual(['beta-users', 'x'])
  const { key } = await org.integration.getKey({ app_id, integ_id })
  const sees = async () => (await fixture.as(key).eventType.list({})).data.length
  expect(await sees()).toBe(1)
  const change = (body: { name: string; featureFlags?: string[] }) =>
    org.integration.update({ app_id, integ_id, body })
  expect(await change({ name: 'Zapier' })).toMatchObject({ featureFlags: [] })
  expect(await sees()).toBe(0)
  for (const flags of [['a', 'a'], ['no spaces'], Array.from({ length: 26 }, (_, n) => `f${n}`)])
    expect(await refusal(change({ name: 'Zapier', featureFlags: flags }))).toMatchObject({
      status: 422,
    })
})

test('[WH-18] payloads are wiped once all endpoints have taken them, where the settings say so', async () => {
  const org = await newOrg()
  const import_ = (wipeSuccessfulPayload: boolean) =>
    org.environment.import({ body: { settings: { enforceHttps: false, wipeSuccessfulPayload } } })
  await import_(false)
  const { app_id } = await newEndpoint(org)
  const kept = await send(app_id, org)
  await import_(true)
  let isUp = false
  fixture.target.rules.answer = ({ path }) => ({ status: path === '/b' && !isUp ? 500 : 204 })
  const url = `${fixture.target.url}b`
  const wiped = async (msg_id: string) =>
    'expired' in (await org.message.get({ app_id, msg_id })).payload
  const alone = await send(app_id, org)
  await until('it is wiped', () => wiped(alone.id))
  // Delivered before the setting: the hourly look finds it, not this one.
  expect(await wiped(kept.id)).toBe(false)
  await org.endpoint.create({ app_id, body: { url } })
  const both = await send(app_id, org)
  await until('one has taken it', () => fixture.target.ids().includes(both.id))
  expect(await wiped(both.id)).toBe(false)
  isUp = true
  fixture.clock.advance(6_000)
  await until('the other has taken it, too', () => wiped(both.id))
  await org.pollingEndpoint.create({ app_id, body: {} })
  const polled = await send(app_id, org)
  const other = await newEndpoint(org)
  await until('it is taken', () => fixture.target.ids().filter((id) => id === polled.id).length > 1)
  const later = await send(other.app_id, org)
  await until('a later one is wiped', async () => {
    const { payload } = await org.message.get({ app_id: other.app_id, msg_id: later.id })
    return 'expired' in payload
  })
  expect(await wiped(polled.id)).toBe(false)
})
