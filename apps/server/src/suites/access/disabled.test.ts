import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Target } from '../fuzz/request.fixture.ts'
import { draftOf, exchange } from '../isolation/isolation.fixture.ts'
import { aimedAt } from '../isolation/victim.fixture.ts'
import { aster, briar, cedar, type PeopleFixture, peopleFixture } from '../people.fixture.ts'
import { holdsDid, operations } from '../product-fields.fixture.ts'
import { signedIn } from '../session.fixture.ts'

let house: PeopleFixture
beforeAll(async () => {
  house = await peopleFixture()
})
afterAll(() => house.close())

const enable = async (did: string, entity_enablement: 'enable' | 'disable') =>
  (await house.as('noor')).group.enable({ did, query: { entity_enablement } })
const viewer = async (who: string) => (await house.as(who)).auth.viewer({})

test('[ID-02] [TF-12] the viewer says which of their companies are disabled, and keeps the roles', async () => {
  expect((await viewer('ada')).disabledVasps).toEqual([])
  await enable(aster, 'disable')
  expect(await viewer('ada')).toMatchObject({
    ...{ vasps: [aster], disabledVasps: [aster] },
    roles: [{ vaspDID: aster, role: 'admin' }],
  })
  // Somebody else's companies are nobody's news.
  expect((await viewer('cleo')).disabledVasps).toEqual([])
  expect((await viewer('noor')).disabledVasps).toEqual([])
  await enable(aster, 'enable')
  expect((await viewer('ada')).disabledVasps).toEqual([])
})

/** What a disabled company can still do: what anybody can without signing in, and signing out. */
const left = (target: Target) => {
  const operation = operations.get(target.id)
  return operation?.access === 'anyone' || target.id === 'auth.stopObserving'
}
const ask = (target: Target, did: string, headers: Record<string, string>) => {
  const draft = draftOf(target, 5)
  return exchange(house.product.app, {
    ...{ target, draft, headers },
    query: draft.query.map((pair) => pair.join('=')).join('&'),
    ids: (param) => (holdsDid(target, param) ? did : 'none'),
  })
}
const told = { status: 403, text: expect.stringContaining('"company_disabled"') }

test('[ID-08] [TF-12] people of a disabled company are refused by every operation, whatever it names', async () => {
  await enable(cedar, 'disable')
  const headers = { cookie: await signedIn(house.databaseUrl, 'cleo'), 'x-user-agent': 'test' }
  const open: string[] = []
  let asked = 0
  for (const did of [cedar, aster])
    for (const target of aimedAt(did).filter((one) => !left(one))) {
      const { status, text } = await ask(target, did, headers)
      asked++
      if (status !== 403 || !text.includes('"company_disabled"'))
        open.push(`${target.id}: ${status} ${text.slice(0, 100)}`)
    }
  expect(open).toEqual([])
  expect(asked).toBeGreaterThan(100)
  await enable(cedar, 'enable')
  expect((await (await house.as('cleo')).vasp.userVaspList({})).loginable).toHaveLength(1)
})

test('[ID-06] [TF-12] machines of a disabled company are refused too, and get no token', async () => {
  const cleo = await house.as('cleo')
  const { clientId, clientSecret } = await cleo.credential.create({ vaspDid: cedar, body: {} })
  const token = () =>
    house.product.app.inject({
      ...{ method: 'POST', url: '/api/oauth/token' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`,
    })
  const { access_token } = (await token()).json()
  const target = aimedAt(cedar).find(({ id }) => id === 'vasp.profile')
  if (!target) throw new Error('Nothing to ask')
  const headers = { authorization: `Bearer ${access_token}` }
  expect((await ask(target, cedar, headers)).status).toBe(200)
  await enable(cedar, 'disable')
  expect(await ask(target, cedar, headers)).toMatchObject(told)
  expect((await token()).json()).toEqual({
    error: 'unauthorized_client',
    error_description: 'Cedar is disabled. Only the network can enable it again.',
  })
  await enable(cedar, 'enable')
  expect((await token()).statusCode).toBe(200)
})

test('[ID-08] [TF-12] who works for two companies goes on in the one that is enabled', async () => {
  const did = await house.didOf('bea')
  for (const company of [briar, aster])
    await house.rows(
      `insert into identity.membership (vasp_did, user_id, role, source, created_at)
       select $2, id, 'admin', 'admin', now() from identity."user" where did = $1
       on conflict do nothing`,
      [did, company],
    )
  await enable(briar, 'disable')
  const bea = await house.as('bea')
  expect(await bea.settings.get({ did: aster })).toBeDefined()
  const refused = { status: 403, body: { err: { name: 'company_disabled' } } }
  expect(await refusal(bea.settings.get({ did: briar }))).toMatchObject(refused)
  expect(await refusal(bea.auth.leaveVasp({ body: { vaspDID: briar } }))).toMatchObject(refused)
  // The list of one's companies still names it, so that it can be shown as disabled.
  const { loginable } = await bea.vasp.userVaspList({})
  expect(loginable.map((vasp) => vasp.did).toSorted()).toEqual([aster, briar])
  await enable(briar, 'enable')
})

test('[TF-12] nobody joins or claims a disabled company', async () => {
  await enable(aster, 'disable')
  await enable(briar, 'disable')
  const body = { vaspDID: aster, role: 'viewer' as const }
  const newcomer = await house.as('newcomer')
  expect(await refusal(newcomer.auth.requestToJoin({ body }))).toMatchObject({ status: 404 })
  const bob = await house.as('bob')
  expect(await refusal(bob.auth.claimCompany({ body: { vaspDID: briar } }))).toMatchObject({
    status: 404,
  })
  await enable(aster, 'enable')
  await enable(briar, 'enable')
})
