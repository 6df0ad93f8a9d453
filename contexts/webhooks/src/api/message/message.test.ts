import { refusal } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until, type WebhooksFixture, webhooksFixture } from '../../webhooks.fixture.ts'

let fixture: WebhooksFixture
let app_id: string
beforeAll(async () => {
  fixture = await webhooksFixture()
})
beforeEach(async () => {
  app_id = (await fixture.org.application.create({ body: { name: 'App' } })).id
  fixture.target.received.length = 0
})
afterAll(() => fixture.close())

const notFound = { status: 404, body: { code: 'not_found', detail: 'Message not found' } }
const send = (body: object = {}, query: object = {}) =>
  fixture.org.message.create({ app_id, query, body: { eventType: 'x', payload: {}, ...body } })
const post = (body: string, query = '') => fixture.raw('POST', `/app/${app_id}/msg/${query}`, body)
const get = (path: string) => fixture.raw('GET', `/app/${app_id}/msg/${path}`)

describe('create', () => {
  test('[WH-08] 202 answers, stores and delivers the payload byte for byte, compacted', async () => {
    await fixture.org.endpoint.create({ app_id, body: { url: fixture.target.url } })
    const spaced = `{ "z" : 1.0 , "a": 12345678901234567890,\n"t":"a  b\\u00e9\\/",\t"e":[ 1e3 , {} ] }`
    const compact = '{"z":1.0,"a":12345678901234567890,"t":"a  b\\u00e9\\/","e":[1e3,{}]}'
    const { status, text } = await post(`{"eventType":"x","payload":${spaced},"channels":["c"]}`)
    expect(status).toBe(202)
    const { id, timestamp } = JSON.parse(text)
    expect(id).toMatch(/^msg_[0-9A-Za-z]{27}$/)
    expect(text).toBe(
      `{"id":"${id}","eventId":null,"eventType":"x","channels":["c"],"payload":${compact},"timestamp":"${timestamp}"}`,
    )
    expect(timestamp).toBe(new Date(fixture.clock()).toISOString())
    expect((await get(id)).text).toBe(text)
    expect((await get('')).text).toContain(`"payload":${compact},`)
    expect(JSON.parse((await get(`${id}/raw/`)).text)).toEqual({ payload: compact })
    await until('it is delivered', () => fixture.target.received.length > 0)
    expect(fixture.target.received[0]?.body).toBe(compact)
  })

  test('[WH-08] 202 takes data for payload, and withholds the content on request', async () => {
    const { status, text } = await post('{"eventType":"x","data":{"b":2,"a":1.50}}')
    expect(status).toBe(202)
    expect(text).toContain('"payload":{"b":2,"a":1.50}')
    const without = await send({ payload: { a: 1 } }, { with_content: false })
    expect(without.payload).toEqual({})
    expect((await fixture.org.message.get({ app_id, msg_id: without.id })).payload).toEqual({
      a: 1,
    })
  })

  test('[WH-08] a raw payload is what is signed, delivered, stored and shown, byte for byte', async () => {
    const { id: endpoint_id } = await fixture.org.endpoint.create({
      app_id,
      body: { url: fixture.target.url },
    })
    const { key } = await fixture.org.endpoint.getSecret({ app_id, endpoint_id })
    const rawPayload = '{ "z" : 1.0 ,\n "a": 12345678901234567890 }'
    const made = await send({ transformationsParams: { rawPayload } })
    expect(made.payload).toEqual(JSON.parse(rawPayload))
    const xml = '<transfer amount="1.5">ü</transfer>'
    const headers = { 'Content-Type': 'text/xml; charset=utf-8' }
    const text = await send({ transformationsParams: { rawPayload: xml, headers } })
    expect(text.payload).toEqual({ rawPayload: xml })
    expect((await fixture.org.message.get({ app_id, msg_id: text.id })).payload).toEqual({
      rawPayload: xml,
    })
    const raw = async (msg_id: string) =>
      (await fixture.org.message.getRawPayload({ app_id, msg_id })).payload
    expect([await raw(made.id), await raw(text.id)]).toEqual([rawPayload, xml])
    const arrived = (body: string) =>
      fixture.target.received.filter((request) => request.body === body)
    await until('both are delivered', () => arrived(rawPayload).length + arrived(xml).length === 2)
    await fixture.org.messageAttempt.resend({ app_id, msg_id: text.id, endpoint_id })
    await until('it is delivered again', () => arrived(xml).length === 2)
    expect(arrived(rawPayload)[0]?.headers['content-type']).toBe('application/json')
    for (const request of arrived(xml)) {
      expect(request.headers['content-type']).toBe('text/xml; charset=utf-8')
      const at = new Date(Number(request.headers['svix-timestamp']) * 1000)
      expect(request.headers['svix-signature']).toBe(new Webhook(key).sign(text.id, at, xml))
    }
    await fixture.org.message.expungeContent({ app_id, msg_id: text.id })
    expect(await raw(text.id)).toBe('{"expired":true}')
  })

  test('[WH-08] a raw payload is measured against the limit and its content type checked', async () => {
    const raw = (transformationsParams: object, more: object = {}) =>
      send({ ...more, transformationsParams }, { with_content: false })
    await raw({ rawPayload: '"'.repeat(1024 * 1024) })
    expect((await refusal(raw({ rawPayload: 'b'.repeat(1024 * 1024 + 1) }))).status).toBe(413)
    const loc = async (params: object, more?: object) => {
      const { status, body } = await refusal(raw(params, more))
      return [status, Reflect.get(Object(body), 'detail')?.[0]?.loc.join('.')]
    }
    const at = 'body.transformationsParams'
    for (const [params, where] of [
      [{ rawPayload: 1 }, `${at}.rawPayload`],
      [{ rawPayload: 'a\0b' }, `${at}.rawPayload`],
      [{ rawPayload: 'a', headers: { 'x-api-key': 'k' } }, `${at}.headers.x-api-key`],
      [{ rawPayload: 'a', headers: { 'content-type': 'a/b\r\nx: y' } }, `${at}.headers`],
      [{ headers: { 'content-type': 'text/xml' } }, `${at}.headers`],
      [{ rawPayload: 'a', other: 1 }, `${at}.other`],
    ] as const)
      expect(await loc(params)).toEqual([422, where])
    expect(await loc({ rawPayload: 'a' }, { payload: { b: 1 } })).toEqual([422, 'body.payload'])
    expect((await raw({ rawPayload: null, headers: null })).payload).toEqual({})
  })

  test('[WH-08] no payload can forge the answer of another', async () => {
    const payload = {
      a: '"}],"payload":{"x":1}',
      b: '\u0000\ud800',
      __proto__x: { key: 'JSON text' },
    }
    expect((await send({ payload })).payload).toEqual(payload)
    const { text } = await post('{"eventType":"x","payload":{"__proto__":{"a":1}}}')
    expect(text).toContain('"payload":{"__proto__":{"a":1}}')
  })

  test('[WH-08] 409 on a used eventId, in this application alone; get finds it by eventId', async () => {
    const { id } = await send({ eventId: 'event.1' })
    expect(await refusal(send({ eventId: 'event.1' }))).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    expect((await fixture.org.message.get({ app_id, msg_id: 'event.1' })).id).toBe(id)
    app_id = (await fixture.org.application.create({ body: { name: 'Other' } })).id
    expect((await send({ eventId: 'event.1' })).id).not.toBe(id)
  })

  test('[WH-08] 413 for a payload above 1 MiB; spaces around it do not count', async () => {
    const body = (size: number, spaces = 0) =>
      `{"eventType":"x","payload":{"a":"${'b'.repeat(size - 8)}"${' '.repeat(spaces)}}}`
    expect((await post(body(1024 * 1024), '?with_content=false')).status).toBe(202)
    expect((await post(body(1024 * 1024, 1000), '?with_content=false')).status).toBe(202)
    for (const size of [1024 * 1024 + 1, 3 * 1024 * 1024]) {
      const { status, text } = await post(body(size))
      expect({ status, body: JSON.parse(text) }).toEqual({
        status: 413,
        body: { code: 'payload_too_large', detail: 'Request payload is too large.' },
      })
    }
  })

  test.each([
    ['{"eventType":"x","payload":[1]}', ['payload'], 'Payload must be an object.', 'value_error'],
    ['{"eventType":"x","payload":"{}"}', ['payload'], 'Payload must be an object.', 'value_error'],
    ['{"eventType":"x","payload":{},"eventId":"msg_1"}', ['eventId'], /same prefix/, 'value_error'],
    [
      '{"eventType":"x","payload":{},"payloadRetentionPeriod":4}',
      ['payloadRetentionPeriod'],
      /at least 5/,
      'value_error',
    ],
    [
      '{"eventType":"x","payload":{},"channels":["a","b","c","d","e","f"]}',
      ['channels'],
      /at most 5/,
      'value_error',
    ],
    ['{"payload":{}}', ['eventType'], 'missing field `eventType`', 'value_error.jsondecode'],
    ['{"eventType":7,"payload":{}}', ['eventType'], /expected string/, 'value_error.jsondecode'],
  ])('[WH-08] 422 %s', async (body, loc, msg, type) => {
    const { status, text } = await post(body)
    expect({ status, body: JSON.parse(text) }).toEqual({
      status: 422,
      body: { detail: [{ loc: ['body', ...loc], msg: expect.stringMatching(msg), type }] },
    })
  })

  test('[WH-08] 422 for an archived event type, at once', async () => {
    await fixture.org.eventType.create({ body: { name: 'fading', description: '' } })
    await send({ eventType: 'fading' })
    await fixture.org.eventType.delete({ event_type_name: 'fading' })
    expect(await refusal(send({ eventType: 'fading' }))).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'eventType'] }] },
    })
    await fixture.org.eventType.create({ body: { name: 'fading', description: '' } })
    await send({ eventType: 'fading' })
  })

  test('[WH-08] creates the application of the path from the body when it is missing', async () => {
    const uid = `made-${app_id.slice(-8)}`
    const create = (application?: { name: string; uid?: string }) =>
      fixture.org.message.create({
        app_id: uid,
        body: { eventType: 'x', payload: {}, ...(application && { application }) },
      })
    const loc = ['body', 'application', 'uid']
    expect(await refusal(create())).toEqual({
      status: 404,
      body: { code: 'not_found', detail: 'Application not found' },
    })
    expect(await refusal(create({ name: 'N' }))).toMatchObject({
      status: 422,
      body: { detail: [{ loc, type: 'application_uid_missing' }] },
    })
    expect(await refusal(create({ name: 'N', uid: 'other' }))).toMatchObject({
      status: 422,
      body: { detail: [{ loc, type: 'application_uid_mismatch' }] },
    })
    await create({ name: 'N', uid })
    await create({ name: 'Ignored', uid: 'ignored' })
    expect((await fixture.org.application.get({ app_id: uid })).name).toBe('N')
    expect((await fixture.org.message.list({ app_id: uid })).data).toHaveLength(2)
  })

  test('[WH-08] follows a uid that moves to another application', async () => {
    const uid = `moves-${app_id.slice(-8)}`
    const { application, message } = fixture.org
    await application.patch({ app_id, body: { uid } })
    await message.create({ app_id: uid, body: { eventType: 'x', payload: { to: 'first' } } })
    await application.patch({ app_id, body: { uid: null } })
    const second = await application.create({ body: { name: 'Second', uid } })
    await message.create({ app_id: uid, body: { eventType: 'x', payload: { to: 'second' } } })
    const { data } = await message.list({ app_id: second.id })
    expect(data.map(({ payload }) => payload)).toEqual([{ to: 'second' }])
  })

  test('[WH-08] 403 for a portal token, 404 for another organisation; nothing is stored', async () => {
    const { token } = await fixture.org.authentication.dashboardAccess({ app_id })
    const request = { app_id, body: { eventType: 'x', payload: {} } }
    expect(await refusal(fixture.as(token).message.create(request))).toMatchObject({ status: 403 })
    expect(await refusal(fixture.stranger.message.create(request))).toMatchObject({ status: 404 })
    expect((await fixture.org.message.list({ app_id })).data).toEqual([])
  })
})

