import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tokenOf, type WebhooksFixture, webhooksFixture } from '../../webhooks.fixture.ts'

let fixture: WebhooksFixture
let org: WebhooksFixture['org']
let orgId: string
beforeAll(async () => {
  fixture = await webhooksFixture()
})
beforeEach(async () => {
  // An organisation of its own for each test.
  orgId = `org_${Math.random().toString(36).slice(2)}`
  org = fixture.as(await tokenOf({ sub: orgId }))
})
afterAll(() => fixture.close())

const transformation = 'function handler(webhook) { return webhook }'
const logo = 'https://cdn.example/slack.svg'
const least = { name: 'Slack', logo, transformation }
const notFound = { status: 404, body: { code: 'not_found', detail: 'Entity not found' } }
const noId = 'trtmpl_000000000000000000000000000'

const add = (more: object = {}) => {
  fixture.clock.advance(5)
  return org.transformationTemplate.create({ body: { ...least, ...more } })
}
const named = (id: string) => ({ transformation_template_id: id })

describe('create', () => {
  test('[WH-06] 201 with what is given, and defaults', async () => {
    const made = await add()
    const at = new Date(fixture.clock()).toISOString()
    expect(made).toEqual({
      ...{ id: made.id, orgId, ...least, description: '', kind: 'Custom', instructions: '' },
      ...{ instructionsLink: null, filterTypes: null, featureFlag: null },
      ...{ createdAt: at, updatedAt: at },
    })
    expect(made.id).toMatch(/^trtmpl_[A-Za-z0-9]{27}$/)
    expect(await org.transformationTemplate.get(named(made.id))).toEqual(made)
    const full = {
      ...{ name: 'All', logo, transformation, description: 'D', kind: 'Slack' },
      ...{ instructions: '# How', instructionsLink: 'https://docs.example/' },
      ...{ filterTypes: ['case.opened'], featureFlag: 'beta' },
    }
    expect(await add(full)).toMatchObject(full)
  })

  test.each([
    ['logo', { logo: 'javascript:alert(1)' }],
    ['instructionsLink', { instructionsLink: 'data:text/html,x' }],
    ['transformation', { transformation: 'short' }],
    ['transformation', { transformation: 'x'.repeat(51_201) }],
    ['kind', { kind: 'Discord' }],
    ['filterTypes', { filterTypes: [] }],
    ['featureFlag', { featureFlag: 'a b' }],
    ['name', { name: undefined }],
    ['logo', { logo: undefined }],
  ])('[WH-06] 422 for a bad %s', async (field, more) => {
    expect(await refusal(add(more))).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', field] }] },
    })
  })
})

describe('list', () => {
  test('[WH-17] 200 in order of creation, both ways, page by page', async () => {
    const ids: string[] = []
    for (const name of ['a', 'b', 'c', 'd']) ids.push((await add({ name })).id)
    const list = async (query: object) => {
      const page = await org.transformationTemplate.list({ query })
      return { ...page, names: page.data.map(({ name }) => name).join('') }
    }
    expect(await list({})).toMatchObject({ names: 'abcd', done: true, iterator: ids[3] })
    const one = await list({ limit: 3 })
    expect(one).toMatchObject({ names: 'abc', done: false, prevIterator: `-${ids[0]}` })
    expect((await list({ limit: 3, iterator: ids[2] })).names).toBe('d')
    expect((await list({ limit: 2, iterator: `-${ids[3]}` })).names).toBe('bc')
    expect((await list({ order: 'descending', limit: 2 })).names).toBe('dc')
    expect(await refusal(list({ iterator: 'ep_x' }))).toMatchObject({ status: 422 })
    expect(await refusal(list({ limit: 251 }))).toMatchObject({ status: 422 })
  })

  test('[WH-06] 200 shows a portal what its flags allow; it may not write', async () => {
    const [open, beta, secret] = [
      await add({ name: 'open' }),
      await add({ name: 'beta', featureFlag: 'beta' }),
      await add({ name: 'secret', featureFlag: 'secret' }),
    ]
    const { id: app_id } = await org.application.create({ body: { name: 'App' } })
    const { token } = await org.authentication.appPortalAccess({
      app_id,
      body: { featureFlags: ['beta'] },
    })
    const portal = fixture.as(token).transformationTemplate
    expect((await portal.list({})).data.map(({ name }) => name)).toEqual(['open', 'beta'])
    expect((await portal.get(named(beta.id))).name).toBe('beta')
    expect(await refusal(portal.get(named(secret.id)))).toEqual(notFound)
    const body = { ...least, code: transformation, eventType: 'a', payload: {} }
    for (const work of [
      () => portal.create({ body }),
      () => portal.update({ ...named(open.id), body }),
      () => portal.patch({ ...named(open.id), body }),
      () => portal.delete(named(open.id)),
      () => portal.simulate({ body }),
    ])
      expect(await refusal(work())).toMatchObject({
        ...{ status: 403, body: { code: 'insufficient access' } },
      })
  })
})

