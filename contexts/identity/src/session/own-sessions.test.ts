import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
import { endInvitation, saveInvitation } from '../request/index.ts'
import { endSessionsOf } from './session.store.ts'

let desk: Desk
beforeAll(async () => {
  desk = await startDesk({ attempts: { max: 40, windowMs: 60_000 } })
})
beforeEach(() => {
  desk.clock.advance(61_000)
  desk.provider.reset()
  desk.provider.manners.claims = { [rolesClaim]: [{ vaspDID: acme, role: 'admin' }] }
})
afterAll(() => desk.stop())

const call = (browser: Browser, path: string, init: RequestInit = {}) =>
  browser.fetch(`${origin}/api/auth/${path}`, {
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers },
  })
const post = (browser: Browser, path: string, body: object) =>
  call(browser, path, { method: 'POST', body: JSON.stringify(body) })
const signedIn = async (claims: object = {}) => {
  Object.assign(desk.provider.manners.claims, claims)
  const browser = desk.newBrowser()
  await signIn(desk, browser)
  return browser
}
type Session = { id: string; current: boolean }
const sessionsOf = async (browser: Browser): Promise<Session[]> =>
  JSON.parse(await (await call(browser, 'sessions')).text()).sessions

test('[ID-01] own sessions are listed and ended, one or all others; nobody else’s', async () => {
  const claims = { sub: 'sue', email: 'sue@acme.example' }
  const [here, there, away] = [await signedIn(claims), await signedIn(), await signedIn()]
  const other = await signedIn({ sub: 'eve', email: 'eve@acme.example' })
  const list = await sessionsOf(here)
  expect(list).toHaveLength(3)
  expect(list.filter(({ current }) => current)).toHaveLength(1)
  const theirs = (await sessionsOf(there)).find(({ current }) => current)?.id ?? ''
  expect((await call(other, `sessions/${theirs}`, { method: 'DELETE' })).status).toBe(404)
  expect((await call(here, `sessions/${theirs}`, { method: 'DELETE' })).status).toBe(204)
  expect((await viewerOf(desk, there)).did).toBe('noUser')
  expect(await (await post(here, 'sessions/revoke-others', {})).json()).toEqual({ revoked: 1 })
  expect((await viewerOf(desk, away)).did).toBe('noUser')
  expect((await viewerOf(desk, other)).did).not.toBe('noUser')
  expect(await sessionsOf(here)).toHaveLength(1)
})

test('[UI-19] colleagues see within a minute when somebody was last here, and polls don’t count', async () => {
  const browser = await signedIn({ sub: 'lou', email: 'lou@acme.example' })
  const lastSeen = async () => {
    const answer = await call(browser, `vaspUsers/${encodeURIComponent(acme)}`, {
      headers: { 'x-background': '1' },
    })
    const { users } = JSON.parse(await answer.text())
    const found: { email: string; lastSeenAt: string }[] = users
    return Date.parse(found.find(({ email }) => email === 'lou@acme.example')?.lastSeenAt ?? '')
  }
  const began = await lastSeen()
  desk.clock.advance(5 * 60_000)
  expect(await lastSeen()).toBe(began)
  await viewerOf(desk, browser)
  expect(await lastSeen()).toBe(began + 5 * 60_000)
})

test('[UI-19] switching the company gives the session a new id; the one before dies soon', async () => {
  const browser = await signedIn({ sub: 'sam', email: 'sam@acme.example' })
  const before = browser.cookies(origin)
  expect((await post(browser, 'sessions/switch', { vaspDID: globex })).status).toBe(403)
  expect((await post(browser, 'sessions/switch', { vaspDID: acme })).status).toBe(204)
  // Requests of the same page are under way with the old id: one of them rotates, all succeed.
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => viewerOf(desk, browser, { headers: { cookie: before } })),
  )
  expect(new Set(answers.map(({ did }) => did)).size).toBe(1)
  const after = browser.cookies(origin)
  expect(after).not.toBe(before)
  expect((await viewerOf(desk, browser)).did).not.toBe('noUser')
  desk.clock.advance(60_000)
  const old = { headers: { cookie: before } }
  expect((await viewerOf(desk, browser, old)).did).toBe('noUser')
  expect((await viewerOf(desk, browser)).did).not.toBe('noUser')
  // The ID token can still be opened: the provider hears of the sign-out.
  const { trail } = await browser.visit(`${origin}/api/auth/logout`)
  expect(trail.join()).toContain('id_token_hint')
})

