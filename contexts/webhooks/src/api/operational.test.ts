import { operationalEvents } from '@countersign/contracts/webhooks'
import { testClock } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Received, receiver } from '../delivery.fixture.ts'
import { tokenOf, type WebhooksFixture, webhooksFixture } from '../webhooks.fixture.ts'

const management = 'org_00000000000SvixManagement00'
/** Far enough apart for each attempt to have a time of its own. */
const quick = [5, 5, 5, 5, 5, 5, 5]
/** The time after which an endpoint that only fails is disabled. */
const daysMs = 120 * 3_600_000 + 1
const none = { get_if_exists: false }
const ids = {
  app: expect.stringMatching(/^app_[0-9A-Za-z]{27}$/),
  msg: expect.stringMatching(/^msg_[0-9A-Za-z]{27}$/),
  attempt: expect.stringMatching(/^atmpt_[0-9A-Za-z]{27}$/),
}

let service: WebhooksFixture
let listener: Awaited<ReturnType<typeof receiver>>
beforeEach(async () => {
  listener = await receiver()
})
afterEach(async () => {
  await listener.close()
  await service.close()
})

const eventually = <T>(check: () => T | Promise<T>) =>
  vi.waitFor(check, { timeout: 60_000, interval: 5 })

/** Sets a listener up as an operator does: with the key of the management organisation. */
async function listen(filterTypes?: string[]) {
  const operator = service.as(await tokenOf({ sub: management }))
  const { id: app_id } = await operator.application.create({
    query: none,
    body: { name: 'Listener', uid: service.orgId },
  })
  const { id: endpoint_id } = await operator.endpoint.create({
    app_id,
    body: { url: listener.url, ...(filterTypes && { filterTypes }) },
  })
  const { key } = await operator.endpoint.getSecret({ app_id, endpoint_id })
  return { operator, app_id, endpoint_id, key }
}

/** The events of a type as they arrived, each verified. */
const heard = (key: string, type?: string) =>
  listener.received.map((one) => verified(key, one)).filter((one) => !type || one.type === type)

function verified(key: string, { headers, body }: Received) {
  const texts = Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, String(v)]))
  const event: unknown = new Webhook(key).verify(body, texts)
  // Compact, byte for byte.
  expect(body).toBe(JSON.stringify(event))
  for (const schema of Object.values(operationalEvents)) {
    const { success, data } = schema.safeParse(event)
    if (success) return data
  }
  throw new Error(`Not an operational event: ${body}`)
}

const start = async (given: Parameters<typeof webhooksFixture>[0]) => {
  service = await webhooksFixture(given)
  const body = { name: 'An application' }
  return (await service.org.application.create({ query: none, body })).id
}
const endpointOf = (app_id: string, more: { uid?: string } = {}) =>
  service.org.endpoint.create({ app_id, body: { url: service.target.url, ...more } })
const send = (app_id: string, eventId?: string) =>
  service.org.message.create({
    app_id,
    query: { with_content: false },
    body: { eventType: 'transfer.created', payload: { n: 1 }, ...(eventId && { eventId }) },
  })
const stored = () =>
  service.rows(sql<{ event_type: string }>`select event_type from webhooks.message
    where org_id = ${management} order by event_type`)

test('[WH-19] a listener is told once of an endpoint created, updated, given a new secret, and deleted', async () => {
  const appId = await start({})
  const { key } = await listen()
  await service.org.application.patch({ app_id: appId, body: { uid: 'their-name' } })
  const { id: endpointId } = await endpointOf(appId, { uid: 'their-endpoint' })
  const at = { app_id: 'their-name', endpoint_id: 'their-endpoint' }
  await service.org.endpoint.patch({ ...at, body: { description: 'New' } })
  await service.org.endpoint.rotateSecret({ ...at, body: {} })
  await service.org.endpoint.updateHeaders({ ...at, body: { headers: { 'X-Team': 'desk' } } })
  await service.org.endpoint.patchTransformation({ ...at, body: { enabled: false } })
  await service.org.endpoint.delete(at)
  const data = {
    appId,
    appUid: 'their-name',
    endpointId,
    endpointUid: 'their-endpoint',
  }
  await eventually(() => expect(listener.received).toHaveLength(4))
  expect(heard(key).toSorted((a, b) => (a.type < b.type ? -1 : 1))).toEqual([
    { type: 'endpoint.created', data },
    { type: 'endpoint.deleted', data },
    { type: 'endpoint.updated', data },
    { type: 'endpoint.updated', data },
  ])
  expect((await stored()).map((one) => one.event_type)).toHaveLength(4)
})

