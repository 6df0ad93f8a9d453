import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until, type WebhooksFixture, webhooksFixture } from '../../webhooks.fixture.ts'

let fixture: WebhooksFixture
const answers = { bad: 500 }

/** What the tests that only read have in common. */
let shared: Awaited<ReturnType<typeof delivered>>
beforeAll(async () => {
  fixture = await webhooksFixture()
  const { target } = fixture
  target.rules.answer = ({ path }) => {
    if (path.startsWith('/code/')) return { status: Number(path.slice(6)) }
    return path === '/bad'
      ? { status: answers.bad, body: 'no' }
      : { status: 201, body: '{"thanks":1}' }
  }
  await fixture.org.eventType.create({ body: { name: 'both', description: '' } })
  shared = await delivered()
})
afterAll(() => fixture.close())

/** An application with one endpoint that answers 201 with a body, one that answers 500, and three messages. */
async function delivered() {
  const { org, target, clock } = fixture
  const app_id = (await org.application.create({ body: { name: 'App' } })).id
  const endpoint = async (path: string, more: object = {}) =>
    (await org.endpoint.create({ app_id, body: { url: target.url + path, uid: path, ...more } })).id
  const good = await endpoint('good', { headers: { 'X-Own': 'mine', 'X-Auth-Token': 'hidden' } })
  const bad = await endpoint('bad', { filterTypes: ['both'] })
  /** Newest first: to both endpoints, to both, to the good one alone. */
  const messages: { id: string; at: string }[] = []
  for (const eventType of ['alone', 'both', 'both']) {
    const body = { eventType, payload: { eventType }, channels: [`c${messages.length}`, 'all'] }
    const { id, timestamp } = await org.message.create({ app_id, body })
    messages.unshift({ id, at: timestamp })
    // Not as far as the first retry, whatever else this file does.
    clock.advance(10)
  }
  const attempts = (endpoint_id: string, query: object = {}) =>
    org.messageAttempt.listByEndpoint({ app_id, endpoint_id, query })
  const list = async ({
    endpoint_id,
    ...query
  }: {
    endpoint_id: string
    [name: string]: unknown
  }) => (await attempts(endpoint_id, query)).data
  await until('five attempts are recorded', async () => {
    const both = await Promise.all([good, bad].map((endpoint_id) => list({ endpoint_id })))
    return both.flat().length === 5
  })
  const messageOf = (i: number) => messages[i]?.id ?? ''
  return { app_id, good, bad, messages, attempts, list, messageOf }
}

describe('list by endpoint', () => {
  test('[WH-09] 200 shows what was sent and answered, newest first', async () => {
    const { good, bad, messages, list, messageOf } = shared
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
    const { good, bad, messages, list } = shared
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
    expect(await count({ after: messages[1]?.at })).toBe(2)
    expect(await count({ after: messages[2]?.at, before: messages[0]?.at })).toBe(2)
    expect(await list({ endpoint_id: good, with_content: false })).toMatchObject([
      ...Array.from({ length: 3 }, () => ({ response: '{}' })),
    ])
    expect((await list({ endpoint_id: bad, status_code_class: 500 })).length).toBe(2)
  })

  test('[WH-09] 200 by class of the answer, its ends included', async () => {
    const { org, target } = fixture
    const app = (await org.application.create({ body: { name: 'Codes' } })).id
    const codes = [200, 299, 300, 399, 400, 499, 500, 599]
    for (const code of codes)
      await org.endpoint.create({ app_id: app, body: { url: `${target.url}code/${code}` } })
    const message = { app_id: app, body: { eventType: 'alone', payload: {} } }
    const msg_id = (await org.message.create(message)).id
    const of = async (query: object) =>
      (await org.messageAttempt.listByMsg({ app_id: app, msg_id, query })).data
        .map(({ responseStatusCode }) => responseStatusCode)
        .sort()
    await until('all are recorded', async () => (await of({})).length === codes.length)
    for (const status_code_class of [200, 300, 400, 500])
      expect(await of({ status_code_class })).toEqual([status_code_class, status_code_class + 99])
  })

  test('[WH-17] 200 pages both ways', async () => {
    const { good, attempts, list } = shared
    const all = (await list({ endpoint_id: good })).map(({ id }) => id)
    const one = await attempts(good, { limit: 2 })
    expect(one).toMatchObject({ done: false, iterator: all[1], prevIterator: `-${all[0]}` })
    const two = await attempts(good, { limit: 2, iterator: one.iterator })
    expect([two.data.map(({ id }) => id), two.done]).toEqual([all.slice(2), true])
    const back = await attempts(good, { limit: 2, iterator: two.prevIterator })
    expect(back.data).toEqual(one.data)
  })

  test('[WH-09] 404 for an unknown endpoint, 400 for an unknown status, 422 for a bad iterator', async () => {
    const { good, attempts } = shared
    expect(await refusal(attempts('ep_none'))).toMatchObject({ status: 404 })
    expect(await refusal(attempts(good, { status: 9 }))).toMatchObject({ status: 400 })
    expect(await refusal(attempts(good, { status_code_class: 201 }))).toMatchObject({ status: 400 })
    expect(await refusal(attempts(good, { iterator: 'msg_1' }))).toMatchObject({ status: 422 })
  })
})

