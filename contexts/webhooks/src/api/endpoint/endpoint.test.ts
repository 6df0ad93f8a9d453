import { refusal } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until, type WebhooksFixture, webhooksFixture } from '../../webhooks.fixture.ts'

let fixture: WebhooksFixture
let app_id: string
beforeAll(async () => {
  fixture = await webhooksFixture()
  for (const name of ['a.one', 'a.two', 'a.old'])
    await fixture.org.eventType.create({ body: { name, description: name } })
  await fixture.org.eventType.delete({ event_type_name: 'a.old' })
})
beforeEach(async () => {
  app_id = (await fixture.org.application.create({ body: { name: 'App' } })).id
  fixture.target.received.length = 0
})
afterAll(() => fixture.close())

const url = 'https://receiver.example/hooks?a=1'
const notFound = { status: 404, body: { code: 'not_found', detail: 'Entity not found' } }
const add = (body: object = {}) => fixture.org.endpoint.create({ app_id, body: { url, ...body } })
const secretOf = async (endpoint_id: string) =>
  (await fixture.org.endpoint.getSecret({ app_id, endpoint_id })).key

describe('create', () => {
  test('[WH-03] 201 with defaults, and get finds it by id and uid of both', async () => {
    const made = await add({ uid: 'main' })
    const at = new Date(fixture.clock()).toISOString()
    expect(made).toEqual({
      id: expect.stringMatching(/^ep_[0-9A-Za-z]{27}$/),
      ...{ uid: 'main', url, description: '', version: 1, rateLimit: null, throttleRate: null },
      ordered: false,
      ...{ disabled: false, filterTypes: null, eventTypes: null, channels: null, metadata: {} },
      ...{ createdAt: at, updatedAt: at },
    })
    await fixture.org.application.patch({ app_id, body: { uid: `uid-${app_id.slice(-6)}` } })
    for (const app of [app_id, `uid-${app_id.slice(-6)}`])
      for (const endpoint_id of [made.id, 'main'])
        expect(await fixture.org.endpoint.get({ app_id: app, endpoint_id })).toEqual(made)
  })

  test('[WH-03] 201 with everything, no secret in the answer', async () => {
    const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
    const given = {
      ...{ description: 'D', version: 3, rateLimit: 50, disabled: true },
      ...{ filterTypes: ['a.one', 'a.two'], channels: ['c.1', 'c-2'], metadata: { k: 'v' } },
    }
    const made = await add({ ...given, secret })
    expect(made).toMatchObject(given)
    expect(JSON.stringify(made)).not.toContain(secret.slice(6))
    expect(await secretOf(made.id)).toBe(secret)
    const [row] = await fixture.rows<{ text: string }>(
      sql`select e::text as text from webhooks.endpoint e where id = ${made.id}`,
    )
    expect(row?.text).not.toContain(secret.slice(6))
  })

  test('[WH-03] 409 on a taken uid; another application may have it', async () => {
    await add({ uid: 'taken' })
    expect(await refusal(add({ uid: 'taken' }))).toEqual({
      status: 409,
      body: { code: 'conflict', detail: 'A conflict has occurred' },
    })
    app_id = (await fixture.org.application.create({ body: { name: 'Other' } })).id
    expect((await add({ uid: 'taken' })).uid).toBe('taken')
  })

  test.each([
    [{ url: 'ftp://a.example/' }, ['url'], 'Endpoint URL schemes must be http or https'],
    [{ url: 'not a url' }, ['url'], 'Endpoint URL schemes must be http or https'],
    [
      { filterTypes: ['a.one', 'no', 'a.old'] },
      ['filterTypes'],
      "The following event types don't exist: no, a.old",
    ],
    [
      { filterTypes: [] },
      ['filterTypes'],
      "filterTypes can't be empty, it must have at least one item.",
    ],
    [
      { filterTypes: ['a.one', 'a b'] },
      ['filterTypes', '[1]'],
      'String must match the following pattern: [a-zA-Z0-9\\-_.].',
    ],
    [
      { channels: [] },
      ['channels'],
      'Channels must have at least 1 and at most 10 items, or be set to null.',
    ],
    [{ channels: ['x', 'x'] }, ['channels'], 'Channels must be unique.'],
    [{ rateLimit: 0 }, ['rateLimit'], 'Endpoint rate limits must be at least one if set'],
    [{ version: 0 }, ['version'], 'Endpoint versions must be at least one if set'],
    [
      { uid: 'ep_1' },
      ['uid'],
      'Uids are not allowed to have the same prefix as the ID. Prefix with _?',
    ],
    [{ secret: 'A'.repeat(101) }, ['secret'], 'secret must be base64, with or without whsec_'],
    [
      { secret: `whsk_${Buffer.alloc(32).toString('base64')}` },
      ['secret'],
      'secret length invalid',
    ],
    [
      { headers: { 'Svix-Id': '1' } },
      ['headers', 'Svix-Id'],
      'Header starts with a forbidden prefix.',
    ],
    [{ headers: { Host: 'a' } }, ['headers', 'Host'], 'Header uses a forbidden key.'],
    [{ headers: { 'X-A': 'a\r\nb: c' } }, ['headers', 'X-A'], 'Invalid Header Value.'],
  ])('[WH-03] 422 %j', async (body, loc, msg) => {
    expect(await refusal(add(body))).toEqual({
      status: 422,
      body: { detail: [{ loc: ['body', ...loc], msg, type: 'value_error' }] },
    })
    expect((await fixture.org.endpoint.list({ app_id })).data).toEqual([])
  })

  test('[WH-03] 422 without TLS where that is asked for', async () => {
    const strict = await webhooksFixture({ httpsOnly: true })
    try {
      const app = await strict.org.application.create({ body: { name: 'A' } })
      const create = (target: string) =>
        strict.org.endpoint.create({ app_id: app.id, body: { url: target } })
      expect(await refusal(create('http://a.example/'))).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'url'] }] },
      })
      expect((await create('https://a.example/')).url).toBe('https://a.example/')
    } finally {
      await strict.close()
    }
  })
})