test('[UI-19] an answer that is lost with the new id in it does not end the session', async () => {
  const browser = await signedIn({ sub: 'kim', email: 'kim@acme.example' })
  const headers = {
    ...{ cookie: browser.cookies(origin), host: 'localhost:3000', 'x-user-agent': 'test' },
    ...{ origin, 'sec-fetch-site': 'same-origin' },
  }
  const { did } = await viewerOf(desk, browser)
  // The page that switches drops what it had asked, and the browser the new id that came with it; twice.
  for (const _ of ['once', 'twice']) {
    const url = '/api/auth/sessions/switch'
    const payload = { vaspDID: acme }
    const switched = await desk.app.inject({ method: 'POST', url, headers, payload })
    expect(switched.statusCode).toBe(204)
    const lost = await desk.app.inject({ method: 'GET', url: '/api/auth/viewer', headers })
    expect(lost.json()).toMatchObject({ did })
    expect(lost.headers['set-cookie']).toBeDefined()
    desk.clock.advance(61_000)
  }
  const still = await desk.app.inject({ method: 'GET', url: '/api/auth/viewer', headers })
  expect(still.json()).toMatchObject({ did })
})

test('[ID-04] a change of rights gives every open session of the person a new id', async () => {
  const member = await signedIn({ sub: 'max', email: 'max@acme.example' })
  const admin = await signedIn({ sub: 'amy', email: 'amy@acme.example' })
  const before = member.cookies(origin)
  const { did } = await viewerOf(desk, member)
  await post(admin, 'changeroles', { vaspDID: acme, userDID: did, roles: ['viewer'] })
  expect(await viewerOf(desk, member)).toMatchObject({ roles: [{ role: 'viewer' }] })
  expect(member.cookies(origin)).not.toBe(before)
})

test('[ID-04] signing in accepts no invitation: the person does', async () => {
  const admin = await signedIn({ sub: 'amy', email: 'amy@acme.example' })
  const invite = (email: string) =>
    post(admin, 'addusertovasp', { vaspDID: acme, email, role: 'developer' })
  for (const name of ['ivy', 'old']) await invite(`${name}@elsewhere.example`)
  desk.provider.manners.claims = {}
  const arrive = async (sub: string, email: string) => {
    const browser = await signedIn({ sub, email })
    const answer = await browser.fetch(`${origin}/api/auth/invitations`)
    const { invitations } = (await answer.json()) as { invitations: { id: string }[] }
    const roles = async () => (await viewerOf(desk, browser)).roles.map(({ role }) => role)
    return { browser, invitations, roles }
  }
  expect((await arrive('ida', 'ida@elsewhere.example')).invitations).toEqual([])
  const ivy = await arrive('ivy', 'Ivy@Elsewhere.example')
  expect(await ivy.roles()).toEqual([])
  const [one] = ivy.invitations
  await post(ivy.browser, `invitations/${acme}/${one?.id}/answer`, { answer: 'accept' })
  expect(await ivy.roles()).toEqual(['developer'])
  // Who was removed does not come back through the invitation that let them in.
  const { did } = await viewerOf(desk, ivy.browser)
  await post(admin, 'removeuserfromvasp', { vaspDID: acme, userDID: did })
  expect((await arrive('ivy', 'ivy@elsewhere.example')).invitations).toEqual([])
  desk.clock.advance(15 * 24 * 3_600_000)
  expect((await arrive('old', 'old@elsewhere.example')).invitations).toEqual([])
})

