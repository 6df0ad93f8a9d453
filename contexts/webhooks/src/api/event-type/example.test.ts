import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tokenOf, until, type WebhooksFixture, webhooksFixture } from '../../webhooks.fixture.ts'

let fixture: WebhooksFixture
let org: WebhooksFixture['org']
let app_id: string
beforeAll(async () => {
  fixture = await webhooksFixture()
})
beforeEach(async () => {
  org = fixture.as(await tokenOf({ sub: `org_${Math.random().toString(36).slice(2)}` }))
  app_id = (await org.application.create({ body: { name: 'App', uid: 'app' } })).id
  fixture.target.received.length = 0
  fixture.target.rules.answer = () => ({})
})
afterAll(() => fixture.close())

const notFound = { status: 404, body: { code: 'not_found', detail: 'Entity not found' } }
const noScheme = {
  status: 400,
  body: {
    code: 'invalid_scheme',
    detail: 'Unable to generate example message from event-type schema',
  },
}
const user = {
  type: 'object',
  properties: { id: { type: 'string', format: 'uuid' }, age: { type: 'integer', minimum: 18 } },
}
const type = (name: string, more: object = {}) =>
  org.eventType.create({ body: { name, description: '', ...more } })
const endpoint = async (more: object = {}) =>
  (await org.endpoint.create({ app_id, body: { url: fixture.target.url, ...more } })).id
const portal = async (featureFlags: string[] = []) =>
  fixture.as((await org.authentication.appPortalAccess({ app_id, body: { featureFlags } })).token)

describe('generate-example', () => {
  const generate = (schema: object) =>
    org.eventType.generateExample({ body: { schema: { ...schema } } })

  test('[WH-07] 200 with an object that fits', async () => {
    const expected = { example: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), age: 18 } }
    expect(await generate(user)).toEqual(expected)
    expect(await (await portal()).eventType.generateExample({ body: { schema: user } })).toEqual(
      expected,
    )
  })

  test('[WH-07] 400 for a schema that gives no object', async () => {
    for (const schema of [{ type: 'string' }, { $ref: '#' }, { $ref: 'https://a.example/s' }])
      expect(await refusal(generate(schema))).toEqual(noScheme)
  })

  test.each([
    [{ schema: { type: 'text' } }, ['body', 'schema', 'type']],
    [{ schema: { properties: 7 } }, ['body', 'schema', 'properties']],
    [{ schema: 'x' }, ['body', 'schema']],
    [{}, ['body', 'schema']],
  ])('[WH-07] 422 for %j', async (body, loc) => {
    const path = '/event-type/schema/generate-example'
    const answer = await fixture.raw('POST', path, JSON.stringify(body))
    expect(answer.status).toBe(422)
    expect(JSON.parse(answer.text)).toMatchObject({ detail: [{ loc }] })
  })

  test('[WH-07] 422 for a schema too deep or too large, before anything is made of it', async () => {
    const deep = (levels: number): object => (levels === 0 ? {} : { not: deep(levels - 1) })
    expect((await refusal(generate(deep(30)))).status).toBe(422)
    expect((await refusal(generate({ description: 'x'.repeat(70_000) }))).status).toBe(422)
  })
})

