import { refusal } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tokenOf, type WebhooksFixture, webhooksFixture } from '../../webhooks.fixture.ts'

let fixture: WebhooksFixture
let app_id: string
beforeAll(async () => {
  fixture = await webhooksFixture()
})
beforeEach(async () => {
  app_id = (await fixture.org.application.create({ body: { name: 'App' } })).id
})
afterAll(() => fixture.close())

const seconds = () => Math.floor(fixture.clock() / 1000)
const failed = { status: 401, body: { code: 'authentication_failed', detail: 'Invalid token' } }
const listWith = (token: string) => fixture.as(token).application.list({})

describe('bearer tokens', () => {
  test('[WH-15] 200 for an organisation that is seen for the first time, which is then kept', async () => {
    const token = await tokenOf({ sub: 'org_fresh' })
    expect((await listWith(token)).data).toEqual([])
    expect(
      await fixture.rows(sql`select org_id from webhooks.organisation where org_id = 'org_fresh'`),
    ).toEqual([{ org_id: 'org_fresh' }])
  })

  test('[WH-15] 401 for everything that is not a valid token of ours', async () => {
    const org = { sub: fixture.orgId }
    const [head = '', , mac = ''] = fixture.orgToken.split('.')
    const forged = Buffer.from(JSON.stringify({ sub: 'org_other' })).toString('base64url')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    for (const token of [
      'nonsense',
      `${head}.${forged}.${mac}`,
      `${none}.${forged}.`,
      await tokenOf(org, 'another secret, just as long as ours'),
      await tokenOf(org, undefined, 'HS512'),
      await tokenOf({ ...org, exp: seconds() - 1 }),
      await tokenOf({ ...org, nbf: seconds() + 61 }),
      await tokenOf({ ...org, iat: seconds() + 61 }),
      await tokenOf({ ...org, exp: seconds() }),
    ])
      expect(await refusal(listWith(token))).toEqual(failed)
    expect(
      await fixture.rows(sql`select org_id from webhooks.organisation where org_id = 'org_other'`),
    ).toEqual([])
  })

  test('[WH-15] 200 for a token of a clock that is up to a minute ahead', async () => {
    const org = { sub: fixture.orgId }
    for (const claims of [{ nbf: seconds() + 60 }, { iat: seconds() + 60 }])
      expect(await listWith(await tokenOf({ ...org, ...claims }))).toMatchObject({ done: true })
  })

  test.each([undefined, 'Basic abc', 'Bearer', 'Bearer a b', ''])(
    '[WH-15] 401 for the header %j on all but health',
    async (authorization) => {
      const headers = authorization === undefined ? {} : { authorization }
      const { statusCode, json } = await fixture.app.inject({ url: '/api/v1/app/', headers })
      expect([statusCode, json()]).toEqual([
        401,
        {
          code: 'authentication_failed',
          detail: 'Incorrect authentication credentials.',
        },
      ])
      for (const method of ['GET', 'HEAD'] as const) {
        const health = await fixture.app.inject({ method, url: '/api/v1/health/', headers })
        expect([health.statusCode, health.body]).toEqual([204, ''])
      }
    },
  )

  test('[WH-15] 401 once a token has expired, although it was just used', async () => {
    const token = await tokenOf({ sub: fixture.orgId, exp: seconds() + 10 })
    await listWith(token)
    fixture.clock.advance(11_000)
    expect(await refusal(listWith(token))).toEqual(failed)
  })

  test.each([
    [{ sub: 'nobody' }, '`sub` is not a valid organization id'],
    [{}, '`sub` is not a valid organization id'],
    [{ sub: 'app_1', org: 'elsewhere' }, '`org` is not a valid organization id'],
    [{ sub: 'org_1', org: 'org_1' }, '`sub` is not a valid application id'],
    [{ sub: "org_1'; drop table x" }, '`sub` is not a valid organization id'],
  ])('[WH-15] 400 bad_token for %j', async (claims, detail) => {
    expect(await refusal(listWith(await tokenOf(claims)))).toEqual({
      status: 400,
      body: { code: 'bad_token', detail },
    })
  })

  test('[WH-16] 404 in JSON for unknown routes and paths that cannot be decoded', async () => {
    for (const url of ['/api/v1/nothing/', '/elsewhere', '/api/v1/app/%ff/msg']) {
      const { statusCode, headers, json } = await fixture.app.inject({ url })
      expect([statusCode, headers['content-type']]).toEqual([404, 'application/json'])
      expect(json()).toMatchObject({ code: 'not_found', detail: expect.any(String) })
    }
  })
})

