import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type WebhooksFixture, webhooksFixture } from '../../webhooks.fixture.ts'

let fixture: WebhooksFixture
beforeAll(async () => {
  fixture = await webhooksFixture()
})
afterAll(() => fixture.close())

const notFound = { status: 404, body: { code: 'not_found', detail: 'Entity not found' } }

describe('create', () => {
  test('[WH-02] 201 stores it, and get finds it by id and uid', async () => {
    const { org, clock } = fixture
    const created = await org.application.create({
      body: { name: 'Briar', uid: 'briar.1', rateLimit: 7, metadata: { tier: 'gold' } },
    })
    const at = new Date(clock()).toISOString()
    expect(created).toEqual({
      id: expect.stringMatching(/^app_[0-9A-Za-z]{27}$/),
      ...{ name: 'Briar', uid: 'briar.1', rateLimit: 7, throttleRate: 7 },
      ...{ metadata: { tier: 'gold' }, createdAt: at, updatedAt: at },
    })
    expect(await org.application.get({ app_id: created.id })).toEqual(created)
    expect(await org.application.get({ app_id: 'briar.1' })).toEqual(created)
  })

  test('[WH-02] 201 without uid and limit leaves both out, and unknown fields are ignored', async () => {
    const { status, text } = await fixture.raw('POST', '/app/?new=1', '{"name":"Plain","more":[1]}')
    expect(status).toBe(201)
    const body: unknown = JSON.parse(text)
    expect(Object.keys(body as object).sort()).toEqual(
      ['id', 'name', 'metadata', 'createdAt', 'updatedAt'].sort(),
    )
  })

  test('[WH-02] 201 takes throttleRate for rateLimit', async () => {
    const { text } = await fixture.raw('POST', '/app', '{"name":"New","throttleRate":9}')
    expect(JSON.parse(text)).toMatchObject({ rateLimit: 9 })
  })

  test('[WH-02] 200 with get_if_exists answers the one that is there, unchanged', async () => {
    const { org } = fixture
    const body = { name: 'Once', uid: 'once' }
    const query = { get_if_exists: true }
    const first = await org.application.create({ query, body })
    const second = await org.application.create({ query, body: { ...body, name: 'Other' } })
    expect(second).toEqual(first)
    const { status } = await fixture.raw(
      'POST',
      '/app/?get_if_exists=true',
      JSON.stringify({ ...body, name: 'Third' }),
    )
    expect(status).toBe(200)
  })

  test('[WH-02] 201 to one and 200 to all others of 20 at once with get_if_exists', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        fixture.raw('POST', '/app?get_if_exists=true', '{"name":"Race","uid":"race"}'),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
    const ids = answers.map(({ text }) => JSON.parse(text).id)
    expect(new Set(ids).size).toBe(1)
  })

  test('[WH-02] 409 on a taken uid; another organisation may have it', async () => {
    const body = { name: 'Taken', uid: 'taken' }
    await fixture.org.application.create({ body })
    expect(await refusal(fixture.org.application.create({ body }))).toEqual({
      status: 409,
      body: {
        code: 'conflict',
        detail: 'An application with that id or uid already exists',
      },
    })
    expect((await fixture.stranger.application.create({ body })).uid).toBe('taken')
  })

  test.each([
    ['{"name":""}', ['body', 'name'], 'Application names must be at least one character'],
    ['{"name":"a\\u0001"}', ['body', 'name'], 'Control characters 0x00-0x08 not allowed.'],
    [
      '{"name":"a","rateLimit":0}',
      ['body', 'rateLimit'],
      'Application rate limits must be at least 1 if set',
    ],
    [
      '{"name":"a","uid":"app_1"}',
      ['body', 'uid'],
      'Uids are not allowed to have the same prefix as the ID. Prefix with _?',
    ],
    [
      '{"name":"a","uid":"a:b"}',
      ['body', 'uid'],
      'String must match the following pattern: [a-zA-Z0-9\\-_.].',
    ],
    ['{"name":"a","uid":""}', ['body', 'uid'], 'String must be at least one character'],
    [
      `{"name":"a","metadata":{"k":"${'é'.repeat(2048)}"}}`,
      ['body', 'metadata'],
      'metadata must be less than or equal to 4096 bytes',
    ],
  ])('[WH-02] 422 %s', async (body, loc, msg) => {
    const { status, text } = await fixture.raw('POST', '/app/', body)
    expect({ status, body: JSON.parse(text) }).toEqual({
      status: 422,
      body: { detail: [{ loc, msg, type: 'value_error' }] },
    })
  })

  test('[WH-16] 422 reports all broken rules together, but what cannot be decoded alone', async () => {
    const rules = await fixture.raw('POST', '/app/', '{"name":"","uid":"a b"}')
    expect(JSON.parse(rules.text).detail).toHaveLength(2)
    const decode = { type: 'value_error.jsondecode' }
    const missing = await fixture.raw('POST', '/app/', '{"uid":"a b"}')
    expect(JSON.parse(missing.text).detail).toEqual([
      { loc: ['body', 'name'], msg: 'missing field `name`', ...decode },
    ])
    const broken = await fixture.raw('POST', '/app/', '{"name":')
    expect(broken.status).toBe(422)
    expect(JSON.parse(broken.text).detail).toMatchObject([{ loc: ['body'], ...decode }])
    const absent = await fixture.raw('POST', '/app/')
    expect(absent.status).toBe(422)
  })
})

