import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until, type WebhooksFixture, webhooksFixture } from './webhooks.fixture.ts'

let fixture: WebhooksFixture
let app_id: string
/** An endpoint that answers 200 with a body, and one that answers 500. */
let good: string
let bad: string
/** Three messages, newest first: to both endpoints, to both, to the good one alone. */
let messages: { id: string; at: string }[]
const answers = { bad: 500 }

beforeAll(async () => {
  fixture = await webhooksFixture()
  const { org, target, clock } = fixture
  target.rules.answer = ({ path }) =>
    path === '/bad' ? { status: answers.bad, body: 'no' } : { status: 201, body: '{"thanks":1}' }
  app_id = (await org.application.create({ body: { name: 'App' } })).id
  const endpoint = async (path: string, more: object = {}) =>
    (await org.endpoint.create({ app_id, body: { url: target.url + path, uid: path, ...more } })).id
  await org.eventType.create({ body: { name: 'both', description: '' } })
  good = await endpoint('good', { headers: { 'X-Own': 'mine', 'X-Auth-Token': 'hidden' } })
  bad = await endpoint('bad', { filterTypes: ['both'] })
  messages = []
  for (const eventType of ['alone', 'both', 'both']) {
    clock.advance(1000)
    const body = { eventType, payload: { eventType }, channels: [`c${messages.length}`, 'all'] }
    const { id, timestamp } = await org.message.create({ app_id, body })
    messages.unshift({ id, at: timestamp })
  }
  await until('five attempts are recorded', async () => {
    const both = await Promise.all([good, bad].map((endpoint_id) => list({ endpoint_id })))
    return both.flat().length === 5
  })
})
afterAll(() => fixture.close())

const attempts = (endpoint_id: string, query: object = {}) =>
  fixture.org.messageAttempt.listByEndpoint({ app_id, endpoint_id, query })
const list = async ({ endpoint_id, ...query }: { endpoint_id: string; [name: string]: unknown }) =>
  (await attempts(endpoint_id, query)).data
const messageOf = (i: number) => messages[i]?.id ?? ''

describe('list by endpoint', () => {
  test('[WH-09] 200 shows what was sent and answered, newest first', async () => {
    const [latest, ...rest] = await list({ endpoint_id: 'good' })
    expect(latest).toEqual({
      id: expect.stringMatching(/^atmpt_[0-9A-Za-z]{27}$/),
      ...{ msgId: messageOf(0), endpointId: good, url: `${fixture.target.url}good` },
      ...{ status: 0, statusText: 'success', responseStatusCode: 201, response: '{"thanks":1}' },
      ...{ responseDurationMs: expect.any(Number), triggerType: 0, timestamp: messages[0]?.at },
    })
    expect(rest.map(({ msgId }) => msgId)).toEqual([messageOf(1), messageOf(2)])
    expect(await list({ endpoint_id: bad })).toMatchObject(
      [0, 1].map((i) => ({
        ...{ msgId: messageOf(i), status: 2, statusText: 'fail' },
        ...{ responseStatusCode: 500, response: 'no' },
      })),
    )
  })

  test('[WH-09] 200 with every filter', async () => {
    const count = async (query: object) => (await list({ endpoint_id: good, ...query })).length
    expect(await count({ status: 0 })).toBe(3)
    expect(await count({ status: 2 })).toBe(0)
    expect(await count({ status: 3 })).toBe(0)
    expect(await count({ status_code_class: 200 })).toBe(3)
    expect(await count({ status_code_class: 500 })).toBe(0)
    expect(await count({ status_code_class: 0 })).toBe(0)
    expect(await count({ channel: 'c0' })).toBe(1)
    expect(await count({ event_types: ['both'] })).toBe(2)
    expect(await count({ event_types: ['both', 'alone'], channel: 'all' })).toBe(3)
    expect(await count({ before: messages[1]?.at })).toBe(1)
    expect(await count({ after: messages[1]?.at })).toBe(1)
    expect(await count({ after: messages[2]?.at, before: messages[0]?.at })).toBe(1)
    expect(await list({ endpoint_id: good, with_content: false })).toMatchObject([
      ...Array.from({ length: 3 }, () => ({ response: '{}' })),
    ])
    expect((await list({ endpoint_id: bad, status_code_class: 500 })).length).toBe(2)
  })

  test('[WH-17] 200 pages both ways', async () => {
    const all = (await list({ endpoint_id: good })).map(({ id }) => id)
    const one = await attempts(good, { limit: 2 })
    expect(one).toMatchObject({ done: false, iterator: all[1], prevIterator: `-${all[0]}` })
    const two = await attempts(good, { limit: 2, iterator: one.iterator })
    expect([two.data.map(({ id }) => id), two.done]).toEqual([all.slice(2), true])
    const back = await attempts(good, { limit: 2, iterator: two.prevIterator })
    expect(back.data).toEqual(one.data)
  })

  test('[WH-09] 404 for an unknown endpoint, 400 for an unknown status, 422 for a bad iterator', async () => {
    expect(await refusal(attempts('ep_none'))).toMatchObject({ status: 404 })
    expect(await refusal(attempts(good, { status: 9 }))).toMatchObject({ status: 400 })
    expect(await refusal(attempts(good, { status_code_class: 201 }))).toMatchObject({ status: 400 })
    expect(await refusal(attempts(good, { iterator: 'msg_1' }))).toMatchObject({ status: 422 })
  })
})