describe('hostile schemas', () => {
  /** Two for every one, thirty times over. */
  const doubling = {
    definitions: Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [
        `a${i}`,
        {
          properties: {
            l: { $ref: `#/definitions/a${i + 1}` },
            r: { $ref: `#/definitions/a${i + 1}` },
          },
        },
      ]),
    ),
    $ref: '#/definitions/a0',
  }
  test.each([
    [
      'a pattern that backtracks',
      { properties: { a: { type: 'string', pattern: '^(a|a)*$', minLength: 31 } } },
    ],
    ['a text of a gigabyte', { properties: { a: { type: 'string', minLength: 1e9 } } }],
    ['a list of a billion', { properties: { a: { type: 'array', minItems: 1e9, items: {} } } }],
    [
      'lists of lists',
      {
        properties: {
          a: {
            items: {
              minItems: 1e9,
              items: {
                minItems: 1e9,
                items: { minItems: 1e9, items: { minItems: 1e9, items: {} } },
              },
            },
          },
        },
      },
    ],
    ['doubling references', doubling],
    ['a schema inside itself', { properties: { a: { $ref: '#' }, b: { items: { $ref: '#' } } } }],
    [
      'a large default, many times',
      {
        definitions: { d: { default: 'x'.repeat(50_000) } },
        properties: Object.fromEntries(
          Array.from({ length: 200 }, (_, i) => [`p${i}`, { $ref: '#/definitions/d' }]),
        ),
      },
    ],
    ['prototypes', JSON.parse('{"properties":{"__proto__":{"const":1},"constructor":{}}}')],
  ])('[WH-07] %s costs next to nothing', async (_, schema) => {
    const answer = await fixture.raw(
      'POST',
      '/event-type/schema/generate-example',
      JSON.stringify({ schema }),
    )
    expect([200, 400]).toContain(answer.status)
    expect(answer.text.length).toBeLessThan(1_000_000)
    await type('hostile', { schemas: { '1': schema } })
    const { schemas } = await org.eventType.get({ event_type_name: 'hostile' })
    expect(JSON.parse(JSON.stringify(schemas))).toEqual({ '1': JSON.parse(JSON.stringify(schema)) })
  })

  test('[WH-07] 422 for a pattern that is none, as an example and as a type', async () => {
    const schema = { properties: { a: { type: 'string', pattern: '(((((' } } }
    for (const [path, body, loc] of [
      ['/event-type/schema/generate-example', { schema }, ['body', 'schema']],
      [
        '/event-type',
        { name: 'no.pattern', description: '', schemas: { '1': schema } },
        ['body', 'schemas'],
      ],
    ] as const) {
      const { status, text } = await fixture.raw('POST', path, JSON.stringify(body))
      expect(status).toBe(422)
      const [{ loc: at, msg }] = JSON.parse(text).detail
      expect([at.slice(0, 2), msg]).toEqual([loc, expect.stringContaining('regular expression')])
    }
  })

  test('[WH-07] 422 for an event type with a schema too large or too deep, 413 beyond', async () => {
    const deep = (levels: number): object => (levels === 0 ? {} : { items: deep(levels - 1) })
    const put = (schema: object) =>
      org.eventType.update({
        event_type_name: 'x',
        body: { description: '', schemas: { '1': { ...schema } } },
      })
    const large = { description: 'x'.repeat(64 * 1024) }
    for (const schema of [deep(25), large])
      expect(await refusal(put(schema))).toMatchObject({
        status: 422,
        body: { detail: [{ loc: expect.arrayContaining(['body', 'schemas', '1']) }] },
      })
    expect((await refusal(put({ description: 'x'.repeat(300_000) }))).status).toBe(413)
    const patch = { event_type_name: 'x', body: { schemas: { '1': large } } }
    expect((await refusal(org.eventType.patch(patch))).status).toBe(422)
    expect((await refusal(type('x', { schemas: { '1': large } }))).status).toBe(422)
  })
})