describe('list', () => {
  test('[WH-17] 200 newest first, both ways', async () => {
    const ids: string[] = []
    for (let i = 0; i < 5; i++) {
      fixture.clock.advance(5)
      ids.unshift((await add()).id)
    }
    const list = (query: object) => fixture.org.endpoint.list({ app_id, query })
    const idsOf = ({ data }: Awaited<ReturnType<typeof list>>) => data.map(({ id }) => id)
    const one = await list({ limit: 3 })
    expect(idsOf(one)).toEqual(ids.slice(0, 3))
    const two = await list({ limit: 3, iterator: one.iterator })
    expect([idsOf(two), two.done]).toEqual([ids.slice(3), true])
    const back = await list({ limit: 2, iterator: two.prevIterator })
    expect([idsOf(back), back.done]).toEqual([ids.slice(1, 3), false])
    const up = await list({ limit: 2, order: 'ascending' })
    expect(idsOf(up)).toEqual(ids.toReversed().slice(0, 2))
  })
})

describe('update', () => {
  test('[WH-03] 200 resets what is absent and keeps the secret', async () => {
    const made = await add({ uid: 'put', channels: ['c'], metadata: { a: 'b' }, disabled: true })
    const key = await secretOf(made.id)
    const updated = await fixture.org.endpoint.update({
      app_id,
      endpoint_id: 'put',
      body: { url: 'https://other.example/' },
    })
    expect(updated).toMatchObject({
      ...{ id: made.id, uid: null, url: 'https://other.example/', channels: null },
      ...{ metadata: {}, disabled: false },
    })
    expect(await secretOf(made.id)).toBe(key)
  })

  test('[WH-03] 201 creates it with a new id and the uid of the body', async () => {
    const { status, text } = await fixture.raw(
      'PUT',
      `/app/${app_id}/endpoint/ep_unknown/`,
      JSON.stringify({ url, uid: 'fresh' }),
    )
    expect(status).toBe(201)
    expect(JSON.parse(text)).toMatchObject({ uid: 'fresh', url })
    expect(JSON.parse(text).id).not.toBe('ep_unknown')
  })

  test('[WH-03] 200 keeps a filter on a type that was archived since', async () => {
    await fixture.org.eventType.create({ body: { name: 'a.fading', description: '' } })
    const { id: endpoint_id } = await add({ filterTypes: ['a.fading'] })
    await fixture.org.eventType.delete({ event_type_name: 'a.fading' })
    const filterTypes = ['a.fading', 'a.one']
    const updated = await fixture.org.endpoint.update({
      app_id,
      endpoint_id,
      body: { url, filterTypes },
    })
    expect(updated.filterTypes).toEqual(filterTypes)
  })
})