describe('list', () => {
  const ids = async (query: object = {}) =>
    (await fixture.org.message.list({ app_id, query })).data.map(({ id }) => id)
  /** Sends some, a second apart; ids and times, newest first. */
  const sendSome = async (count: number, more: (i: number) => object = () => ({})) => {
    const sent: { id: string; at: string }[] = []
    for (let i = 0; i < count; i++) {
      fixture.clock.advance(1000)
      const { id, timestamp } = await send(more(i))
      sent.unshift({ id, at: timestamp })
    }
    return sent
  }

  test('[WH-17] 200 newest first, forward and back', async () => {
    const all = (await sendSome(10)).map(({ id }) => id)
    const list = (query: object) => fixture.org.message.list({ app_id, query })
    const one = await list({ limit: 6 })
    expect(one.data.map(({ id }) => id)).toEqual(all.slice(0, 6))
    expect(one).toMatchObject({ done: false, iterator: all[5], prevIterator: `-${all[0]}` })
    const two = await list({ limit: 6, iterator: one.iterator })
    expect(two.data.map(({ id }) => id)).toEqual(all.slice(6))
    expect(two.done).toBe(true)
    const back = await list({ limit: 3, iterator: two.prevIterator })
    expect(back.data.map(({ id }) => id)).toEqual(all.slice(3, 6))
    expect(back.done).toBe(false)
    const rest = await list({ limit: 3, iterator: back.prevIterator })
    expect(rest.data.map(({ id }) => id)).toEqual(all.slice(0, 3))
    expect(rest.done).toBe(true)
  })

  test('[WH-08] 200 by time: before, after, both; after alone walks forward', async () => {
    const sent = await sendSome(6)
    const all = sent.map(({ id }) => id)
    const at = (i: number) => sent[i]?.at
    expect(await ids({ before: at(2) })).toEqual(all.slice(3))
    expect(await ids({ after: at(3) })).toEqual(all.slice(0, 4))
    expect(await ids({ after: at(4), before: at(1) })).toEqual(all.slice(2, 5))
    expect(await ids({ after: at(4), limit: 2 })).toEqual(all.slice(3, 5))
    const oldest = await fixture.org.message.list({
      app_id,
      query: { after: at(5) ?? '', limit: 2 },
    })
    expect(oldest).toMatchObject({ done: false, data: [{ id: all[4] }, { id: all[5] }] })
    const next = { after: at(5), limit: 2, iterator: oldest.prevIterator }
    expect(await ids(next)).toEqual(all.slice(2, 4))
    expect(await ids({ before: at(0), iterator: all[2] })).toEqual(all.slice(3))
    const spelled = at(2)?.replace('T', ' ').replace('Z', '000 UTC')
    expect(await ids({ before: spelled })).toEqual(all.slice(3))
    const east = new Date(Date.parse(at(2) ?? '') + 2 * 3_600_000).toISOString()
    expect(await ids({ before: east.replace('Z', '+02:00') })).toEqual(all.slice(3))
  })

  test('[WH-08] 200 misses nothing of one millisecond, polling by time or paging', async () => {
    const sent: string[] = []
    for (let i = 0; i < 24; i++) {
      if (i % 8 === 0) fixture.clock.advance(1)
      sent.push((await send({ payload: { i } })).id)
    }
    const list = (query: object) => fixture.org.message.list({ app_id, query })
    const polled: string[] = []
    let after = new Date(fixture.clock() - 5).toISOString()
    while (polled.length < sent.length) {
      const news = (await list({ after, limit: 12 })).data.filter(({ id }) => !polled.includes(id))
      expect(news).not.toEqual([])
      polled.push(...news.map(({ id }) => id).reverse())
      after = news[0]?.timestamp ?? after
    }
    expect(polled).toEqual(sent)
    const walk = async (back: boolean, start: string) => {
      const seen: string[] = []
      for (let iterator = start; seen.length < sent.length - 1; ) {
        const { data, ...next } = await list({ limit: 1, iterator })
        seen.push(...data.map(({ id }) => id))
        iterator = (back ? next.prevIterator : next.iterator) ?? expect.unreachable()
      }
      return seen
    }
    expect(await walk(false, sent.at(-1) ?? '')).toEqual(sent.slice(0, -1).reverse())
    expect(await walk(true, `-${sent[0]}`)).toEqual(sent.slice(1))
  })

  test('[WH-08] 200 by channel and event types, in every spelling of a list', async () => {
    const [b, a] = await sendSome(2, (i) => ({ channels: [`c${i}`, 'all'], eventType: `t${i}` }))
    await send({ eventType: 'other' })
    expect(await ids({ channel: 'c0' })).toEqual([a?.id])
    expect(await ids({ channel: 'all' })).toEqual([b?.id, a?.id])
    expect(await ids({ channel: 'ALL' })).toEqual([])
    for (const query of [
      'event_types=t0&event_types=t1',
      'event_types=t0,t1',
      'event_types=t0%2Ct1',
      'event_types[]=t0&event_types[]=t1',
      'event_types[0]=t0&event_types[1]=t1',
      'event_types=t0,t1&unknown=1&with_msg=true',
    ]) {
      const { text } = await get(`?${query}`)
      expect(JSON.parse(text).data.map(({ id }: { id: string }) => id)).toEqual([b?.id, a?.id])
    }
    const tagged = await get('?event_types=t0,t1&tag=unknown')
    expect([tagged.status, JSON.parse(tagged.text).data]).toEqual([200, []])
    expect(await ids({ event_types: ['t0'], channel: 'c1' })).toEqual([])
    const { data } = await fixture.org.message.list({ app_id, query: { with_content: false } })
    expect(data.map(({ payload }) => payload)).toEqual([{}, {}, {}])
  })

  test('[WH-08] 200 reaches back 90 days, and further with before', async () => {
    const [first] = await sendSome(1)
    fixture.clock.advance(91 * 24 * 3_600_000)
    const [second] = await sendSome(1)
    expect(await ids()).toEqual([second?.id])
    expect(await ids({ before: second?.at })).toEqual([])
    const before = new Date(Date.parse(first?.at ?? '') + 1000).toISOString()
    expect(await ids({ before })).toEqual([first?.id])
    expect(await ids({ iterator: `-${first?.id}` })).toEqual([])
    expect(await ids({ after: new Date(Date.parse(before) - 5000).toISOString() })).toEqual([
      first?.id,
    ])
  })

  test('[WH-16] 422 for an iterator of another kind, 400 for a bad time', async () => {
    for (const [query, status] of [
      ['iterator=app_1', 422],
      ['limit=0', 422],
      ['channel=a%20b', 422],
      ['before=yesterday', 400],
      ['with_content=maybe', 400],
    ] as const)
      expect([query, (await get(`?${query}`)).status]).toEqual([query, status])
  })

  test("[WH-08] 200 shows an application's own messages alone", async () => {
    await sendSome(2)
    const other = (await fixture.org.application.create({ body: { name: 'Other' } })).id
    expect((await fixture.org.message.list({ app_id: other })).data).toEqual([])
  })
})