describe('list by message', () => {
  test('[WH-09] 200 of all endpoints or one; the deprecated lists alike; 404s', async () => {
    const { listByMsg, listByMsgDeprecated, listByEndpointDeprecated } = fixture.org.messageAttempt
    const msg_id = messageOf(0)
    const all = (await listByMsg({ app_id, msg_id })).data
    expect(all.map(({ endpointId }) => endpointId).sort()).toEqual([good, bad].sort())
    const one = (await listByMsg({ app_id, msg_id, query: { endpoint_id: 'bad' } })).data
    expect(one).toMatchObject([{ endpointId: bad, status: 2 }])
    expect((await listByMsg({ app_id, msg_id, query: { status: 0 } })).data).toHaveLength(1)
    expect((await listByMsgDeprecated({ app_id, msg_id })).data).toEqual(all)
    const old = await listByMsgDeprecated({ app_id, msg_id, query: { endpoint_id: bad } })
    expect(old.data).toEqual(one)
    const older = await listByEndpointDeprecated({ app_id, msg_id, endpoint_id: 'bad' })
    expect(older.data).toEqual(one)
    expect(older.data[0]?.response).toBe('no')
    const query = { endpoint_id: 'unknown' }
    expect(await refusal(listByMsg({ app_id, msg_id, query }))).toMatchObject({ status: 404 })
    expect(await refusal(listByMsg({ app_id, msg_id: 'none' }))).toMatchObject({ status: 404 })
  })
})

describe('attempted messages', () => {
  test('[WH-09] 200 with the status at this endpoint and when it is tried again', async () => {
    const { listAttemptedMessages } = fixture.org.messageAttempt
    const of = async (endpoint_id: string, query: object = {}) =>
      (await listAttemptedMessages({ app_id, endpoint_id, query })).data
    const there = await of('bad')
    expect(there).toMatchObject(
      [0, 1].map((i) => ({
        ...{ id: messageOf(i), eventType: 'both', payload: { eventType: 'both' } },
        ...{ status: 3, statusText: 'sending', nextAttempt: expect.stringMatching(/Z$/) },
      })),
    )
    const here = await of(good)
    expect(here.map(({ status }) => status)).toEqual([0, 0, 0])
    expect(here[0]).not.toHaveProperty('nextAttempt')
    const ids = async (query: object) => (await of(good, query)).map(({ id }) => id)
    expect(await ids({ status: 3 })).toEqual([])
    expect(await ids({ status: 0, event_types: 'alone' })).toEqual([messageOf(2)])
    expect(await ids({ channel: 'c1' })).toEqual([messageOf(1)])
    expect(await ids({ before: messages[0]?.at })).toEqual([messageOf(1), messageOf(2)])
    expect(await ids({ iterator: messageOf(0), before: messages[2]?.at })).toEqual([
      messageOf(1),
      messageOf(2),
    ])
    expect((await of(good, { with_content: false }))[0]?.payload).toEqual({})
    const iterator = `msg_${'0'.repeat(27)}`
    expect(await refusal(of(good, { iterator }))).toEqual({
      status: 400,
      body: { code: 'generic_error', detail: 'Invalid iterator' },
    })
  })
})

describe('attempted destinations', () => {
  test('[WH-09] 200 by endpoint id, with the status of this message there', async () => {
    const { listAttemptedDestinations } = fixture.org.messageAttempt
    const msg_id = messageOf(1)
    const { data, ...page } = await listAttemptedDestinations({ app_id, msg_id })
    expect(data.map(({ id }) => id)).toEqual([good, bad].sort())
    expect(data.find(({ id }) => id === bad)).toMatchObject({
      ...{ uid: 'bad', status: 3, statusText: 'sending', filterTypes: ['both'] },
      ...{ nextAttempt: expect.stringMatching(/Z$/), url: `${fixture.target.url}bad` },
    })
    expect(data.find(({ id }) => id === good)).toMatchObject({ status: 0, statusText: 'success' })
    expect(page).toEqual({ iterator: data[1]?.id, done: true })
    const query = { limit: 1, iterator: data[0]?.id ?? '' }
    const next = await listAttemptedDestinations({ app_id, msg_id, query })
    expect(next.data).toEqual(data.slice(1))
    const back = { iterator: `-${data[1]?.id}` }
    const refused = await refusal(listAttemptedDestinations({ app_id, msg_id, query: back }))
    expect(refused).toMatchObject({ status: 422 })
  })
})