test('[WH-19] replacing an endpoint that is not there creates it, and a refused change tells nothing', async () => {
  const appId = await start({})
  const { key } = await listen()
  const body = { url: service.target.url }
  await service.org.endpoint.update({ app_id: appId, endpoint_id: 'ep_none', body })
  const taken = { ...body, filterTypes: ['no.such.type'] }
  await expect(service.org.endpoint.create({ app_id: appId, body: taken })).rejects.toMatchObject({
    status: 422,
  })
  await eventually(() => expect(listener.received).toHaveLength(1))
  expect(heard(key)).toMatchObject([
    { type: 'endpoint.created', data: { appUid: null, endpointUid: null } },
  ])
  expect(await stored()).toHaveLength(1)
})

test('[WH-19] two deletions at once are told of once', async () => {
  const appId = await start({})
  await listen(['endpoint.deleted'])
  const { id: endpoint_id } = await endpointOf(appId)
  const one = () => service.org.endpoint.delete({ app_id: appId, endpoint_id })
  const four = [1, 2, 3, 4]
  // Connections to begin with, so that none has to wait for its own.
  await Promise.all(four.map(() => service.org.endpoint.list({ app_id: appId, query: {} })))
  const done = await Promise.allSettled(four.map(one))
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await stored()).toMatchObject([
    { event_type: 'endpoint.created' },
    { event_type: 'endpoint.deleted' },
  ])
})

test('[WH-19] a message is failing after its 4th failure, exhausted after its last, recovered by a later success', async () => {
  const appId = await start({ clock: Date.now, settings: { retryScheduleMs: quick } })
  const { key } = await listen()
  const { id: endpointId } = await endpointOf(appId)
  let failures = 8
  service.target.rules.answer = () => ({ status: failures-- > 0 ? 503 : 204 })
  const lost = await send(appId)
  const common = { appId, appUid: null, endpointId }
  const lastAttempt = { id: ids.attempt, responseStatusCode: 503, timestamp: expect.any(String) }
  const ofAttempts = () => heard(key).filter(({ type }) => type.startsWith('message.'))
  await eventually(() => expect(ofAttempts()).toHaveLength(2))
  expect(service.target.received).toHaveLength(8)
  const about = { ...common, msgId: lost.id, msgEventId: null, lastAttempt }
  expect(new Set(ofAttempts())).toEqual(
    new Set([
      { type: 'message.attempt.failing', data: about },
      { type: 'message.attempt.exhausted', data: about },
    ]),
  )
  // The attempt that each names is the one that it happened at.
  const attempts = await service.org.messageAttempt.listByMsg({
    app_id: appId,
    msg_id: lost.id,
    query: {},
  })
  const oldestFirst = attempts.data
    .toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp))
    .map((one) => one.id)
  const named = ofAttempts().map((one) => 'lastAttempt' in one.data && one.data.lastAttempt.id)
  expect(new Set(named)).toEqual(new Set([oldestFirst[3], oldestFirst[7]]))

  listener.received.length = 0
  failures = 5
  const saved = await send(appId, 'their-event')
  await eventually(() => expect(ofAttempts()).toHaveLength(2))
  const then = { ...common, msgId: saved.id, msgEventId: 'their-event' }
  expect(new Set(ofAttempts())).toEqual(
    new Set([
      { type: 'message.attempt.failing', data: { ...then, lastAttempt } },
      {
        type: 'message.attempt.recovered',
        data: { ...then, lastAttempt: { ...lastAttempt, responseStatusCode: 204 } },
      },
    ]),
  )

  // A success before the warning is no news.
  listener.received.length = 0
  failures = 3
  await send(appId)
  await eventually(() => expect(failures).toBe(-1))
  expect(ofAttempts()).toEqual([])
})

test('[WH-19] attempts made by hand are not told of', async () => {
  const appId = await start({ clock: Date.now, settings: { retryScheduleMs: [] } })
  await listen(['message.attempt.exhausted', 'message.attempt.recovered'])
  const { id: endpoint_id } = await endpointOf(appId)
  service.target.rules.answer = () => ({ status: 500 })
  const { id: msg_id } = await send(appId)
  await eventually(() => expect(listener.received).toHaveLength(1))
  const before = await stored()
  const made = async (count: number) => {
    await service.org.messageAttempt.resend({ app_id: appId, msg_id, endpoint_id })
    await eventually(async () =>
      expect(
        await service.rows(sql`select from webhooks.attempt where msg_id = ${msg_id}`),
      ).toHaveLength(count),
    )
  }
  await made(2)
  service.target.rules.answer = () => ({ status: 200 })
  await made(3)
  expect(await stored()).toEqual(before)
})

