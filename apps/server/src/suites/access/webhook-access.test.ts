import { webhooks as contract } from '@countersign/contracts/webhooks'
import { endDueAccess, type IdentityTables } from '@countersign/identity'
import { client } from '@countersign/kit/client'
import { connect, type Database } from '@countersign/kit/db'
import { refusal } from '@countersign/kit/testing'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { webhooksClient } from '../../relay/index.ts'
import { aster, cedar, type PeopleFixture, peopleFixture } from '../people.fixture.ts'

let house: PeopleFixture
let relay: Database<IdentityTables>
/** The worker's clock runs ahead as a test needs it. */
let ahead = 0
beforeAll(async () => {
  house = await peopleFixture({ together: true })
  relay = connect<IdentityTables>({ url: house.databaseUrl, role: 'countersign_relay', max: 1 })
})
beforeEach(() => {
  ahead = 0
})
afterAll(async () => {
  await relay.close()
  await house.close()
})

type Person = ReturnType<PeopleFixture['call']>
const open = (person: Person) => person.webhookApp.open({ did: aster })
/** What a bearer token opens at the service: the application's endpoints, or nothing. */
const statusOf = async (token: string, appId: string) => {
  const answer = await fetch(`${house.service.url}/api/v1/app/${appId}/endpoint`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return answer.status
}
/** Does what is due, as the worker does until nothing is left. */
const work = (url = house.service.url) =>
  endDueAccess({
    database: relay,
    clock: () => Date.now() + ahead,
    log: { warn: () => undefined },
    expire: webhooksClient({ url, token: house.service.token }).expire,
  })
const setRoles = async (who: string, roles: ('admin' | 'developer' | 'viewer')[]) =>
  (await house.as('ada')).auth.changeRoles({
    body: { vaspDID: aster, userDID: await house.didOf(who), roles },
  })

test('[T3] [ID-13] the dashboard’s token carries its session and ends after ten minutes; a renewal passes the gate', async () => {
  const ada = await house.as('ada')
  const opensBefore = (await house.chainOf(aster)).filter((one) => one === 'webhookApp.open').length
  const { token, appId, expiresAt } = await open(ada)
  const { sid, exp = 0, iat = 0 } = decodeJwt(token)
  const { sessions } = await ada.auth.listSessions({})
  expect(sid).toBe(sessions.find(({ current }) => current)?.id)
  expect(exp - Math.floor(iat)).toBe(600)
  expect(Date.parse(expiresAt)).toBe(exp * 1000)
  expect(await statusOf(token, appId)).toBe(200)
  const renewed = await open(ada)
  expect(await statusOf(renewed.token, appId)).toBe(200)
  // Both in one entry: that somebody goes on working is not news.
  const opens = (await house.chainOf(aster)).filter((one) => one === 'webhookApp.open').length
  expect(opens - opensBefore).toBe(1)
})

test('[T3] signing out ends the token, of this session alone', async () => {
  const cookie = await house.cookieOf('ada')
  const [mine, other] = [await open(house.call(cookie)), await open(await house.as('ada'))]
  const answer = await house.product.app.inject({
    url: '/api/auth/logout',
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' },
  })
  expect(answer.statusCode).toBe(302)
  await work()
  expect(await statusOf(mine.token, mine.appId)).toBe(401)
  expect(await statusOf(other.token, other.appId)).toBe(200)
})

test('[T3] signing out another session ends its token', async () => {
  const ada = await house.as('ada')
  const [mine, other] = [await open(ada), await open(await house.as('ada'))]
  await ada.auth.revokeOtherSessions({})
  await work()
  expect(await statusOf(other.token, other.appId)).toBe(401)
  expect(await statusOf(mine.token, mine.appId)).toBe(200)
})

test('[T3] a changed role and a removal end the token; a new one needs the right', async () => {
  const [ada, abe] = [await house.as('ada'), await house.as('abe')]
  const mine = await open(ada)
  const first = await open(abe)
  await setRoles('abe', ['developer'])
  await work()
  expect(await statusOf(first.token, first.appId)).toBe(401)
  const second = await open(abe)
  expect(await statusOf(second.token, second.appId)).toBe(200)
  await setRoles('abe', ['viewer'])
  await work()
  expect(await statusOf(second.token, second.appId)).toBe(401)
  expect(await refusal(open(abe))).toMatchObject({ status: 403 })
  await setRoles('abe', ['admin'])
  const third = await open(abe)
  const body = { vaspDID: aster, userDID: await house.didOf('abe') }
  await ada.auth.removeUserFromVasp({ body })
  await work()
  expect(await statusOf(third.token, third.appId)).toBe(401)
  expect(await statusOf(mine.token, mine.appId)).toBe(200)
})

test('[T3] the end waits for a service that is away, and an opening in between is not forgotten', async () => {
  const vic = await house.as('vic')
  await setRoles('vic', ['developer'])
  const before = await open(vic)
  await setRoles('vic', ['developer', 'viewer'])
  expect(await work('http://127.0.0.1:1')).toBeGreaterThan(0)
  expect(await statusOf(before.token, before.appId)).toBe(200)
  // Taken for a moment: nobody else tries meanwhile.
  expect(await work()).toBe(0)
  const between = await open(vic)
  ahead += 6_000
  expect(await work()).toBe(1)
  expect(await statusOf(before.token, before.appId)).toBe(401)
  // It may be as old as the end; the page then renews it. What counts is that the record is still there.
  const after = await open(vic)
  expect(await statusOf(after.token, between.appId)).toBe(200)
  await setRoles('vic', ['viewer'])
  ahead += 6_000
  await work()
  expect(await statusOf(after.token, after.appId)).toBe(401)
  expect(await work()).toBe(0)
})

test('[T3] who loses the right while the token is made is found before it is handed out', async () => {
  await setRoles('vic', ['developer'])
  const vic = await house.as('vic')
  const { sessions } = await vic.auth.listSessions({})
  const [{ id = '' } = {}] = await house.rows(
    `select id from identity."user" where subject = 'vic'`,
  )
  const viewer = {
    userId: String(id),
    session: sessions.find(({ current }) => current)?.id ?? '',
    did: await house.didOf('vic'),
    email: null,
    name: null,
    grants: [],
  }
  const { isStillAllowed } = house.product.identity.webhookAccess
  const may = (session = viewer.session) =>
    isStillAllowed({ ...viewer, session }, 'integrations.manageApiCredentials', aster)
  expect([await may(), await may('sess_gone')]).toEqual([true, false])
  await setRoles('vic', ['viewer'])
  expect(await may()).toBe(false)
})

test('[T3] [TF-05] deleting a company ends every token of it', async () => {
  const cleo = await house.as('cleo')
  const { token, appId } = await cleo.webhookApp.open({ did: cedar })
  expect(await statusOf(token, appId)).toBe(200)
  const noor = await house.as('noor')
  await noor.curation.remove({ did: cedar, query: {} })
  await work()
  expect(await statusOf(token, appId)).toBe(401)
  expect(await refusal(cleo.webhookApp.open({ did: cedar }))).toMatchObject({ status: 403 })
})

test('[T3] disabling the company ends every token and integration key, and nothing new is given', async () => {
  const ada = await house.as('ada')
  const { token, appId } = await open(ada)
  const service = client(contract, {
    base: `${house.service.url}/api/v1`,
    headers: { authorization: `Bearer ${house.service.token}` },
  })
  const { id: integ_id } = await service.integration.create({ app_id: appId, body: { name: 'I' } })
  const { key } = await service.integration.getKey({ app_id: appId, integ_id })
  expect([await statusOf(token, appId), await statusOf(key, appId)]).toEqual([200, 200])
  const noor = await house.as('noor')
  const enable = (entity_enablement: 'enable' | 'disable') =>
    noor.group.enable({ did: aster, query: { entity_enablement } })
  await enable('disable')
  await work()
  expect([await statusOf(token, appId), await statusOf(key, appId)]).toEqual([401, 401])
  expect(await refusal(open(ada))).toMatchObject({ status: 403 })
  await enable('enable')
  expect(await statusOf((await open(ada)).token, appId)).toBe(200)
  expect(await statusOf(key, appId)).toBe(401)
})

test('[T4] an application’s token gets no token for the dashboard', async () => {
  const { token, appId } = await open(await house.as('ada'))
  const answer = await fetch(`${house.service.url}/api/v1/internal/dashboard-token/${appId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sessionId: 'sess_mine' }),
  })
  expect(answer.status).toBe(403)
})
