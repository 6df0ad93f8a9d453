import { readOnlyReason } from '@countersign/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  acme,
  type Browser,
  type Desk,
  globex,
  origin,
  rolesClaim,
  signIn,
  startDesk,
  viewerOf,
} from '../desk.fixture.ts'

const minute = 60_000
const day = 24 * 60 * minute
const disabled = 'did:web:disabled.example'
const about = { did: disabled, name: 'Off', website: null, emailDomains: [], hasAdmin: true }

let desk: Desk
beforeAll(async () => {
  desk = await startDesk({
    limits: { idleMs: day, absoluteMs: day },
    attempts: { max: 99, windowMs: 1 },
  })
  // One more company, whose people see nothing now.
  const { companies } = desk
  const { find } = companies
  Object.assign(companies, {
    find: async (tx: never, dids: readonly string[]) =>
      dids.includes(disabled) ? [about] : find(tx, dids),
    disabledAmong: async (_: never, dids: readonly string[]) =>
      dids.filter((did) => did === disabled),
  })
})
afterAll(() => desk.stop())

const as = async (subject: string, roles: object[]): Promise<Browser> => {
  desk.provider.manners.claims = {
    ...{ sub: subject, email: `${subject}@countersign.example`, name: subject },
    [rolesClaim]: roles,
  }
  const browser = desk.newBrowser()
  await signIn(desk, browser)
  return browser
}
const operator = (subject: string) => as(subject, [{ role: 'Countersign Admin' }])

