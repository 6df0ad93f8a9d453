import { refusal } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { Svix } from 'svix-1'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenOf, type WebhooksFixture, webhooksFixture } from '../../webhooks.fixture.ts'

let fixture: WebhooksFixture
beforeAll(async () => {
  fixture = await webhooksFixture()
})
afterAll(() => fixture.close())

const code = 'function handler(webhook) { return webhook }'
const url = 'https://receiver.example/hook'
const notFound = { status: 404, body: { code: 'not_found', detail: 'Entity not found' } }
const wrong = (field: string, msg: unknown = expect.any(String)) => ({
  status: 422,
  body: { detail: [{ loc: ['body', field], msg, type: 'value_error' }] },
})

/** An application with an endpoint, and how both are named in a path. */
async function endpoint(org = fixture.org) {
  fixture.clock.advance(5)
  const { id: app_id } = await org.application.create({ body: { name: 'App' } })
  const { id: endpoint_id } = await org.endpoint.create({ app_id, body: { url, uid: 'main' } })
  return { app_id, endpoint_id }
}
const portalOf = async (app_id: string) => {
  const { token } = await fixture.org.authentication.appPortalAccess({ app_id, body: {} })
  return fixture.as(token)
}

describe('get', () => {
  test('[WH-06] 200 nothing before there is any; 404 for an unknown endpoint', async () => {
    const at = await endpoint()
    const { getTransformation } = fixture.org.endpoint
    const none = { code: null, enabled: false, variables: null, updatedAt: null }
    expect(await getTransformation(at)).toEqual(none)
    expect(await getTransformation({ ...at, endpoint_id: 'main' })).toEqual(none)
    expect(await refusal(getTransformation({ ...at, endpoint_id: 'ep_none' }))).toEqual(notFound)
    const path = `/app/${at.app_id}/endpoint/main/transformation/`
    expect((await fixture.raw('GET', path)).status).toBe(200)
  })
})

describe('patch', () => {
  test('[WH-06] 204 sets, enables, keeps what is absent, and removes', async () => {
    const at = await endpoint()
    const { getTransformation, patchTransformation } = fixture.org.endpoint
    const patch = (body: object) => patchTransformation({ ...at, body })
    const steps: [object, object][] = [
      [{ code }, { code, enabled: false }],
      [{ enabled: true }, { code, enabled: true }],
      [{ code: `${code} // 2` }, { code: `${code} // 2`, enabled: true }],
      [{ enabled: false }, { code: `${code} // 2`, enabled: false }],
      [{}, { code: `${code} // 2`, enabled: false }],
      [
        { code, enabled: true },
        { code, enabled: true },
      ],
      [{ code: null }, { code: null, enabled: false }],
    ]
    for (const [body, then] of steps) {
      expect(await patch(body)).toBeUndefined()
      expect(await getTransformation(at)).toMatchObject(then)
    }
    const path = `/app/${at.app_id}/endpoint/${at.endpoint_id}/transformation`
    expect(await fixture.raw('PATCH', path, '{"enabled":false}')).toMatchObject({
      ...{ status: 204, text: '' },
    })
  })

  test('[WH-06] 422 for code that does not compile, has no handler or does not end', async () => {
    const at = await endpoint()
    const patch = (body: object) => fixture.org.endpoint.patchTransformation({ ...at, body })
    expect(await refusal(patch({ code: 'function handler(' }))).toEqual(
      wrong('code', expect.stringMatching(/SyntaxError.*line 1/)),
    )
    for (const never of [
      'async function handler(webhook) { return webhook }',
      'const handler = async (webhook) => webhook',
      'function* handler(webhook) { yield webhook }',
      'async function* handler(webhook) { yield webhook }',
    ])
      expect(await refusal(patch({ code: never }))).toEqual(
        wrong('code', expect.stringMatching(/must not be async/)),
      )
    for (const bad of ['let answer = 42', 'for (;;) handler()', `${code}; throw new Error("x")`])
      expect(await refusal(patch({ code: bad }))).toEqual(wrong('code'))
    expect(await refusal(patch({ code: 'short' }))).toMatchObject(wrong('code'))
    expect(await refusal(patch({ code: `${code}//${'x'.repeat(51_200)}` }))).toEqual(wrong('code'))
    expect(await refusal(patch({ code: `${code}\0` }))).toEqual(wrong('code'))
    expect(await refusal(patch({ enabled: true }))).toEqual(wrong('enabled'))
    expect(await refusal(patch({ code: null, enabled: true }))).toEqual(wrong('enabled'))
    expect(await fixture.org.endpoint.getTransformation(at)).toMatchObject({
      code: null,
      enabled: false,
    })
  })

  test('[WH-06] 204 for code of the greatest length', async () => {
    const at = await endpoint()
    const long = `${code}//`.padEnd(51_200, 'é')
    await fixture.org.endpoint.patchTransformation({ ...at, body: { code: long } })
    expect((await fixture.org.endpoint.getTransformation(at)).code).toBe(long)
  })
})

