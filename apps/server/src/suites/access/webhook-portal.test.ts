import { webhooks as contract } from '@countersign/contracts/webhooks'
import { endDueAccess, type IdentityTables } from '@countersign/identity'
import { ApiError, client } from '@countersign/kit/client'
import { connect, type Database } from '@countersign/kit/db'
import { refusal } from '@countersign/kit/testing'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhooksClient } from '../../relay/index.ts'
import { aster, type PeopleFixture, peopleFixture } from '../people.fixture.ts'

let house: PeopleFixture
let relay: Database<IdentityTables>
beforeAll(async () => {
  house = await peopleFixture({ together: true })
  relay = connect<IdentityTables>({ url: house.databaseUrl, role: 'countersign_relay', max: 1 })
})
afterAll(async () => {
  await relay.close()
  await house.close()
})

/** The company id: the DID without `did:method:`. */
const companyId = aster.replace(/^did:[a-z0-9]+:/, '')
const serviceAs = (token: string) =>
  client(contract, {
    base: `${house.service.url}/api/v1`,
    headers: { authorization: `Bearer ${token}` },
  })
const organisation = () => serviceAs(house.service.token)
const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: unknown) => (error instanceof ApiError ? error.status : 0),
  )
/** What a link leads to, once what it carries is exchanged as the portal's page does. */
async function follow(url: string) {
  const key = new URLSearchParams(new URL(url).hash.slice(1)).get('key') ?? ''
  const { token, oneTimeToken } = JSON.parse(atob(key))
  if (typeof token === 'string') return token
  return (await serviceAs('none').authentication.exchangeOneTimeToken({ body: { oneTimeToken } }))
    .token
}

test('[WP-01] a company’s portal is looked at, created, opened, deleted and created again by its id', async () => {
  const ada = await house.as('ada')
  const did = aster
  await ada.webhookApp.delete({ did })
  expect(await ada.webhookApp.get({ did })).toEqual({
    ...{ exists: false, appId: null, createdAt: null, endpoints: 0, failing: 0 },
  })
  // To look creates nothing.
  expect(await statusOf(organisation().application.get({ app_id: companyId }))).toBe(404)

  const { url, appId } = await ada.webhookApp.link({ did, body: {} })
  expect(await organisation().application.get({ app_id: companyId })).toMatchObject({ id: appId })
  const token = await follow(url)
  const portal = serviceAs(token)
  await portal.endpoint.create({
    app_id: appId,
    body: { url: 'https://a.example/', disabled: true },
  })
  expect(await ada.webhookApp.get({ did })).toMatchObject({
    ...{ exists: true, appId, endpoints: 1, failing: 1 },
  })

  await ada.webhookApp.delete({ did })
  await ada.webhookApp.delete({ did })
  expect(await statusOf(organisation().application.get({ app_id: companyId }))).toBe(404)
  expect(await statusOf(portal.endpoint.list({ app_id: appId }))).not.toBe(200)
  expect(await ada.webhookApp.get({ did })).toMatchObject({ exists: false })
  const [{ count } = {}] = await house.rows(
    `select count(*)::int as count from trust.webhook_app where app_uid = '${companyId}' and deleted_at is not null`,
  )
  expect(count).toBe(1)

  const again = await ada.webhookApp.open({ did })
  expect(again.appId).not.toBe(appId)
  expect(await organisation().application.get({ app_id: companyId })).toMatchObject({
    id: again.appId,
  })
  expect(await serviceAs(again.token).endpoint.list({ app_id: again.appId })).toMatchObject({
    data: [],
  })
  const chain = await house.chainOf(aster)
  expect(chain.filter((action) => action === 'webhookApp.delete')).toHaveLength(1)
  expect(chain).toContain('webhookApp.link')
})