describe('list', () => {
  test('[WH-17] 200 pages both ways, ascending and descending, and 422 above 250', async () => {
    const { org, clock, stranger } = fixture
    const { list } = stranger.application
    const [last] = (await list({ query: { limit: 1, order: 'descending' } })).data
    for (let i = 0; i < 10; i++) {
      clock.advance(5)
      await stranger.application.create({ body: { name: `App ${i}` } })
    }
    const all = (await list({ query: { limit: 250 } })).data.slice(-10)
    const one = await list({ query: { limit: 6, ...(last && { iterator: last.id }) } })
    expect(one.data).toEqual(all.slice(0, 6))
    expect(one).toMatchObject({ done: false, iterator: all[5]?.id, prevIterator: `-${all[0]?.id}` })
    const two = await list({ query: { limit: 6, iterator: one.iterator ?? '' } })
    expect(two.data).toEqual(all.slice(6))
    expect(two.done).toBe(true)
    const back = await list({ query: { limit: 3, iterator: two.prevIterator ?? '' } })
    expect(back.data).toEqual(all.slice(3, 6))
    expect(back.done).toBe(false)
    const down = await list({ query: { limit: 4, order: 'descending' } })
    expect(down.data).toEqual(all.toReversed().slice(0, 4))
    const beyond = await list({ query: { iterator: all[9]?.id ?? '' } })
    expect(beyond).toEqual({ data: [], iterator: null, done: true })
    expect(await refusal(org.application.list({ query: { limit: 251 } }))).toEqual({
      status: 422,
      body: {
        detail: [
          {
            loc: ['query', 'limit'],
            msg: 'Given limit must not exceed 250',
            type: 'value_error',
          },
        ],
      },
    })
    expect(await refusal(org.application.list({ query: { iterator: 'ep_1' } }))).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', 'iterator'] }] },
    })
  })

  test.each(['limit=ten', 'limit=1.5', 'order=upwards', 'limit=1&limit=2'])(
    '[WH-16] 400 for a query of the wrong type: %s',
    async (query) => {
      const { status, text } = await fixture.raw('GET', `/app/?${query}`)
      expect(status).toBe(400)
      expect(JSON.parse(text)).toMatchObject({ code: 'generic_error' })
    },
  )

  test("[WH-02] 200 shows no other organisation's applications", async () => {
    const { data } = await fixture.org.application.list({ query: { limit: 250 } })
    const others = (await fixture.stranger.application.list({ query: { limit: 250 } })).data
    const ids = new Set(data.map(({ id }) => id))
    expect(others.length).toBeGreaterThan(0)
    expect(others.filter(({ id }) => ids.has(id))).toEqual([])
  })
})