describe('portal tokens', () => {
  const open = (body: { featureFlags?: string[] } = {}) =>
    fixture.org.authentication.appPortalAccess({ app_id, body })

  test('[WH-01] 200 gives a token of 7 days and an address that carries it', async () => {
    const { url, token } = await open()
    const { origin, pathname, hash } = new URL(url)
    expect([origin, pathname]).toEqual(['https://portal.example', '/login'])
    const key = decodeURIComponent(hash.replace('#key=', ''))
    expect(JSON.parse(Buffer.from(key, 'base64').toString())).toEqual({ appId: app_id, token })
    const portal = fixture.as(token)
    expect((await portal.application.get({ app_id })).id).toBe(app_id)
    fixture.clock.advance(7 * 24 * 3_600_000 - 1000)
    expect((await portal.endpoint.list({ app_id })).data).toEqual([])
    fixture.clock.advance(1000)
    expect(await refusal(portal.application.get({ app_id }))).toEqual(failed)
  })

  test('[WH-01] 404 for an unknown application, 403 for a portal token itself', async () => {
    const unknown = fixture.org.authentication.appPortalAccess({ app_id: 'unknown', body: {} })
    expect(await refusal(unknown)).toMatchObject({ status: 404 })
    const { token } = await open()
    const { authentication, application } = fixture.as(token)
    for (const work of [
      () => authentication.appPortalAccess({ app_id, body: {} }),
      () => authentication.dashboardAccess({ app_id }),
      () => authentication.expireAll({ app_id, body: {} }),
      () => application.list({}),
      () => application.create({ body: { name: 'x' } }),
      () => application.patch({ app_id, body: { name: 'x' } }),
      () => application.delete({ app_id }),
    ])
      expect(await refusal(work())).toEqual({
        status: 403,
        body: {
          code: 'insufficient access',
          detail: 'Insufficient access for the given operation.',
        },
      })
  })

  test('[WH-01] 404 with the token of another application, or of one in another organisation', async () => {
    const { token } = await open()
    const other = (await fixture.org.application.create({ body: { name: 'B', uid: 'b' } })).id
    const stolen = await tokenOf({ sub: app_id, org: 'org_elsewhere' })
    for (const [bearer, app] of [
      [token, other],
      [token, 'b'],
      [stolen, app_id],
    ] as const) {
      const { application, endpoint, message } = fixture.as(bearer)
      for (const work of [
        () => application.get({ app_id: app }),
        () => endpoint.list({ app_id: app }),
        () => endpoint.create({ app_id: app, body: { url: 'https://a.example/' } }),
        () => message.list({ app_id: app }),
      ])
        expect(await refusal(work())).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })

  test('[WH-01] 404 once its application is deleted', async () => {
    const { token } = await open()
    await fixture.org.application.delete({ app_id })
    const { endpoint, eventType } = fixture.as(token)
    expect(await refusal(endpoint.list({ app_id }))).toMatchObject({ status: 404 })
    expect(await refusal(eventType.list({}))).toMatchObject({ status: 404 })
  })

  test('[WH-01] 404 for an archived event type whose flag the token lacks', async () => {
    const { eventType } = fixture.org
    await eventType.create({ body: { name: 'old', description: '', featureFlag: 'beta' } })
    await eventType.delete({ event_type_name: 'old' })
    const seen = async (featureFlags: string[]) => {
      const portal = fixture.as((await open({ featureFlags })).token).eventType
      const { data } = await portal.list({ query: { include_archived: true } })
      const one = portal.get({ event_type_name: 'old' })
      return [
        data.map(({ name }) => name),
        await one.then(
          () => 200,
          () => refusal(one),
        ),
      ]
    }
    const body = { code: 'not_found', detail: 'Entity not found' }
    expect(await seen(['other'])).toEqual([[], { status: 404, body }])
    expect(await seen(['beta'])).toEqual([['old'], 200])
    expect((await eventType.get({ event_type_name: 'old' })).archived).toBe(true)
  })

  test('[WH-01] 422 for flags given twice', async () => {
    expect(await refusal(open({ featureFlags: ['a', 'a'] }))).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'featureFlags'] }] },
    })
  })
})