test('[WH-19] an endpoint that failed for days is disabled, and told of with the time since when', async () => {
  // Signatures are verified at the present time, when it is disabled.
  const clock = testClock(Date.now() - daysMs)
  const appId = await start({ clock, settings: { retryScheduleMs: [] } })
  const { key } = await listen(['endpoint.disabled'])
  const { id: endpointId } = await endpointOf(appId, { uid: 'bad' })
  service.target.rules.answer = () => ({ status: 500 })
  const failSince = new Date(clock()).toISOString()
  await send(appId)
  await eventually(async () =>
    expect(
      await service.rows(sql`select from webhooks.endpoint where failing_since is not null`),
    ).toHaveLength(1),
  )
  clock.advance(daysMs)
  // The first may be judged by what was known before; then the next one is not.
  await eventually(async () => {
    await Promise.all([send(appId), send(appId), send(appId)])
    expect(listener.received).toHaveLength(1)
  })
  expect(heard(key)).toEqual([
    {
      type: 'endpoint.disabled',
      data: { appId, appUid: null, endpointId, endpointUid: 'bad', failSince },
    },
  ])
  const disabled = (await stored()).filter((one) => one.event_type === 'endpoint.disabled')
  expect(disabled).toHaveLength(1)
})

test('[WH-19] an endpoint that is gone (410) is disabled and told of; one of an organisation that says no is neither', async () => {
  const appId = await start({})
  const { key } = await listen(['endpoint.disabled', 'message.attempt.exhausted'])
  const { id: endpointId } = await endpointOf(appId)
  service.target.rules.answer = () => ({ status: 410 })
  await send(appId)
  await eventually(() => expect(listener.received).toHaveLength(2))
  expect(heard(key, 'endpoint.disabled')).toMatchObject([
    { data: { endpointId, failSince: new Date(service.clock()).toISOString() } },
  ])
  const settings = { disableEndpointOnFailure: false, enforceHttps: false }
  await service.rows(sql`insert into webhooks.environment_settings (org_id, settings, updated_at)
    values (${service.orgId}, ${JSON.stringify(settings)}, now())`)
  const { id: kept } = await endpointOf(appId)
  await send(appId)
  await eventually(() => expect(listener.received).toHaveLength(3))
  expect(await service.org.endpoint.get({ app_id: appId, endpoint_id: kept })).toMatchObject({
    disabled: false,
  })
  expect(heard(key, 'endpoint.disabled')).toHaveLength(1)
})

test('[WH-19] nothing is stored without a listener, or with WEBHOOKS_OPERATIONAL=off', async () => {
  const off = { operational: false, settings: { operational: false, retryScheduleMs: [] } }
  const appId = await start(off)
  await listen()
  const { id: endpoint_id } = await endpointOf(appId)
  service.target.rules.answer = () => ({ status: 410 })
  await send(appId)
  await eventually(async () =>
    expect(await service.org.endpoint.get({ app_id: appId, endpoint_id })).toMatchObject({
      disabled: true,
    }),
  )
  await service.org.endpoint.delete({ app_id: appId, endpoint_id })
  expect(await stored()).toEqual([])
  await service.close()

  const other = await start({ settings: { retryScheduleMs: [] } })
  service.target.rules.answer = () => ({ status: 500 })
  await endpointOf(other)
  await send(other)
  await eventually(async () =>
    expect(await service.rows(sql`select from webhooks.attempt`)).toHaveLength(1),
  )
  expect(await stored()).toEqual([])
})

test('[WH-19] a listener that fails is told of to nobody, and other organisations are not heard', async () => {
  const appId = await start({ settings: { retryScheduleMs: [] } })
  const { operator, app_id, endpoint_id } = await listen()
  // Even a listener of the management organisation itself hears nothing of it.
  await operator.application.create({ query: none, body: { name: 'Loop', uid: management } })
  const before = await stored()
  listener.rules.answer = () => ({ status: 410 })
  await endpointOf(appId)
  await eventually(async () =>
    expect(await operator.endpoint.get({ app_id, endpoint_id })).toMatchObject({ disabled: true }),
  )
  const { id } = await service.stranger.application.create({
    query: none,
    body: { name: 'Of others' },
  })
  await service.stranger.endpoint.create({ app_id: id, body: { url: service.target.url } })
  expect(await stored()).toEqual([...before, { event_type: 'endpoint.created' }])
})

test('[WH-19] the organisation gets its listener by a portal link, and sees the seven event types', async () => {
  await start({})
  const { operator, app_id } = await listen()
  const { token } = await operator.authentication.appPortalAccess({ app_id, body: {} })
  const portal = service.as(token)
  expect((await portal.endpoint.list({ app_id, query: {} })).data).toHaveLength(1)
  const types = await portal.eventType.list({ query: {} })
  expect(types.data.map(({ name }) => name)).toEqual(Object.keys(operationalEvents).toSorted())
})