test('[WH-04] 200 counts each endpoint by itself, by status', async () => {
  const stats = (endpoint_id: string) => fixture.org.endpoint.getStats({ app_id, endpoint_id })
  const none = { success: 0, pending: 0, sending: 0, fail: 0, canceled: 0 }
  expect(await stats(good)).toEqual({ ...none, success: 3 })
  expect(await stats('bad')).toEqual({ ...none, sending: 2 })
})

describe('one attempt', () => {
  test('[WH-09] 200 by message id; 404 of another message', async () => {
    const [first] = await list({ endpoint_id: good })
    const attempt_id = first?.id ?? ''
    const { get, getHeaders } = fixture.org.messageAttempt
    expect(await get({ app_id, msg_id: messageOf(0), attempt_id })).toEqual(first)
    for (const msg_id of [messageOf(1), 'none'])
      expect(await refusal(get({ app_id, msg_id, attempt_id }))).toMatchObject({ status: 404 })
    expect(await refusal(getHeaders({ app_id, msg_id: messageOf(1), attempt_id }))).toMatchObject({
      status: 404,
    })
  })

  test('[WH-09] 200 shows the headers that were sent, of sensitive ones the name alone', async () => {
    const [first] = await list({ endpoint_id: good })
    const request = { app_id, msg_id: messageOf(0), attempt_id: first?.id ?? '' }
    const { sentHeaders, sensitive } = await fixture.org.messageAttempt.getHeaders(request)
    expect(sensitive).toEqual(['X-Auth-Token'])
    expect(sentHeaders).toMatchObject({
      ...{ 'svix-id': messageOf(0), 'content-type': 'application/json', 'X-Own': 'mine' },
      'svix-signature': expect.stringMatching(/^v1,/),
    })
    expect(JSON.stringify(sentHeaders)).not.toContain('hidden')
  })

  test('[WH-09] 204 expunges the answer; 403 for a portal token', async () => {
    const [, first] = await list({ endpoint_id: bad })
    const request = { app_id, msg_id: messageOf(1), attempt_id: first?.id ?? '' }
    const { token } = await fixture.org.authentication.dashboardAccess({ app_id })
    const portal = fixture.as(token).messageAttempt
    expect(await refusal(portal.expungeContent(request))).toMatchObject({ status: 403 })
    expect((await portal.get(request)).response).toBe('no')
    await fixture.org.messageAttempt.expungeContent(request)
    expect((await fixture.org.messageAttempt.get(request)).response).toBe('EXPUNGED')
    const unknown = { ...request, attempt_id: 'atmpt_none' }
    expect(await refusal(fixture.org.messageAttempt.expungeContent(unknown))).toEqual({
      status: 404,
      body: { code: 'not_found', detail: 'Message attempt not found' },
    })
  })
})

describe('resend', () => {
  const path = (msg: string, endpoint: string) =>
    `/app/${app_id}/msg/${msg}/endpoint/${endpoint}/resend`

  test('[WH-09] 202 makes a manual attempt; empty with a slash, {} without', async () => {
    const manual = async () =>
      (await list({ endpoint_id: good })).filter(({ triggerType }) => triggerType === 1)
    const old = await fixture.raw('POST', `${path(messageOf(2), 'good')}/`)
    expect([old.status, old.text]).toEqual([202, ''])
    await until('it is recorded', async () => (await manual()).length === 1)
    expect(await manual()).toMatchObject([{ msgId: messageOf(2), status: 0 }])
    const fresh = await fixture.raw('POST', path(messageOf(2), good), '{}')
    expect([fresh.status, fresh.text]).toEqual([202, '{}'])
    expect(fresh.headers['content-type']).toContain('application/json')
    await until('it is recorded', async () => (await manual()).length === 2)
  })

  test('[WH-09] 404 when it was never meant for that endpoint; 400 without a payload', async () => {
    const { resend } = fixture.org.messageAttempt
    const request = { app_id, msg_id: messageOf(2), endpoint_id: bad }
    expect(await refusal(resend(request))).toMatchObject({ status: 404 })
    await fixture.org.message.expungeContent({ app_id, msg_id: messageOf(2) })
    expect(await refusal(resend({ ...request, endpoint_id: good }))).toEqual({
      status: 400,
      body: {
        code: 'missing_payload',
        detail: 'Unable to resend message. Payload is missing (probably expired).',
      },
    })
  })
})

test('[WH-09] 404 for everything of another application and organisation', async () => {
  const [first] = await list({ endpoint_id: good })
  const ids = { msg_id: messageOf(0), endpoint_id: good, attempt_id: first?.id ?? '' }
  const other = (await fixture.org.application.create({ body: { name: 'Other' } })).id
  for (const [client, app] of [
    [fixture.org, other],
    [fixture.stranger, app_id],
  ] as const) {
    const request = { app_id: app, ...ids }
    const { expungeContent, resend, ...reads } = client.messageAttempt
    for (const work of [...Object.values(reads), expungeContent, resend])
      expect(await refusal(work(request))).toMatchObject({ status: 404 })
  }
  expect((await list({ endpoint_id: good }))[0]).toEqual(first)
})