test('[WP-01] [T4] a link does what was asked for, for an hour, in the session that made it', async () => {
  const ada = await house.as('ada')
  const { sessions } = await ada.auth.listSessions({})
  const { url, appId, expiresAt } = await ada.webhookApp.link({
    did: aster,
    body: { capabilities: ['ViewBase'] },
  })
  const token = await follow(url)
  const { sid, exp = 0, iat = 0 } = decodeJwt(token)
  expect(sid).toBe(sessions.find(({ current }) => current)?.id)
  expect(exp * 1000).toBe(Date.parse(expiresAt))
  expect(Math.abs(exp - iat - 3_600)).toBeLessThan(60)
  const portal = serviceAs(token)
  expect(await portal.portal.session({})).toMatchObject({
    ...{ appId, capabilities: ['ViewBase'], readOnly: false, expiresAt },
  })
  expect(await statusOf(portal.endpoint.list({ app_id: appId }))).toBe(200)
  const body = { url: 'https://a.example/' }
  expect(await statusOf(portal.endpoint.create({ app_id: appId, body }))).toBe(403)
  const access = await house.rows(
    `select expires_at from identity.webhook_access where session = '${String(sid)}'`,
  )
  // The record of the access lives as long as the token, whatever shorter token comes after it.
  await ada.webhookApp.open({ did: aster })
  const after = await house.rows(
    `select expires_at from identity.webhook_access where session = '${String(sid)}'`,
  )
  expect(after).toEqual(access)
  expect(new Date(String(after[0]?.expires_at)).getTime()).toBeGreaterThan(exp * 1000)
})

test('[WP-01] [T4] who may only look gets a link that only shows, where there is something to show', async () => {
  const [ada, viewer] = [await house.as('ada'), await house.as('vic')]
  const did = aster
  await ada.webhookApp.delete({ did })
  expect(await refusal(viewer.webhookApp.view({ did }))).toMatchObject({ status: 404 })
  expect(await ada.webhookApp.get({ did })).toMatchObject({ exists: false })
  const { appId: app_id } = await ada.webhookApp.open({ did })
  const { url, appId } = await viewer.webhookApp.view({ did })
  expect(appId).toBe(app_id)
  const portal = serviceAs(await follow(url))
  expect(await portal.portal.session({})).toMatchObject({ capabilities: ['ViewBase'] })
  const body = { url: 'https://a.example/' }
  expect(await statusOf(portal.endpoint.create({ app_id, body }))).toBe(403)
  expect(await house.chainOf(aster)).toContain('webhookApp.view')
})

test('[WP-01] [T4] everything that links have opened ends when an admin says so', async () => {
  const [ada, viewer] = [await house.as('ada'), await house.as('vic')]
  const did = aster
  const { appId: app_id, token } = await ada.webhookApp.open({ did })
  const portals = [
    serviceAs(token),
    serviceAs(await follow((await ada.webhookApp.link({ did, body: {} })).url)),
    serviceAs(await follow((await viewer.webhookApp.view({ did })).url)),
  ]
  const statuses = () => Promise.all(portals.map((one) => statusOf(one.endpoint.list({ app_id }))))
  expect(await statuses()).toEqual([200, 200, 200])
  expect(await refusal(viewer.webhookApp.expire({ did }))).toMatchObject({ status: 403 })
  await ada.webhookApp.expire({ did })
  const { url, token: key } = house.service
  await endDueAccess({
    database: relay,
    clock: Date.now,
    log: { warn: () => undefined },
    expire: webhooksClient({ url, token: key }).expire,
  })
  expect(await statuses()).toEqual([401, 401, 401])
  // A new link opens it again.
  const again = serviceAs(await follow((await ada.webhookApp.link({ did, body: {} })).url))
  expect(await statusOf(again.endpoint.list({ app_id }))).toBe(200)
  expect(await house.chainOf(aster)).toContain('webhookApp.expire')
})

test('[WP-01] [T4] who may only see that there are webhooks looks, and neither links nor deletes', async () => {
  const viewer = await house.as('vic')
  const did = aster
  const lacks = { status: 403 }
  expect(await refusal(viewer.webhookApp.link({ did, body: {} }))).toMatchObject(lacks)
  expect(await refusal(viewer.webhookApp.delete({ did }))).toMatchObject(lacks)
  const outsider = await house.as('cleo')
  expect(await refusal(outsider.webhookApp.get({ did }))).toMatchObject(lacks)
  expect(await refusal(outsider.webhookApp.link({ did, body: {} }))).toMatchObject(lacks)
})