describe('update', () => {
  test('[WH-02] 200 resets what is absent', async () => {
    const { org, clock } = fixture
    const made = await org.application.create({
      body: { name: 'Full', uid: 'full', rateLimit: 3, metadata: { a: 'b' } },
    })
    clock.advance(1000)
    const updated = await org.application.update({ app_id: 'full', body: { name: 'Bare' } })
    expect(updated).toEqual({
      ...{ id: made.id, name: 'Bare', metadata: {}, createdAt: made.createdAt },
      updatedAt: new Date(clock()).toISOString(),
    })
    expect(await refusal(org.application.get({ app_id: 'full' }))).toEqual(notFound)
  })

  test('[WH-02] 201 creates it with the uid of the body, not of the path', async () => {
    const { status, text } = await fixture.raw('PUT', '/app/nowhere/', '{"name":"Up","uid":"up"}')
    expect(status).toBe(201)
    expect(JSON.parse(text)).toMatchObject({ uid: 'up' })
    expect(await refusal(fixture.org.application.get({ app_id: 'nowhere' }))).toEqual(notFound)
  })

  test('[WH-02] 409 on a uid of another application', async () => {
    const { org } = fixture
    await org.application.create({ body: { name: 'A', uid: 'put-a' } })
    await org.application.create({ body: { name: 'B', uid: 'put-b' } })
    const answer = await refusal(
      org.application.update({ app_id: 'put-b', body: { name: 'B', uid: 'put-a' } }),
    )
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })
})

describe('patch', () => {
  test('[WH-02] 200 changes what is given; null clears; metadata is replaced', async () => {
    const { org } = fixture
    const body = { name: 'P', uid: 'patch', rateLimit: 3, metadata: { a: '1', b: '2' } }
    const made = await org.application.create({ body })
    const one = await org.application.patch({ app_id: 'patch', body: { metadata: { c: '3' } } })
    expect(one).toMatchObject({ name: 'P', uid: 'patch', rateLimit: 3, metadata: { c: '3' } })
    const two = await org.application.patch({
      app_id: made.id,
      body: { uid: null, rateLimit: null },
    })
    expect(two).not.toHaveProperty('uid')
    expect(two).not.toHaveProperty('rateLimit')
    expect(two.metadata).toEqual({ c: '3' })
  })

  test('[WH-02] 422 for a null name, 404 for an unknown application', async () => {
    await fixture.org.application.create({ body: { name: 'N', uid: 'null-name' } })
    const { status, text } = await fixture.raw('PATCH', '/app/null-name', '{"name":null}')
    expect(status).toBe(422)
    expect(JSON.parse(text).detail[0].loc).toEqual(['body', 'name'])
    const unknown = fixture.org.application.patch({ app_id: 'unknown', body: { name: 'x' } })
    expect(await refusal(unknown)).toEqual(notFound)
  })
})

describe('delete', () => {
  test('[WH-02] 204 hides it with its endpoints and frees its uid', async () => {
    const { org } = fixture
    const made = await org.application.create({ body: { name: 'Gone', uid: 'gone' } })
    await org.endpoint.create({ app_id: 'gone', body: { url: 'https://a.example/' } })
    expect(await org.application.delete({ app_id: 'gone' })).toBeUndefined()
    for (const app_id of ['gone', made.id]) {
      expect(await refusal(org.application.get({ app_id }))).toEqual(notFound)
      expect(await refusal(org.endpoint.list({ app_id }))).toEqual(notFound)
      const body = { eventType: 'a', payload: {} }
      expect(await refusal(org.message.create({ app_id, body }))).toMatchObject({ status: 404 })
    }
    expect(await refusal(org.application.delete({ app_id: 'gone' }))).toEqual(notFound)
    const again = await org.application.create({ body: { name: 'Back', uid: 'gone' } })
    expect(again.id).not.toBe(made.id)
  })

  test('[WH-02] 404 for another organisation, and it stays', async () => {
    const { org, stranger } = fixture
    const { id } = await org.application.create({ body: { name: 'Mine' } })
    for (const work of [
      () => stranger.application.get({ app_id: id }),
      () => stranger.application.patch({ app_id: id, body: { name: 'Yours' } }),
      () => stranger.application.delete({ app_id: id }),
      () => stranger.endpoint.list({ app_id: id }),
      () => stranger.message.list({ app_id: id }),
    ])
      expect(await refusal(work())).toEqual(notFound)
    // This one could have created it, and says what is missing.
    expect(
      await refusal(stranger.authentication.appPortalAccess({ app_id: id, body: {} })),
    ).toEqual({ status: 404, body: { code: 'not_found', detail: 'Application not found' } })
    expect((await org.application.get({ app_id: id })).name).toBe('Mine')
  })
})