describe('get', () => {
  test('[WH-08] 404 for an unknown message and for that of another application', async () => {
    const { id: msg_id } = await send({ eventId: 'here' })
    const other = (await fixture.org.application.create({ body: { name: 'Other' } })).id
    const { message } = fixture.org
    for (const request of [
      { app_id, msg_id: 'msg_unknown' },
      { app_id, msg_id: 'nobody' },
      { app_id: other, msg_id },
      { app_id: other, msg_id: 'here' },
    ]) {
      expect(await refusal(message.get(request))).toEqual(notFound)
      expect(await refusal(message.getRawPayload(request))).toEqual(notFound)
      expect(await refusal(message.expungeContent(request))).toEqual(notFound)
    }
    expect((await message.get({ app_id, msg_id })).payload).toEqual({})
  })

  test('[WH-08] 200 {"expired":true} once its days are over, before any job came by', async () => {
    const { id: msg_id } = await send({ payload: { a: 1 }, payloadRetentionPeriod: 5 })
    fixture.clock.advance(5 * 24 * 3_600_000 - 1000)
    const payload = async () => (await fixture.org.message.get({ app_id, msg_id })).payload
    expect(await payload()).toEqual({ a: 1 })
    fixture.clock.advance(2000)
    expect(await payload()).toEqual({ expired: true })
  })
})

describe('expunge', () => {
  test('[WH-08] 204 erases the payload everywhere, twice too; 403 for a portal token', async () => {
    const { id: msg_id } = await send({ payload: { canary: 'find-me' } })
    const { token } = await fixture.org.authentication.dashboardAccess({ app_id })
    const portal = fixture.as(token).message.expungeContent({ app_id, msg_id })
    expect(await refusal(portal)).toMatchObject({ status: 403 })
    for (const _ of [1, 2]) await fixture.org.message.expungeContent({ app_id, msg_id })
    const { message } = fixture.org
    expect((await message.get({ app_id, msg_id })).payload).toEqual({ expired: true })
    expect(await message.getRawPayload({ app_id, msg_id })).toEqual({ payload: '{"expired":true}' })
    const query = { with_content: false }
    expect((await message.get({ app_id, msg_id, query })).payload).toEqual({})
    const [row] = await fixture.rows<{ text: string }>(
      sql`select m::text as text from webhooks.message m where id = ${msg_id}`,
    )
    expect(row?.text).not.toContain('find-me')
  })
})