test('[WH-08] svix 1.13.0 gets and changes it', async () => {
  const { app_id, endpoint_id } = await endpoint()
  const api = new Svix(fixture.orgToken, { serverUrl: await fixture.listen() })
  const get = () => api.endpoint.transformationGet(app_id, endpoint_id)
  expect(await get()).toEqual({ code: null, enabled: false })
  await api.endpoint.transformationPartialUpdate(app_id, endpoint_id, { code, enabled: true })
  expect(await get()).toEqual({ code, enabled: true })
})

describe('simulate', () => {
  const simulate = (at: { app_id: string; endpoint_id: string }, given: string, more = {}) =>
    fixture.org.endpoint.simulateTransformation({
      ...at,
      body: { code: given, eventType: 'case.opened', payload: { b: 1, a: [2] }, ...more },
    })

  test('[WH-06] 200 what the given code makes of it; the payload as JSON text', async () => {
    const at = await endpoint()
    expect(await simulate(at, code)).toEqual({
      url,
      method: 'POST',
      payload: '{"b":1,"a":[2]}',
      cancel: false,
    })
    const other = `const handler = (webhook) => ({
      method: 'PUT', url: webhook.url + '?type=' + webhook.eventType, payload: webhook.payload.a })`
    expect(await simulate(at, other, { channels: ['one'] })).toEqual({
      ...{ url: `${url}?type=case.opened`, method: 'PUT', payload: '[2]', cancel: false },
    })
    expect(await simulate(at, 'const handler = () => ({ cancel: true })')).toEqual({
      ...{ url, method: null, payload: '{"b":1,"a":[2]}', cancel: true },
    })
    // What is stored has no part in it.
    expect(await fixture.org.endpoint.getTransformation(at)).toMatchObject({
      code: null,
      enabled: false,
    })
  })

  test('[WH-06] 400 when the code fails, in its own words', async () => {
    const at = await endpoint()
    for (const [bad, detail] of [
      ['function handler() { throw new Error("no case") }', /Error: no case \(line 1\)/],
      ['function handler() { for (;;); }', /too much time/],
      ['function handler() { return 1 }', /returned no object/],
      ['let handler = "a text"', /must declare a function named handler/],
    ] as const)
      expect(await refusal(simulate(at, bad))).toEqual({
        status: 400,
        body: { code: 'invalid_transformation', detail: expect.stringMatching(detail) },
      })
  })

  test('[WH-06] 413 for a payload that is too large; 422 for a body that is none; 404', async () => {
    const at = await endpoint()
    const payload = { text: 'x'.repeat(1024 * 1024) }
    expect(await refusal(simulate(at, code, { payload }))).toMatchObject({ status: 413 })
    for (const more of [{ payload: [] }, { channels: [] }, { eventType: 'a b' }])
      expect(await refusal(simulate(at, code, more))).toMatchObject({ status: 422 })
    expect(await refusal(simulate(at, 'short'))).toEqual(wrong('code'))
    expect(await refusal(simulate({ ...at, endpoint_id: 'none' }, code))).toEqual(notFound)
  })

  test('[WH-14] 429 when an application tries out more than it may at a time', async () => {
    const at = await endpoint()
    const endless = 'function handler() { for (;;); }'
    const all = await Promise.all(Array.from({ length: 8 }, () => refusal(simulate(at, endless))))
    const statuses = all.map(({ status }) => status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(3)
    expect(statuses).toContain(400)
  })
})

describe('access', () => {
  const all = (client: WebhooksFixture['org'], at: { app_id: string; endpoint_id: string }) => [
    () => client.endpoint.getTransformation(at),
    () => client.endpoint.patchTransformation({ ...at, body: { code } }),
    () =>
      client.endpoint.simulateTransformation({
        ...at,
        body: { code, eventType: 'a', payload: {} },
      }),
  ]

  test("[WH-12] an application's token works in its own, and is 404 elsewhere; 401 without", async () => {
    const [mine, other] = [await endpoint(), await endpoint()]
    const portal = await portalOf(mine.app_id)
    for (const work of all(portal, mine)) await work()
    for (const work of all(portal, other)) expect(await refusal(work())).toEqual(notFound)
    for (const work of all(fixture.stranger, mine)) expect(await refusal(work())).toEqual(notFound)
    for (const work of all(fixture.as('nonsense'), mine))
      expect(await refusal(work())).toMatchObject({ status: 401 })
  })

  test('[WH-12] 403 for a portal where the settings say no; the organisation may', async () => {
    const orgId = 'org_without'
    const org = fixture.as(await tokenOf({ sub: orgId }))
    const mine = await endpoint(org)
    const { token } = await org.authentication.appPortalAccess({ app_id: mine.app_id, body: {} })
    await fixture.rows(sql`insert into webhooks.environment_settings
      values (${orgId}, '{"enableTransformations": false}', now())`)
    for (const work of all(fixture.as(token), mine))
      expect(await refusal(work())).toMatchObject({
        ...{ status: 403, body: { code: 'insufficient access' } },
      })
    for (const work of all(org, mine)) await work()
  })
})