const call = async (browser: Browser, method: string, path: string, body?: object) => {
  const response = await browser.fetch(`${origin}/api/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, text }
}
const reason = 'Ticket 4711: the team page looks empty to them.'
const start = (browser: Browser, vaspDID = acme, why = reason) =>
  call(browser, 'POST', 'auth/observing', { vaspDID, reason: why })
const stop = (browser: Browser) => call(browser, 'DELETE', 'auth/observing')

/** What the company's chain says of looks by this person, oldest first. */
const chainOf = async (browser: Browser, company = acme) => {
  const { did } = await viewerOf(desk, browser)
  return desk.rows(
    `select action, actor, detail from audit.entry where vasp_did = '${company}'
       and object in (select o.id from identity.observation o join identity."user" u on u.id = o.user_id
         where u.did = '${did}') order by number`,
  )
}

test('[ID-08] an internal admin looks into a company: all that they hold otherwise rests', async () => {
  const noor = await operator('noor')
  expect((await start(noor)).status).toBe(200)
  expect(await viewerOf(desk, noor)).toMatchObject({
    vasps: [acme],
    roles: [{ vaspDID: acme, role: 'observer' }],
    isCountersignAdmin: false,
    observing: { vaspDID: acme, reason },
  })
  expect((await call(noor, 'GET', `things/${acme}`)).status).toBe(200)
  expect((await call(noor, 'GET', `things/${globex}`)).status).toBe(403)
  expect((await call(noor, 'GET', 'auth/users')).status).toBe(403)
  // Another place where the same person is signed in goes on as it was.
  expect(await viewerOf(desk, await operator('noor'))).toMatchObject({ isCountersignAdmin: true })
  expect((await stop(noor)).status).toBe(204)
  expect(await viewerOf(desk, noor)).toMatchObject({ isCountersignAdmin: true, vasps: [] })
  expect((await viewerOf(desk, noor)).observing).toBe(undefined)
  expect((await stop(noor)).status).toBe(409)
})

test('[ID-08] whoever looks changes nothing: not there, not elsewhere, not of their own', async () => {
  const noor = await operator('careful')
  expect((await call(noor, 'POST', 'body', { did: acme })).status).toBe(200)
  await start(noor)
  const tries = [
    await call(noor, 'POST', 'body', { did: acme }),
    await call(noor, 'POST', 'thing'),
    await call(noor, 'POST', 'auth/sessions/switch', { vaspDID: acme }),
    await call(noor, 'POST', 'auth/userinfo/update', { name: 'Somebody' }),
    await call(noor, 'POST', 'auth/draft/key'),
    await start(noor, globex),
  ]
  for (const { status, text } of tries.filter(({ status }) => status !== 404)) {
    expect(status).toBe(403)
    expect(text).toContain(readOnlyReason)
  }
  expect(tries.filter(({ status }) => status === 403).length).toBeGreaterThan(4)
  expect((await viewerOf(desk, noor)).fields.map(({ values }) => values[0]?.value)).toContain(
    'careful',
  )
})

test('[ID-08] the company’s chain has the look with its reason, what was read, and the end', async () => {
  const noor = await operator('seen')
  await start(noor)
  for (const _ of [1, 2, 3]) await call(noor, 'GET', `things/${acme}?page=${_}`)
  await call(noor, 'GET', `query?vaspDID=${acme}`)
  await call(noor, 'GET', `things/${globex}`)
  await stop(noor)
  const { did } = await viewerOf(desk, noor)
  const rows = await chainOf(noor)
  expect(rows.map(({ action }) => action)).toEqual([
    ...['observer.start', 'observer.read', 'observer.read', 'observer.end'],
  ])
  expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set([did]))
  expect(rows[0]?.detail).toEqual({ reason, until: expect.any(String) })
  expect(rows[1]?.detail).toMatchObject({ path: '/things/{did}' })
  expect(rows[3]?.detail).toEqual({ how: 'asked' })
  // A second look is written down anew.
  await start(noor)
  await call(noor, 'GET', `things/${acme}`)
  await stop(noor)
  expect(await chainOf(noor)).toHaveLength(7)
})

test('[ID-08] only the internal admin looks, with a reason, at a company that is there', async () => {
  expect((await start(desk.newBrowser())).status).toBe(401)
  const admin = await as('ada', [{ vaspDID: acme, role: 'admin' }])
  expect((await start(admin)).status).toBe(403)
  expect((await stop(admin)).status).toBe(409)
  const noor = await operator('asks')
  for (const why of ['', 'why', ' '.repeat(20), 'x'.repeat(501)])
    expect((await start(noor, acme, why)).status).toBe(422)
  expect((await start(noor, 'did:web:none.example')).status).toBe(404)
  expect((await start(noor, disabled)).status).toBe(409)
  expect(await chainOf(noor)).toEqual([])
})

test('[ID-08] of two looks begun at once one is', async () => {
  const noor = await operator('twice')
  const both = await Promise.all([start(noor), start(noor, globex)])
  const statuses = both.map(({ status }) => status).sort()
  expect(statuses[0]).toBe(200)
  expect([403, 409]).toContain(statuses[1])
  const rows = [...(await chainOf(noor)), ...(await chainOf(noor, globex))]
  expect(rows.map(({ action }) => action)).toEqual(['observer.start'])
})

test('[ID-08] after 30 minutes the look is over, and the chain says so once', async () => {
  const noor = await operator('late')
  await start(noor)
  desk.clock.advance(30 * minute - 1)
  expect((await viewerOf(desk, noor)).observing).toMatchObject({ vaspDID: acme })
  desk.clock.advance(1)
  expect(await viewerOf(desk, noor)).toMatchObject({ isCountersignAdmin: true })
  expect((await call(noor, 'POST', 'body', { did: acme })).status).toBe(200)
  expect((await stop(noor)).status).toBe(409)
  await Promise.all([desk.context.endObservations(), desk.context.endObservations()])
  const rows = await chainOf(noor)
  expect(rows.map(({ action, detail }) => [action, detail])).toEqual([
    ['observer.start', expect.anything()],
    ['observer.end', { how: 'time over' }],
  ])
  expect((await start(noor)).status).toBe(200)
})

test('[ID-08] a look ends with its session, and with the role, at once', async () => {
  const noor = await operator('leaver')
  await start(noor)
  await noor.step(`${origin}/api/auth/logout`, {}, 'same-origin')
  expect((await viewerOf(desk, noor)).did).toBe('noUser')
  await desk.context.endObservations()
  const again = await operator('leaver')
  expect((await chainOf(again)).at(-1)?.detail).toEqual({ how: 'signed out' })
  await start(again)
  await desk.sql(`update identity."user" set is_internal_admin = false where subject = 'leaver'`)
  expect(await viewerOf(desk, again)).toMatchObject({ roles: [], vasps: [] })
  expect((await call(again, 'GET', `things/${acme}`)).status).toBe(403)
  await desk.context.endObservations()
  expect((await chainOf(again)).at(-1)?.detail).toEqual({ how: 'role ended' })
})