describe('update', () => {
  test('[WH-06] 200 resets what is absent; 201 under a new id; 422 for no id at all', async () => {
    const made = await add({ description: 'old', kind: 'Slack', featureFlag: 'f' })
    const { update } = org.transformationTemplate
    expect(await update({ ...named(made.id), body: { logo, transformation } })).toMatchObject({
      ...{ id: made.id, name: '', description: '', kind: 'Custom', featureFlag: null },
    })
    const path = `/transformation-template/${noId}`
    const answer = await fixture.raw('PUT', path, JSON.stringify({ logo, transformation }))
    expect(answer.status).toBe(201)
    expect(JSON.parse(answer.text).id).not.toBe(noId)
    const slashed = await fixture.raw('GET', '/transformation-template/')
    expect(JSON.parse(slashed.text).data).toHaveLength(1)
    expect(await refusal(update({ ...named('some'), body: { logo, transformation } }))).toEqual({
      status: 422,
      body: {
        detail: [
          {
            loc: ['path', 'transformation_template_id'],
            msg: 'Invalid id. Expected different prefix',
            type: 'value_error',
          },
        ],
      },
    })
  })
})

describe('patch', () => {
  test('[WH-06] 200 changes what is given, null clears; 404 when unknown', async () => {
    const made = await add({
      ...{ filterTypes: ['a'], featureFlag: 'f', instructionsLink: 'https://docs.example/' },
    })
    const patch = (body: object) => org.transformationTemplate.patch({ ...named(made.id), body })
    fixture.clock.advance(1000)
    expect(await patch({ name: 'New', kind: 'Slack' })).toEqual({
      ...made,
      ...{ name: 'New', kind: 'Slack', updatedAt: new Date(fixture.clock()).toISOString() },
    })
    const cleared = { filterTypes: null, featureFlag: null, instructionsLink: null }
    expect(await patch(cleared)).toMatchObject({ ...cleared, name: 'New' })
    const unknown = org.transformationTemplate.patch({ ...named(noId), body: {} })
    expect(await refusal(unknown)).toEqual(notFound)
  })
})

describe('delete', () => {
  test('[WH-06] 204; endpoints keep the code; 404 afterwards', async () => {
    const made = await add()
    const { id: app_id } = await org.application.create({ body: { name: 'App' } })
    const { id: endpoint_id } = await org.endpoint.create({
      ...{ app_id, body: { url: 'https://receiver.example/' } },
    })
    const at = { app_id, endpoint_id }
    await org.endpoint.patchTransformation({ ...at, body: { code: made.transformation } })
    expect(await org.transformationTemplate.delete(named(made.id))).toBeUndefined()
    expect(await refusal(org.transformationTemplate.get(named(made.id)))).toEqual(notFound)
    expect(await refusal(org.transformationTemplate.delete(named(made.id)))).toEqual(notFound)
    expect((await org.endpoint.getTransformation(at)).code).toBe(transformation)
  })

  test('[WH-06] 404 for the template of another organisation, which keeps it', async () => {
    const made = await add()
    const stranger = fixture.stranger.transformationTemplate
    for (const work of [
      () => stranger.get(named(made.id)),
      () => stranger.patch({ ...named(made.id), body: { name: 'mine' } }),
      () => stranger.delete(named(made.id)),
    ])
      expect(await refusal(work())).toEqual(notFound)
    const taken = await stranger.update({ ...named(made.id), body: least })
    expect(taken.id).not.toBe(made.id)
    expect((await org.transformationTemplate.get(named(made.id))).name).toBe('Slack')
    expect(await refusal(fixture.as('no').transformationTemplate.list({}))).toMatchObject({
      status: 401,
    })
  })
})

describe('simulate', () => {
  test('[WH-06] 200 with a placeholder as URL; 400 when the code fails', async () => {
    const { simulate } = org.transformationTemplate
    const body = { code: transformation, eventType: 'a.b', payload: { z: 1, a: 2 } }
    expect(await simulate({ body })).toEqual({
      ...{ url: 'https://example.com/', method: 'POST', payload: '{"z":1,"a":2}', cancel: false },
    })
    const bad = simulate({ body: { ...body, code: 'function handler() { return null }' } })
    expect(await refusal(bad)).toMatchObject({
      ...{ status: 400, body: { code: 'invalid_transformation' } },
    })
    expect(await refusal(simulate({ body: { ...body, code: 'short' } }))).toMatchObject({
      ...{ status: 422, body: { detail: [{ loc: ['body', 'code'] }] } },
    })
  })
})
