import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until, type WebhooksFixture, webhooksFixture } from '../../webhooks.fixture.ts'

let fixture: WebhooksFixture
let org: WebhooksFixture['org']
beforeAll(async () => {
  fixture = await webhooksFixture({ disableAfterMs: 86_400_000 })
  org = fixture.org
})
afterAll(() => fixture.close())

const newApp = async () => (await org.application.create({ body: { name: 'Kestrel Bay' } })).id

test('[WP-02] a portal learns what its token opens, and what its organisation calls itself', async () => {
  const app_id = await newApp()
  const open = async (body: object) => {
    const { token } = await org.authentication.appPortalAccess({ app_id, body })
    return fixture.as(token).portal.session({})
  }
  await org.environment.import({ body: { settings: { displayName: 'Desk', customColor: '#123' } } })
  const whole = await open({ expiry: 3_600 })
  expect(whole).toMatchObject({
    ...{ appId: app_id, name: 'Kestrel Bay', displayName: 'Desk', readOnly: false },
    settings: { customColor: '#123', enableChannels: false },
  })
  expect(whole.capabilities).toHaveLength(6)
  expect(Object.keys(whole.settings)).not.toContain('enforceHttps')
  expect(Date.parse(whole.expiresAt ?? '') - fixture.clock()).toBeLessThanOrEqual(3_600_000)
  const narrow = await open({ capabilities: ['ManageEndpointSecret'] })
  expect(narrow.capabilities).toEqual(['ViewBase', 'ViewEndpointSecret', 'ManageEndpointSecret'])
  expect(await open({ readOnly: true })).toMatchObject({
    ...{ readOnly: true, capabilities: ['ViewBase'] },
  })
  await org.environment.import({ body: { settings: { readOnly: true } } })
  expect(await open({})).toMatchObject({ readOnly: true, displayName: null })
  await org.environment.import({ body: { settings: { enforceHttps: false } } })
  // An organisation’s key opens no portal.
  expect(await refusal(org.portal.session({}))).toMatchObject({ status: 403 })
})

test('[WP-02] [WH-09] a failing endpoint is named with its cause, until it takes something again', async () => {
  const app_id = await newApp()
  const { target } = fixture
  let status = 204
  target.rules.answer = ({ path }) => ({ status: path === '/well' ? 204 : status, body: 'no' })
  const add = async (path: string, disabled = false) => {
    const body = { url: new URL(path, target.url).href, disabled }
    return (await org.endpoint.create({ app_id, body })).id
  }
  const [bad] = [await add('/bad'), await add('/well'), await add('/silent', true)]
  const failing = async () => (await org.portal.failing({ app_id })).data
  const attempts = async () =>
    (await org.messageAttempt.listByEndpoint({ app_id, endpoint_id: bad, query: { limit: 250 } }))
      .data
  /** Sends a message, and waits for the outcome of its first attempt. */
  const send = async () => {
    const before = (await attempts()).length
    await org.message.create({ app_id, body: { eventType: 'bad', payload: {} } })
    await until('it was tried', async () => (await attempts()).length > before)
  }
  await send()
  expect(await failing()).toEqual([])

  status = 404
  await send()
  await send()
  const tried = await attempts()
  const [first, last] = [tried.findLast(({ status: code }) => code === 2), tried[0]]
  expect(await failing()).toEqual([
    {
      ...{ endpointId: bad, disabled: false, statusCode: 404, response: 'no', attempts: 2 },
      ...{ since: first?.timestamp, lastAt: last?.timestamp, disablesAt: null },
    },
  ])
  expect(await refusal(fixture.stranger.portal.failing({ app_id }))).toMatchObject({ status: 404 })

  status = 204
  await send()
  expect(await failing()).toEqual([])
})

test('[WP-02] [WH-05] what a replay would send is counted before, and its work can be followed by its application', async () => {
  const app_id = await newApp()
  const { target } = fixture
  target.rules.answer = () => ({ status: 204 })
  await org.eventType.create({ body: { name: 'wanted', description: 'Wanted' } })
  for (const eventType of ['wanted', 'wanted', 'other'])
    await org.message.create({ app_id, body: { eventType, payload: {} } })
  const add = async (disabled = false) => {
    const body = { url: new URL('/late', target.url).href, filterTypes: ['wanted'], disabled }
    return (await org.endpoint.create({ app_id, body })).id
  }
  const [endpoint_id, off] = [await add(), await add(true)]
  fixture.clock.advance(1_000)
  const since = new Date(fixture.clock() - 3_600_000).toISOString()
  const missing = (id: string) => org.portal.missing({ app_id, endpoint_id: id, query: { since } })
  expect(await missing(endpoint_id)).toEqual({ count: 2, isWhole: true })
  expect(await missing(off)).toEqual({ count: 0, isWhole: true })

  const { token } = await org.authentication.appPortalAccess({ app_id, body: {} })
  const portal = fixture.as(token)
  const started = await portal.endpoint.replay({ app_id, endpoint_id, body: { since } })
  const [replay, recover] = ['endpoint.replay', 'endpoint.recover']
  await until('the replay is done', async () => {
    const { data } = await portal.portal.tasks({ app_id, query: {} })
    return data[0]?.status === 'finished'
  })
  await portal.endpoint.recover({ app_id, endpoint_id: off, body: { since } })
  const tasks = async (query: object) => (await portal.portal.tasks({ app_id, query })).data
  expect(await tasks({})).toMatchObject([
    { task: recover, endpointId: off },
    { id: started.id, task: replay, endpointId: endpoint_id, messagesSent: 2 },
  ])
  expect(await tasks({ endpoint_id })).toMatchObject([{ id: started.id }])
  expect(await missing(endpoint_id)).toEqual({ count: 0, isWhole: true })
  // Another application of the organisation sees none of it, and others not even the application.
  expect((await org.portal.tasks({ app_id: await newApp(), query: {} })).data).toEqual([])
  expect(await refusal(fixture.stranger.portal.tasks({ app_id, query: {} }))).toMatchObject({
    status: 404,
  })
})

test('[WP-01] [WH-03] no chosen types stand for all in a portal, and are a mistake of an organisation', async () => {
  const app_id = await newApp()
  const { token } = await org.authentication.appPortalAccess({ app_id, body: {} })
  const portal = fixture.as(token)
  const body = { url: fixture.target.url, filterTypes: [] }
  const { id: endpoint_id, filterTypes } = await portal.endpoint.create({ app_id, body })
  expect(filterTypes).toBeNull()
  await portal.endpoint.patch({ app_id, endpoint_id, body: { filterTypes: ['wanted'] } })
  const cleared = await portal.endpoint.patch({ app_id, endpoint_id, body: { filterTypes: [] } })
  expect(cleared.filterTypes).toBeNull()
  for (const call of [
    () => org.endpoint.create({ app_id, body }),
    () => org.endpoint.update({ app_id, endpoint_id, body }),
    () => org.endpoint.patch({ app_id, endpoint_id, body: { filterTypes: [] } }),
  ])
    expect(await refusal(call())).toMatchObject({ status: 422 })
})