describe('patch', () => {
  test('[WH-03] 200 changes what is given; null clears', async () => {
    const { id: endpoint_id } = await add({
      ...{ uid: 'p', rateLimit: 5, filterTypes: ['a.one'], channels: ['c'], metadata: { a: 'b' } },
    })
    const patch = (body: object) => fixture.org.endpoint.patch({ app_id, endpoint_id, body })
    expect(await patch({ description: 'new' })).toMatchObject({
      ...{ description: 'new', uid: 'p', rateLimit: 5, filterTypes: ['a.one'], channels: ['c'] },
      ...{ metadata: { a: 'b' } },
    })
    const cleared = { uid: null, rateLimit: null, filterTypes: null, channels: null }
    expect(await patch({ ...cleared, metadata: null })).toMatchObject({ ...cleared, metadata: {} })
  })

  test('[WH-03] 200 with a secret replaces it at once; null generates one', async () => {
    const { id: endpoint_id } = await add()
    const before = await secretOf(endpoint_id)
    const secret = Buffer.alloc(30, 5).toString('base64')
    await fixture.org.endpoint.patch({ app_id, endpoint_id, body: { secret } })
    expect(await secretOf(endpoint_id)).toBe(`whsec_${secret}`)
    await fixture.org.endpoint.patch({ app_id, endpoint_id, body: { secret: null } })
    const generated = await secretOf(endpoint_id)
    expect([before, `whsec_${secret}`]).not.toContain(generated)
  })

  test('[WH-03] 200 that enables it again forgets how long it failed', async () => {
    const { id: endpoint_id } = await add()
    await fixture.rows(
      sql`update webhooks.endpoint set disabled = true, failing_since = now() where id = ${endpoint_id}`,
    )
    await fixture.org.endpoint.patch({ app_id, endpoint_id, body: { description: 'x' } })
    const failing = () =>
      fixture.rows(sql`select failing_since from webhooks.endpoint where id = ${endpoint_id}`)
    expect(await failing()).not.toEqual([{ failing_since: null }])
    await fixture.org.endpoint.patch({ app_id, endpoint_id, body: { disabled: false } })
    expect(await failing()).toEqual([{ failing_since: null }])
  })

  test.each(['description', 'url', 'version', 'disabled'])(
    '[WH-03] 422 for null as %s',
    async (field) => {
      const { id } = await add()
      const path = `/app/${app_id}/endpoint/${id}`
      const { status, text } = await fixture.raw('PATCH', path, `{"${field}":null}`)
      expect(status).toBe(422)
      expect(JSON.parse(text).detail[0].loc).toEqual(['body', field])
    },
  )

  test('[WH-03] 404 for an unknown endpoint', async () => {
    const work = fixture.org.endpoint.patch({ app_id, endpoint_id: 'none', body: {} })
    expect(await refusal(work)).toEqual(notFound)
  })
})

describe('delete', () => {
  test('[WH-03] 204 hides it, frees its uid and stops deliveries to it', async () => {
    const { id } = await add({ uid: 'gone', url: fixture.target.url, rateLimit: 100 })
    const slots = () =>
      fixture.rows(sql`select 1 from webhooks.rate_slot where endpoint_id = ${id}`)
    await fixture.org.message.create({ app_id, body: { eventType: 'x', payload: {} } })
    await until('it was sent to', () => fixture.target.received.length > 0)
    fixture.target.received.length = 0
    expect(await slots()).toHaveLength(1)
    await fixture.org.endpoint.delete({ app_id, endpoint_id: 'gone' })
    expect(await slots()).toEqual([])
    for (const endpoint_id of ['gone', id])
      expect(await refusal(fixture.org.endpoint.get({ app_id, endpoint_id }))).toEqual(notFound)
    const other = await add({ uid: 'gone', url: `${fixture.target.url}second` })
    await fixture.org.message.create({ app_id, body: { eventType: 'x', payload: {} } })
    await until('the other got it', () => fixture.target.received.length > 0)
    expect(fixture.target.received.map(({ path }) => path)).toEqual(['/second'])
    expect(other.uid).toBe('gone')
  })

  test('[WH-03] 404 for an endpoint of another application', async () => {
    const { id: endpoint_id } = await add()
    const other = (await fixture.org.application.create({ body: { name: 'Other' } })).id
    const { endpoint } = fixture.org
    for (const work of [
      () => endpoint.get({ app_id: other, endpoint_id }),
      () => endpoint.patch({ app_id: other, endpoint_id, body: { disabled: true } }),
      () => endpoint.delete({ app_id: other, endpoint_id }),
      () => endpoint.getSecret({ app_id: other, endpoint_id }),
      () => endpoint.rotateSecret({ app_id: other, endpoint_id, body: {} }),
      () => endpoint.getHeaders({ app_id: other, endpoint_id }),
      () => endpoint.updateHeaders({ app_id: other, endpoint_id, body: { headers: {} } }),
      () => endpoint.getStats({ app_id: other, endpoint_id }),
    ])
      expect(await refusal(work())).toEqual(notFound)
    expect((await endpoint.get({ app_id, endpoint_id })).disabled).toBe(false)
  })
})