describe('list by message', () => {
  test('[WH-09] 200 of all endpoints or one; the deprecated lists alike; 404s', async () => {
    const { app_id, good, bad, messageOf } = shared
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
    const { app_id, good, messages, messageOf } = shared
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
    const { app_id, good, bad, messageOf } = shared
    const { listAttemptedDestinations } = fixture.org.messageAttempt
    const msg_id = messageOf(1)
    const { data, ...page } = await listAttemptedDestinations({ app_id, msg_id })
    expect(data.map(({ id }) => id)).toEqual([good, bad].sort())
    expect(data.find(({ id }) => id === bad)).toMatchObject({
      ...{ uid: 'bad', status: 3, statusText: 'sending', filterTypes: ['both'] },
      ...{ nextAttempt: expect.stringMatching(/Z$/), url: `${fixture.target.url}bad` },
    })
    expect(data.find(({ id }) => id === good)).toMatchObject({ status: 0, statusText: 'success' })
    const [first, second] = data.map(({ id }) => id)
    expect(page).toEqual({ iterator: second, prevIterator: `-${first}`, done: true })
    const wrong = { iterator: 'app_1' }
    const refused = await refusal(listAttemptedDestinations({ app_id, msg_id, query: wrong }))
    expect(refused).toMatchObject({ status: 422 })
  })

  test('[WH-17] 200 pages both ways by id, whatever else would order them', async () => {
    const { org, target, clock } = fixture
    const app = (await org.application.create({ body: { name: 'Many' } })).id
    const made: string[] = []
    for (const name of ['d', 'a', 'e', 'b', 'c']) {
      const body = { url: `${target.url}${name}`, uid: `${name}-many`, description: name }
      made.push((await org.endpoint.create({ app_id: app, body })).id)
    }
    const message = { app_id: app, body: { eventType: 'alone', payload: {} } }
    const msg_id = (await org.message.create(message)).id
    clock.advance(10)
    for (const at of [2, 0])
      await org.endpoint.patch({
        ...{ app_id: app, endpoint_id: made[at] ?? '', body: { description: 'changed' } },
      })
    const page = (query: object) =>
      org.messageAttempt.listAttemptedDestinations({ app_id: app, msg_id, query })
    const walk = async (back: boolean) => {
      const seen: string[] = []
      let iterator = back ? `-ep_${'z'.repeat(27)}` : undefined
      for (let turn = 0; turn < made.length; turn++) {
        const { data, done, ...next } = await page({ limit: 1, iterator })
        seen.push(...data.map(({ id }) => id))
        expect(done).toBe(turn === made.length - 1)
        iterator = (back ? next.prevIterator : next.iterator) ?? undefined
      }
      return seen
    }
    expect(await walk(false)).toEqual(made)
    expect(await walk(true)).toEqual([...made].reverse())
    const middle = await page({ limit: 2, iterator: `-${made[4]}` })
    expect(middle.data.map(({ id }) => id)).toEqual(made.slice(2, 4))
  })
})