test('[ID-01] too many sign-ins from one address have to wait, and a script is told how long', async () => {
  const browser = desk.newBrowser()
  for (let n = 0; n < 40; n++) await browser.step(`${origin}/api/auth/login`)
  const { trail } = await browser.visit(`${origin}/api/auth/login`)
  expect(trail.at(-1)).toMatch(/\/auth\?error=limited/)
  const told = await browser.fetch(`${origin}/api/auth/login`)
  expect([told.status, told.headers.get('retry-after')]).toEqual([429, '60'])
  desk.clock.advance(60_000)
  expect((await browser.step(`${origin}/api/auth/login`)).headers.get('location')).toMatch(
    /authorize/,
  )
})

/** A request with exactly these cookies, past the browser's own. */
const asked = (cookie: string) =>
  desk.app.inject({
    url: '/api/auth/viewer',
    headers: { cookie, host: 'localhost:3000', 'x-user-agent': 'test' },
  })
const cookieIn = ({ headers }: Awaited<ReturnType<typeof asked>>) =>
  String(headers['set-cookie'] ?? '').split(';', 1)[0]

test('[T13] of many requests at once one brings the new id, and a late one with the old id brings none', async () => {
  const browser = await signedIn({ sub: 'ron', email: 'ron@acme.example' })
  const first = browser.cookies(origin)
  await post(browser, 'sessions/switch', { vaspDID: acme })
  const answers = await Promise.all(Array.from({ length: 6 }, () => asked(first)))
  const fresh = answers.map(cookieIn).filter(Boolean)
  expect(fresh).toHaveLength(1)
  const [second = ''] = fresh
  // The new id has arrived, and the rights change once more.
  expect((await asked(second)).json().did).not.toBe('noUser')
  await desk.sql(`update identity.session set must_rotate = true
    where user_id = (select id from identity."user" where subject = 'ron')`)
  const late = await asked(first)
  expect(late.json().did).not.toBe('noUser')
  expect(cookieIn(late)).toBe('')
  expect(cookieIn(await asked(second))).not.toBe('')
})

test('[T3] a removed person’s sessions get new ids, and the ids from before die', async () => {
  const member = await signedIn({ sub: 'rem', email: 'rem@acme.example' })
  const admin = await signedIn({ sub: 'ada', email: 'ada@acme.example' })
  const before = member.cookies(origin)
  const { did } = await viewerOf(desk, member)
  const gone = await post(admin, 'removeuserfromvasp', { vaspDID: acme, userDID: did })
  expect(gone.status).toBeLessThan(300)
  const after = cookieIn(await asked(before))
  expect(after).not.toBe('')
  expect((await asked(String(after))).json().did).toBe(did)
  desk.clock.advance(61_000)
  expect((await asked(before)).json().did).toBe('noUser')
})

test('[T3] sessions end in the name of their own person alone', async () => {
  const browser = await signedIn({ sub: 'own', email: 'own@acme.example' })
  const secret = /countersign=([^;]+)/.exec(browser.cookies(origin))?.[1] ?? ''
  const hash = createHash('sha256').update(secret).digest()
  await desk.database.withNobody((tx) => endSessionsOf(tx, 'user_of_somebody_else', [hash]))
  expect((await viewerOf(desk, browser)).did).not.toBe('noUser')
})

test('[ID-04] an invitation that has expired is not accepted, but can be taken back', async () => {
  const at = new Date(desk.clock())
  const later = new Date(at.getTime() + 1)
  await desk.database.withTenant(acme, async (tx) => {
    const [{ id = '' } = {}] = await desk.rows(`select id from identity."user" limit 1`)
    const who = { email: 'expired@acme.example', role: 'viewer', invitedBy: 'did:example:x' }
    const open = await saveInvitation(tx, acme, { ...who, at, expiresAt: later })
    expect(await endInvitation(tx, acme, open.id, later, String(id))).toBeUndefined()
    expect(await endInvitation(tx, acme, open.id, later, null)).toMatchObject({ id: open.id })
  })
})