describe('secret', () => {
  test('[WH-04] 204 rotates: both sign for 24 hours, then the new one alone', async () => {
    const bodies = [{}, { gracePeriodSeconds: null }]
    const endpoints = await Promise.all(
      bodies.map((_, n) => add({ url: `${fixture.target.url}rotated-${n}` })),
    )
    const secrets = () => Promise.all(endpoints.map(({ id }) => secretOf(id)))
    const before = await secrets()
    for (const [n, body] of bodies.entries())
      await fixture.org.endpoint.rotateSecret({ app_id, endpoint_id: endpoints[n]?.id ?? '', body })
    const after = await secrets()
    /** For each endpoint whether the old and the new secret have signed what it gets now. */
    const signed = async () => {
      fixture.target.received.length = 0
      await fixture.org.message.create({ app_id, body: { eventType: 'x', payload: { a: 1 } } })
      await until('both have it', () => fixture.target.received.length === endpoints.length)
      return bodies.map((_, n) => {
        const { headers, body } =
          fixture.target.received.find(({ path }) => path.endsWith(`rotated-${n}`)) ??
          expect.unreachable()
        const at = new Date(Number(headers['webhook-timestamp']) * 1000)
        return [before, after].map((secret) =>
          String(headers['webhook-signature'])
            .split(' ')
            .includes(new Webhook(secret[n] ?? '').sign(String(headers['webhook-id']), at, body)),
        )
      })
    }
    const both = bodies.map(() => [true, true])
    expect(await signed()).toEqual(both)
    fixture.clock.advance(24 * 3_600_000 - 1000)
    expect(await signed()).toEqual(both)
    fixture.clock.advance(2000)
    expect(await signed()).toEqual(bodies.map(() => [false, true]))
  })

  test('[WH-04] signatures stand in the order of their secrets, the newest first', async () => {
    const { id: endpoint_id } = await add({ url: fixture.target.url })
    const secrets = [await secretOf(endpoint_id)]
    for (let turn = 0; turn < 3; turn++) {
      fixture.clock.advance(1000)
      await fixture.org.endpoint.rotateSecret({ app_id, endpoint_id, body: {} })
      secrets.unshift(await secretOf(endpoint_id))
    }
    fixture.target.received.length = 0
    await fixture.org.message.create({ app_id, body: { eventType: 'x', payload: { a: 1 } } })
    await until('it is delivered', () => fixture.target.received.length > 0)
    const { headers, body } = fixture.target.received[0] ?? expect.unreachable()
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    const expected = secrets.map((secret) =>
      new Webhook(secret).sign(String(headers['webhook-id']), at, body),
    )
    expect(String(headers['webhook-signature']).split(' ')).toEqual(expected)
  })

  test('[WH-04] 400 limit_reached at the sixth rotation within 24 hours', async () => {
    const { id: endpoint_id } = await add()
    const rotate = () => fixture.org.endpoint.rotateSecret({ app_id, endpoint_id, body: {} })
    for (let i = 0; i < 5; i++) await rotate()
    const key = await secretOf(endpoint_id)
    expect(await refusal(rotate())).toMatchObject({ status: 400, body: { code: 'limit_reached' } })
    expect(await secretOf(endpoint_id)).toBe(key)
    fixture.clock.advance(24 * 3_600_000 + 1000)
    await rotate()
    expect(await secretOf(endpoint_id)).not.toBe(key)
  })

  test('[WH-04] 201 with a secret of 24 to 75 bytes, which signs; 422 for less and more', async () => {
    for (const bytes of [24, 25, 73, 74, 75]) {
      const secret = `whsec_${Buffer.alloc(bytes, bytes).toString('base64')}`
      const { id } = await add({ secret })
      expect(await secretOf(id)).toBe(secret)
      await fixture.org.endpoint.rotateSecret({ app_id, endpoint_id: id, body: { key: secret } })
    }
    for (const bytes of [23, 76]) {
      const secret = Buffer.alloc(bytes, 1).toString('base64')
      expect(await refusal(add({ secret }))).toMatchObject({ status: 422 })
    }
  })

  test('[WH-04] 200 of a key pair shows the public half; 422 for a bad key', async () => {
    const pair =
      'whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg=='
    const { id: endpoint_id } = await add({ secret: pair })
    expect(await secretOf(endpoint_id)).toBe('whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=')
    const bad = fixture.org.endpoint.rotateSecret({ app_id, endpoint_id, body: { key: 'short' } })
    expect(await refusal(bad)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'key'] }] },
    })
  })
})