test('[WH-04] 200 counts each endpoint by itself, by status', async () => {
  const { app_id, good } = shared
  const stats = (endpoint_id: string) => fixture.org.endpoint.getStats({ app_id, endpoint_id })
  const none = { success: 0, pending: 0, sending: 0, fail: 0, canceled: 0, recoverable: 0 }
  expect(await stats(good)).toEqual({ ...none, success: 3 })
  expect(await stats('bad')).toEqual({ ...none, sending: 2, recoverable: 2 })
})

describe('where nothing is sent any more', () => {
  test.each(['disabled', 'deleted'] as const)(
    '[WH-09] what waited for an endpoint that is %s has failed, and is not sending',
    async (end) => {
      const { app_id, bad: endpoint_id, messageOf } = await delivered()
      const { org } = fixture
      const statusAt = async () => {
        const msg_id = messageOf(0)
        const { data } = await org.messageAttempt.listAttemptedDestinations({ app_id, msg_id })
        return data.find(({ id }) => id === endpoint_id)
      }
      expect(await statusAt()).toMatchObject({ status: 3, statusText: 'sending' })
      if (end === 'deleted') await org.endpoint.delete({ app_id, endpoint_id })
      else await org.endpoint.patch({ app_id, endpoint_id, body: { disabled: true } })
      const there = await statusAt()
      expect(there).toMatchObject({ status: 2, statusText: 'fail' })
      expect(there).not.toHaveProperty('nextAttempt')
      if (end === 'deleted') return
      const messages = async (query: object) =>
        (await org.messageAttempt.listAttemptedMessages({ app_id, endpoint_id, query })).data
      expect(await messages({ status: 3 })).toEqual([])
      expect(await messages({ status: 2 })).toMatchObject([
        { status: 2, statusText: 'fail' },
        { status: 2, statusText: 'fail' },
      ])
      expect(await org.endpoint.getStats({ app_id, endpoint_id })).toMatchObject({
        ...{ sending: 0, fail: 2, recoverable: 0 },
      })
    },
  )
})

describe('one attempt', () => {
  test('[WH-09] 200 by message id; 404 of another message', async () => {
    const { app_id, good, list, messageOf } = shared
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

  test('[WH-09] 200 shows the headers that were sent, of custom ones the name alone', async () => {
    const { app_id, good, list, messageOf } = shared
    const [first] = await list({ endpoint_id: good })
    const request = { app_id, msg_id: messageOf(0), attempt_id: first?.id ?? '' }
    const { sentHeaders, sensitive } = await fixture.org.messageAttempt.getHeaders(request)
    expect(sensitive.sort()).toEqual(['X-Auth-Token', 'X-Own'])
    expect(sentHeaders).toMatchObject({
      ...{ 'svix-id': messageOf(0), 'content-type': 'application/json' },
      'svix-signature': expect.stringMatching(/^v1,/),
    })
    expect(JSON.stringify(sentHeaders)).not.toMatch(/hidden|mine/)
  })

  test('[WH-09] 204 expunges the answer; 403 for a portal token', async () => {
    const { app_id, bad, list, messageOf } = await delivered()
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
  test('[WH-09] 202 makes a manual attempt; empty with a slash, {} without', async () => {
    const { app_id, good, list, messageOf } = await delivered()
    const path = (msg: string, endpoint: string) =>
      `/app/${app_id}/msg/${msg}/endpoint/${endpoint}/resend`
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
    const { app_id, good, bad, messageOf } = await delivered()
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
  const { app_id, good, list, messageOf } = shared
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
