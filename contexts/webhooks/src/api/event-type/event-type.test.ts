import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tokenOf, type WebhooksFixture, webhooksFixture } from '../../webhooks.fixture.ts'

let fixture: WebhooksFixture
let org: WebhooksFixture['org']
beforeAll(async () => {
  fixture = await webhooksFixture()
})
beforeEach(async () => {
  // An organisation of its own for each test.
  const suffix = Math.random().toString(36).slice(2)
  org = fixture.as(await tokenOf({ sub: `org_${suffix}` }))
})
afterAll(() => fixture.close())

const notFound = { status: 404, body: { code: 'not_found', detail: 'Entity not found' } }
const add = (name: string, more: object = {}) =>
  org.eventType.create({ body: { name, description: `About ${name}`, ...more } })
const schemas = { '1': { type: 'object', properties: { a: { type: 'string' } } } }

describe('create', () => {
  test('[WH-07] 201 stores it with its schemas', async () => {
    const made = await add('user.signup', { schemas, featureFlag: 'beta' })
    const at = new Date(fixture.clock()).toISOString()
    expect(made).toEqual({
      ...{ name: 'user.signup', description: 'About user.signup', archived: false, schemas },
      ...{ deprecated: false, groupName: null, featureFlags: ['beta'] },
      ...{ featureFlag: 'beta', createdAt: at, updatedAt: at },
    })
    expect(await org.eventType.get({ event_type_name: 'user.signup' })).toEqual(made)
  })

  test('[WH-07] 409 when it is there; 201 over an archived one', async () => {
    await add('twice', { schemas })
    expect(await refusal(add('twice'))).toEqual({
      status: 409,
      body: {
        code: 'event_type_exists',
        detail: 'An event_type with this name already exists',
      },
    })
    await org.eventType.delete({ event_type_name: 'twice' })
    expect(await add('twice')).toMatchObject({ archived: false, schemas: null })
  })

  test.each([
    [{ '1': { type: 'text' } }, ['1', 'type']],
    [{ '1': { properties: { a: { required: 'b' } } } }, ['1', 'properties', 'a', 'required']],
    [{ '1': { items: [{}, 7] } }, ['1', 'items', '1']],
    [{ '2': { allOf: [] } }, ['2', 'allOf']],
    [{ '2': { minLength: -1 } }, ['2', 'minLength']],
  ])('[WH-07] 422 for the schema %j', async (given, path) => {
    expect(await refusal(add('bad', { schemas: given }))).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'schemas', ...path], type: 'value_error' }] },
    })
  })
})

describe('list', () => {
  test('[WH-17] 200 by name, both ways; schemas and archived ones on request', async () => {
    for (const name of ['b', 'A', 'c', 'a.1', 'Z']) await add(name, { schemas })
    await org.eventType.delete({ event_type_name: 'c' })
    const list = async (query: object) => {
      const page = await org.eventType.list({ query })
      return { ...page, names: page.data.map(({ name }) => name) }
    }
    expect((await list({})).names).toEqual(['A', 'Z', 'a.1', 'b'])
    expect((await list({ include_archived: true })).names).toEqual(['A', 'Z', 'a.1', 'b', 'c'])
    const one = await list({ limit: 2 })
    expect(one).toMatchObject({ done: false, iterator: 'Z', prevIterator: '-A' })
    const two = await list({ limit: 2, iterator: 'Z' })
    expect(two).toMatchObject({ names: ['a.1', 'b'], done: true })
    expect((await list({ limit: 1, iterator: '-a.1' })).names).toEqual(['Z'])
    expect((await list({ limit: 2, order: 'descending' })).names).toEqual(['b', 'a.1'])
    expect(one.data[0]?.schemas).toBeNull()
    expect((await list({ with_content: true })).data[0]?.schemas).toEqual(schemas)
  })

  test('[WH-07] 200 shows a portal only what its flags allow; 404 for the rest', async () => {
    await add('open')
    await add('beta', { featureFlag: 'beta' })
    await add('secret', { featureFlag: 'secret' })
    const app = await org.application.create({ body: { name: 'App' } })
    const { token } = await org.authentication.appPortalAccess({
      app_id: app.id,
      body: { featureFlags: ['beta'] },
    })
    const portal = fixture.as(token).eventType
    expect((await portal.list({})).data.map(({ name }) => name)).toEqual(['beta', 'open'])
    expect((await portal.get({ event_type_name: 'beta' })).name).toBe('beta')
    expect(await refusal(portal.get({ event_type_name: 'secret' }))).toEqual(notFound)
    const plain = await org.authentication.dashboardAccess({ app_id: app.id })
    const { data } = await fixture.as(plain.token).eventType.list({})
    expect(data.map(({ name }) => name)).toEqual(['open'])
    for (const work of [
      () => portal.create({ body: { name: 'n', description: '' } }),
      () => portal.delete({ event_type_name: 'open' }),
    ])
      expect(await refusal(work())).toMatchObject({
        status: 403,
        body: { code: 'insufficient access' },
      })
  })
})