describe('send-example', () => {
  const send = (endpoint_id: string, eventType: string, api = org) =>
    api.endpoint.sendExample({ app_id, endpoint_id, body: { eventType } })
  const bodies = () => fixture.target.received.map(({ body }) => JSON.parse(body))
  const arrived = (count = 1) => until('it arrives', () => fixture.target.received.length >= count)

  test('[WH-05] 202 sends the first example, past all filters, to this endpoint alone', async () => {
    await type('user.signup', {
      schemas: { '1': { ...user, examples: [{ id: 'first' }, { id: 'second' }] } },
    })
    await type('other')
    await endpoint({ uid: 'everything' })
    const only = await endpoint({ uid: 'narrow', filterTypes: ['other'], channels: ['c'] })
    const message = await send('narrow', 'user.signup')
    expect(message).toEqual({
      id: expect.stringMatching(/^msg_/),
      ...{ eventId: null, eventType: 'user.signup', channels: null, payload: {} },
      timestamp: expect.any(String),
    })
    await arrived()
    expect(bodies()).toEqual([{ id: 'first' }])
    const { id: msg_id } = message
    const kept = await org.message.get({ app_id, msg_id })
    expect(kept).toEqual({ ...message, payload: { id: 'first' } })
    await until('it is recorded', async () => {
      const { data } = await org.messageAttempt.listByMsg({ app_id, msg_id })
      return data.length === 1 && data[0]?.triggerType === 0
    })
    const { data } = await org.messageAttempt.listAttemptedDestinations({ app_id, msg_id })
    expect(data.map(({ id, statusText }) => [id, statusText])).toEqual([[only, 'success']])
  })

  test('[WH-05] 202 makes one from the schema when it has no example', async () => {
    await type('made', { schemas: { '2': user } })
    await send(await endpoint(), 'made')
    await arrived()
    expect(bodies()).toEqual([{ id: '3fa85f64-5717-4562-b3fc-2c963f66afa6', age: 18 }])
  })

  test('[WH-05] 202 for svix.ping without an event type; a portal may', async () => {
    await send(await endpoint(), 'svix.ping', await portal())
    await arrived()
    expect(bodies()).toEqual([{ success: true }])
  })

  test('[WH-05] 202 retries as any message', async () => {
    fixture.target.rules.answer = () => ({ status: fixture.target.received.length > 1 ? 200 : 500 })
    await send(await endpoint(), 'svix.ping')
    await arrived()
    await until('it is tried again', () => {
      fixture.clock.advance(10_000)
      return fixture.target.received.length > 1
    })
  })

  test('[WH-05] 202 to a disabled endpoint sends nothing', async () => {
    const { id: msg_id } = await send(await endpoint({ disabled: true }), 'svix.ping')
    const { data } = await org.messageAttempt.listAttemptedDestinations({ app_id, msg_id })
    expect(data).toEqual([])
    await send(await endpoint(), 'svix.ping')
    await arrived()
    expect(bodies()).toHaveLength(1)
  })

  test('[WH-05] 404 for an unknown endpoint or type, also one hidden from the portal', async () => {
    const id = await endpoint()
    await type('beta', { featureFlag: 'beta', schemas: { '1': user } })
    expect(await refusal(send('ep_none', 'svix.ping'))).toEqual(notFound)
    expect(await refusal(send(id, 'unknown'))).toEqual(notFound)
    expect(await refusal(send(id, 'beta', await portal()))).toEqual(notFound)
    expect(await refusal(send(id, 'svix.ping', fixture.stranger))).toEqual(notFound)
    await send(id, 'beta', await portal(['beta']))
    const away = await org.application.create({ body: { name: 'Away' } })
    const elsewhere = { app_id: away.id, endpoint_id: id, body: { eventType: 'svix.ping' } }
    expect(await refusal(org.endpoint.sendExample(elsewhere))).toEqual(notFound)
  })

  test('[WH-05] 400 without a schema that gives an object; 422 for a wrong name or an archived type', async () => {
    const id = await endpoint()
    await type('bare')
    await type('text', { schemas: { '1': { type: 'string' } } })
    await type('gone', { schemas: { '1': user }, archived: true })
    expect(await refusal(send(id, 'bare'))).toEqual(noScheme)
    expect(await refusal(send(id, 'text'))).toEqual(noScheme)
    for (const name of ['gone', 'a b', ''])
      expect(await refusal(send(id, name))).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'eventType'] }] },
      })
    expect(fixture.target.received).toEqual([])
  })
})
