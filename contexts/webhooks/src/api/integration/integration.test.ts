import { refusal } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type WebhooksFixture, webhooksFixture } from '../../webhooks.fixture.ts'

let fixture: WebhooksFixture
let org: WebhooksFixture['org']
let app_id: string
let other: string
beforeAll(async () => {
  fixture = await webhooksFixture()
  org = fixture.org
  await org.environment.import({
    body: { settings: { enableIntegrationManagement: true, enforceHttps: false } },
  })
  app_id = (await org.application.create({ body: { name: 'App', uid: 'app-uid' } })).id
  other = (await org.application.create({ body: { name: 'Other' } })).id
})
afterAll(() => fixture.close())

const notFound = { status: 404, body: { code: 'not_found', detail: 'Entity not found' } }
const unauthorized = {
  status: 401,
  body: { code: 'authentication_failed', detail: 'Invalid token' },
}
const add = (name = 'Zapier') => org.integration.create({ app_id, body: { name } })
const keyOf = async (integ_id: string) => (await org.integration.getKey({ app_id, integ_id })).key

describe('create, get, put, delete', () => {
  test('[WH-12] 201 makes it, with a key that only get-key shows; 200 by id', async () => {
    const made = await add()
    const at = new Date(fixture.clock()).toISOString()
    expect(made).toEqual({
      id: expect.stringMatching(/^integ_[0-9A-Za-z]{27}$/),
      ...{ name: 'Zapier', createdAt: at, updatedAt: at, featureFlags: [] },
    })
    expect(await org.integration.get({ app_id: 'app-uid', integ_id: made.id })).toEqual(made)
    const key = await keyOf(made.id)
    expect(key).toMatch(/^integsk_[0-9A-Za-z]{32}$/)
    expect(await keyOf(made.id)).toBe(key)
  })

  test('[WH-12] 200 renames; nothing is made by PUT', async () => {
    const { id: integ_id, ...made } = await add()
    fixture.clock.advance(1000)
    const renamed = await org.integration.update({ app_id, integ_id, body: { name: 'Make' } })
    expect(renamed).toMatchObject({ id: integ_id, name: 'Make', createdAt: made.createdAt })
    expect(renamed.updatedAt).not.toBe(made.updatedAt)
    const unknown = { app_id, integ_id: 'integ_none', body: { name: 'x' } }
    expect(await refusal(org.integration.update(unknown))).toEqual(notFound)
  })

  test('[WH-12] 204 deletes; 404 afterwards, for every operation', async () => {
    const at = { app_id, integ_id: (await add()).id }
    await org.integration.delete(at)
    const { integration } = org
    for (const work of [
      () => integration.get(at),
      () => integration.update({ ...at, body: { name: 'x' } }),
      () => integration.delete(at),
      () => integration.getKey(at),
      () => integration.rotateKey(at),
    ])
      expect(await refusal(work())).toEqual(notFound)
  })

  test.each([
    [{}, ['body', 'name'], 'missing field `name`'],
    [{ name: '' }, ['body', 'name'], 'Integration names must be at least one character'],
    [{ name: 'a\u0000b' }, ['body', 'name'], 'Control characters 0x00-0x08 not allowed.'],
    [{ name: 7 }, ['body', 'name'], expect.any(String)],
  ])('[WH-12] 422 for %j', async (body, loc, msg) => {
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', '/integ_x'],
    ] as const) {
      const answer = await fixture.raw(
        method,
        `/app/${app_id}/integration${path}`,
        JSON.stringify(body),
      )
      expect(answer.status).toBe(422)
      expect(JSON.parse(answer.text).detail).toEqual([{ loc, msg, type: expect.any(String) }])
    }
  })

  test('[WH-12] 404 for what is of another application or organisation', async () => {
    const { id: integ_id } = await add()
    for (const api of [org, fixture.stranger])
      for (const at of [other, app_id])
        if (api !== org || at !== app_id)
          for (const work of [
            () => api.integration.get({ app_id: at, integ_id }),
            () => api.integration.getKey({ app_id: at, integ_id }),
            () => api.integration.rotateKey({ app_id: at, integ_id }),
            () => api.integration.delete({ app_id: at, integ_id }),
          ])
            expect((await refusal(work())).status).toBe(404)
    expect((await org.integration.get({ app_id, integ_id })).id).toBe(integ_id)
  })
})

test('[WH-12] 200 lists oldest first, both ways; 422 for a foreign iterator', async () => {
  const app = await org.application.create({ body: { name: 'Many' } })
  const at = { app_id: app.id }
  const ids: string[] = []
  for (const name of ['a', 'b', 'c', 'd']) {
    ids.push((await org.integration.create({ ...at, body: { name } })).id)
    fixture.clock.advance(10)
  }
  const list = async (query: object) => {
    const page = await org.integration.list({ ...at, query })
    return { ...page, data: page.data.map(({ id }) => id) }
  }
  const [a, b, c, d] = ids
  expect(await list({ limit: 3 })).toEqual({
    ...{ data: [a, b, c], iterator: c, prevIterator: `-${a}`, done: false },
  })
  expect(await list({ limit: 3, iterator: c })).toMatchObject({ data: [d], done: true })
  expect(await list({ limit: 1, iterator: `-${c}` })).toMatchObject({ data: [b], done: false })
  expect((await refusal(list({ iterator: 'app_1' }))).status).toBe(422)
})