describe('update', () => {
  test('[WH-07] 200 resets what is absent and unarchives; 201 creates; 422 for a bad name', async () => {
    await add('put', { schemas, featureFlag: 'f', archived: true })
    const { update } = org.eventType
    expect(await update({ event_type_name: 'put', body: { description: 'New' } })).toMatchObject({
      ...{ description: 'New', archived: false, schemas: null, featureFlag: null },
    })
    expect(await update({ event_type_name: 'put2', body: { description: 'N' } })).toMatchObject({
      name: 'put2',
    })
    expect(await refusal(update({ event_type_name: 'a b', body: { description: 'N' } }))).toEqual({
      status: 422,
      body: {
        detail: [
          {
            loc: ['path', 'event_type_name'],
            msg: 'String must match the following pattern: [a-zA-Z0-9\\-_.].',
            type: 'value_error',
          },
        ],
      },
    })
  })
})

describe('patch', () => {
  test('[WH-07] 200 changes what is given, null clears; 404 when unknown', async () => {
    await add('patch', { schemas, featureFlag: 'f' })
    const patch = (body: object) => org.eventType.patch({ event_type_name: 'patch', body })
    expect(await patch({ description: 'x' })).toMatchObject({ schemas, featureFlag: 'f' })
    expect(await patch({ schemas: null, featureFlag: null, archived: true })).toMatchObject({
      ...{ description: 'x', schemas: null, featureFlag: null, archived: true },
    })
    const unknown = org.eventType.patch({ event_type_name: 'none', body: {} })
    expect(await refusal(unknown)).toEqual(notFound)
  })
})

describe('delete', () => {
  test('[WH-07] 204 archives, again and again; expunge forgets; 404 when unknown', async () => {
    await add('old')
    const remove = (query: object = {}) => org.eventType.delete({ event_type_name: 'old', query })
    await remove()
    await remove()
    expect((await org.eventType.get({ event_type_name: 'old' })).archived).toBe(true)
    await remove({ expunge: true })
    expect(await refusal(org.eventType.get({ event_type_name: 'old' }))).toEqual(notFound)
    expect(await refusal(remove())).toEqual(notFound)
    expect(await refusal(remove({ expunge: true }))).toEqual(notFound)
  })

  test('[WH-07] 404 for the event type of another organisation, which keeps it', async () => {
    await add('mine')
    const stranger = fixture.stranger.eventType
    for (const work of [
      () => stranger.get({ event_type_name: 'mine' }),
      () => stranger.patch({ event_type_name: 'mine', body: { description: 'yours' } }),
      () => stranger.delete({ event_type_name: 'mine', query: { expunge: true } }),
    ])
      expect(await refusal(work())).toEqual(notFound)
    expect((await org.eventType.get({ event_type_name: 'mine' })).description).toBe('About mine')
  })
})