describe('logout', () => {
  test('[WH-01] 204 ends this token and no other; 403 for an organisation', async () => {
    const [one, two] = await Promise.all(
      [1, 2].map(() => fixture.org.authentication.dashboardAccess({ app_id })),
    )
    const portal = fixture.as(one?.token ?? '')
    await portal.endpoint.list({ app_id })
    await portal.authentication.logout({})
    expect(await refusal(portal.endpoint.list({ app_id }))).toEqual(failed)
    expect(await refusal(portal.authentication.logout({}))).toEqual(failed)
    await fixture.as(two?.token ?? '').endpoint.list({ app_id })
    expect(await refusal(fixture.org.authentication.logout({}))).toMatchObject({ status: 403 })
    const rows = await fixture.rows(sql`select token_hash from webhooks.ended_token`)
    expect(JSON.stringify(rows)).not.toContain(one?.token)
  })
})

describe('expire all', () => {
  const token = async () => (await fixture.org.authentication.dashboardAccess({ app_id })).token
  const works = (bearer: string) =>
    fixture
      .as(bearer)
      .endpoint.list({ app_id })
      .then(
        () => true,
        () => false,
      )
  const expire = (body: { expiry?: number | null }) =>
    fixture.org.authentication.expireAll({ app_id, body })

  test('[WH-01] 204 ends the tokens of this application at once, later ones work', async () => {
    const before = await token()
    const other = await fixture.org.application.create({ body: { name: 'Other' } })
    const foreign = await fixture.org.authentication.dashboardAccess({ app_id: other.id })
    await expire({})
    fixture.clock.advance(1)
    const after = await token()
    expect([await works(before), await works(after)]).toEqual([false, true])
    await fixture.as(foreign.token).endpoint.list({ app_id: other.id })
    expect(await works(fixture.orgToken)).toBe(true)
  })

  test('[WH-01] 204 after some seconds; an earlier end stays', async () => {
    const first = await token()
    await expire({ expiry: 10 })
    fixture.clock.advance(1000)
    const second = await token()
    await expire({ expiry: 3600 })
    expect([await works(first), await works(second)]).toEqual([true, true])
    fixture.clock.advance(9000)
    expect([await works(first), await works(second)]).toEqual([false, true])
    fixture.clock.advance(3_600_000)
    expect(await works(second)).toBe(false)
    expect(await refusal(expire({ expiry: 259201 }))).toMatchObject({ status: 422 })
  })
})

describe('one-time tokens', () => {
  test('[WH-01] 200 once, within a minute, without a bearer; then 401', async () => {
    const once = await webhooksFixture({ oneTimeLinks: true })
    try {
      const app = await once.org.application.create({ body: { name: 'App' } })
      const link = async () => {
        const { url } = await once.org.authentication.appPortalAccess({ app_id: app.id, body: {} })
        const key = decodeURIComponent(new URL(url).hash.replace('#key=', ''))
        return JSON.parse(Buffer.from(key, 'base64').toString())
      }
      const exchange = async (oneTimeToken: string) => {
        const answer = await once.app.inject({
          ...{ method: 'POST', url: '/api/v1/auth/one-time-token/' },
          payload: { oneTimeToken },
        })
        return { status: answer.statusCode, body: answer.json() }
      }
      const given = await link()
      expect(Object.keys(given)).toEqual(['appId', 'oneTimeToken'])
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => exchange(given.oneTimeToken)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
      const token = answers.find(({ status }) => status === 200)?.body.token
      expect((await once.as(token).application.get({ app_id: app.id })).id).toBe(app.id)

      const late = await link()
      once.clock.advance(61_000)
      for (const bad of [late.oneTimeToken, token, `ott_${token}`, 'ott_', once.orgToken])
        expect(await exchange(bad)).toMatchObject(failed)
      const fresh = (await link()).oneTimeToken
      for (const bearer of [fresh, fresh.replace('ott_', '')])
        expect(await refusal(once.as(bearer).endpoint.list({ app_id: app.id }))).toEqual(failed)
    } finally {
      await once.close()
    }
  })
})