describe('the key', () => {
  test('[WH-12] opens its application as a portal token does, and nothing else', async () => {
    const { id: integ_id } = await add()
    const api = fixture.as(await keyOf(integ_id))
    expect((await api.application.get({ app_id })).id).toBe(app_id)
    expect((await api.application.get({ app_id: 'app-uid' })).id).toBe(app_id)
    const endpoint = await api.endpoint.create({ app_id, body: { url: fixture.target.url } })
    expect(endpoint.id).toMatch(/^ep_/)
    expect((await api.integration.list({ app_id })).data.length).toBeGreaterThan(0)
    expect(await refusal(api.application.get({ app_id: other }))).toEqual(notFound)
    for (const work of [
      () => api.application.list({}),
      () => api.eventType.create({ body: { name: 'n', description: '' } }),
      () => api.environment.export({ body: {} }),
      () => api.authentication.logout({}),
    ])
      expect(await refusal(work())).toMatchObject({
        status: 403,
        body: { code: 'insufficient access' },
      })
  })

  test('[WH-12] 200 rotates: the new key works, the old one is refused at once', async () => {
    const at = { app_id, integ_id: (await add()).id }
    const old = await keyOf(at.integ_id)
    expect((await fixture.as(old).application.get({ app_id })).id).toBe(app_id)
    const { key } = await org.integration.rotateKey(at)
    expect(key).not.toBe(old)
    expect(await keyOf(at.integ_id)).toBe(key)
    expect(await refusal(fixture.as(old).application.get({ app_id }))).toEqual(unauthorized)
    expect((await fixture.as(key).application.get({ app_id })).id).toBe(app_id)
  })

  test('[WH-12] 401 at once when its integration is deleted', async () => {
    const at = { app_id, integ_id: (await add()).id }
    const api = fixture.as(await keyOf(at.integ_id))
    await api.integration.delete(at)
    expect(await refusal(api.application.get({ app_id }))).toEqual(unauthorized)
  })

  test('[WH-12] ends with expire-all, also later, but not with a single session; rotating makes a new one', async () => {
    const at = { app_id, integ_id: (await add()).id }
    const works = async (key: string) =>
      fixture
        .as(key)
        .application.get({ app_id })
        .then(
          () => true,
          () => false,
        )
    const key = await keyOf(at.integ_id)
    await org.authentication.expireAll({ app_id, body: { sessionIds: ['s'] } })
    expect(await works(key)).toBe(true)
    await org.authentication.expireAll({ app_id, body: { expiry: 5 } })
    fixture.clock.advance(4_000)
    const { id: later } = await add('later')
    expect([await works(key), await works(await keyOf(later))]).toEqual([true, true])
    fixture.clock.advance(1_000)
    expect([await works(key), await works(await keyOf(later))]).toEqual([false, true])
    await org.integration.update({ ...at, body: { name: 'A new name does not make a new key' } })
    expect(await works(key)).toBe(false)
    expect(await works((await org.integration.rotateKey(at)).key)).toBe(true)
    // The end concerns what there was: the list still shows it.
    const { data } = await org.integration.list({ app_id, query: { limit: 250 } })
    expect(data.map(({ id }) => id)).toContain(at.integ_id)
  })

  test('[T20] what is done with keys stands in the organisation’s audit chain, with who did it', async () => {
    const { token } = await org.authentication.appPortalAccess({
      app_id,
      body: { sessionId: 'sess_7' },
    })
    const portal = fixture.as(token).integration
    const { id: integ_id } = await portal.create({ app_id, body: { name: 'Zapier' } })
    const { key } = await portal.getKey({ app_id, integ_id })
    await fixture.as(key).integration.update({ app_id, integ_id, body: { name: 'Make' } })
    await org.integration.rotateKey({ app_id, integ_id })
    await org.integration.delete({ app_id, integ_id })
    const rows = await fixture.rows(sql<{ action: string; actor: string; detail: unknown }>`
      select action, actor, detail from audit.entry
      where vasp_did = ${fixture.orgId} and object = ${integ_id} order by number`)
    expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
      ['integration.create', 'session:sess_7'],
      ['integration.getKey', 'session:sess_7'],
      ['integration.update', integ_id],
      ['integration.rotateKey', fixture.orgId],
      ['integration.delete', fixture.orgId],
    ])
    expect(rows.map(({ detail }) => detail)).toEqual(rows.map(() => ({ appId: app_id })))
    await org.authentication.expireAll({ app_id, body: { sessionIds: ['s'] } })
    const ends = await fixture.rows(sql<{ detail: unknown }>`
      select detail from audit.entry where vasp_did = ${fixture.orgId}
      and action = 'authentication.expireAll' and object = ${app_id} order by number desc limit 1`)
    expect(ends).toEqual([{ detail: { appId: app_id, expiry: 0, sessions: ['s'] } }])
  })

  test('[WH-12] 401 for keys that nobody has', async () => {
    for (const key of ['integsk_', `integsk_${'a'.repeat(32)}`, `integsk_${'a'.repeat(3000)}`])
      expect(await refusal(fixture.as(key).application.get({ app_id }))).toEqual(unauthorized)
  })

  test('[WH-12] lies in the database sealed and hashed, and cannot be planted there', async () => {
    const [mine, theirs] = [await add('mine'), await add('theirs')]
    const key = await keyOf(mine.id)
    const text = JSON.stringify(await fixture.rows(sql`select * from webhooks.integration`))
    expect(text).not.toContain(key)
    expect(text).not.toContain(key.slice('integsk_'.length))
    await fixture.rows(sql`with old as (delete from webhooks.integration where id = ${mine.id}
      returning key_hash, key_sealed) update webhooks.integration i
      set key_hash = old.key_hash, key_sealed = old.key_sealed from old where i.id = ${theirs.id}`)
    const moved = await fixture.rows(
      sql<{ n: number }>`select 1 as n from webhooks.integration where id = ${theirs.id}`,
    )
    expect(moved).toHaveLength(1)
    expect(await refusal(fixture.as(key).application.get({ app_id }))).toEqual(unauthorized)
  })
})