describe('headers', () => {
  test('[WH-04] 204 sets, replaces and removes; sensitive values stay hidden and are sent', async () => {
    const { id: endpoint_id } = await add({ url: fixture.target.url })
    const { getHeaders, updateHeaders, patchHeaders } = fixture.org.endpoint
    expect(await getHeaders({ app_id, endpoint_id })).toEqual({ headers: {}, sensitive: [] })
    const headers = { 'X-One': '1', 'X-Two': '2', Authorization: 'Bearer hidden' }
    await updateHeaders({ app_id, endpoint_id, body: { headers } })
    const change = { 'x-one': null, 'X-Three': '3' }
    await patchHeaders({ app_id, endpoint_id, body: { headers: change } })
    // As newer clients say it; what is set in the same call stays.
    const again = { headers: { 'X-New': '4' }, deleteHeaders: ['X-Three', 'x-new', 'X-Unknown'] }
    await patchHeaders({ app_id, endpoint_id, body: again })
    expect((await getHeaders({ app_id, endpoint_id })).headers).toEqual({
      'X-Two': '2',
      'X-New': '4',
    })
    await patchHeaders({
      ...{ app_id, endpoint_id },
      body: { headers: { 'X-Three': '3' }, deleteHeaders: ['x-new'] },
    })
    expect(await getHeaders({ app_id, endpoint_id })).toEqual({
      headers: { 'X-Two': '2', 'X-Three': '3' },
      sensitive: ['Authorization'],
    })
    fixture.target.received.length = 0
    await fixture.org.message.create({ app_id, body: { eventType: 'x', payload: {} } })
    await until('it is delivered', () => fixture.target.received.length > 0)
    expect(fixture.target.received[0]?.headers).toMatchObject({
      'x-two': '2',
      'x-three': '3',
      authorization: 'Bearer hidden',
    })
    const [row] = await fixture.rows<{ text: string }>(
      sql`select e::text as text from webhooks.endpoint e where id = ${endpoint_id}`,
    )
    expect(row?.text).not.toContain('hidden')
  })

  test('[WH-04] 422 names each bad header, and nothing changes', async () => {
    const { id: endpoint_id } = await add({ headers: { 'X-A': '1' } })
    const headers = { 'webhook-id': 'x', 'bad name': 'x', 'X-B': 'é'.repeat(2049) }
    const { getHeaders, updateHeaders } = fixture.org.endpoint
    const answer = await refusal(updateHeaders({ app_id, endpoint_id, body: { headers } }))
    expect(answer).toEqual({
      status: 422,
      body: {
        detail: [
          ['webhook-id', 'Header starts with a forbidden prefix.'],
          ['bad name', 'Invalid Header Name.'],
          ['X-B', 'Maximum header length is 4096 bytes'],
        ].map(([name, msg]) => ({ loc: ['body', 'headers', name], msg, type: 'value_error' })),
      },
    })
    expect((await getHeaders({ app_id, endpoint_id })).headers).toEqual({ 'X-A': '1' })
  })
})

describe('stats', () => {
  test('[WH-04] 200 counts by status within the range; 400 for a range that is too long', async () => {
    const { id: endpoint_id } = await add({ url: fixture.target.url })
    const { getStats } = fixture.org.endpoint
    const since = new Date(fixture.clock() + 1).toISOString()
    fixture.clock.advance(1000)
    for (let i = 0; i < 3; i++)
      await fixture.org.message.create({ app_id, body: { eventType: 'x', payload: {} } })
    const success = async (query: { since?: string; until?: string }) =>
      (await getStats({ app_id, endpoint_id, query })).success
    await until('all are recorded', async () => (await success({})) === 3)
    expect(await getStats({ app_id, endpoint_id, query: { since } })).toEqual({
      ...{ success: 3, pending: 0, sending: 0, fail: 0, canceled: 0 },
      recoverable: 0,
    })
    expect(await success({ until: since })).toBe(0)
    const day = 24 * 3_600_000
    const ago = new Date(fixture.clock() - 29 * day).toISOString()
    const ahead = new Date(fixture.clock() + 60_000).toISOString()
    for (const query of [{ since: ago }, { until: ahead }])
      expect(await refusal(getStats({ app_id, endpoint_id, query }))).toMatchObject({
        status: 400,
        body: { code: 'invalid_range' },
      })
    expect(
      await refusal(getStats({ app_id, endpoint_id, query: { since: 'soon' } })),
    ).toMatchObject({ status: 400, body: { code: 'generic_error' } })
  })
})
