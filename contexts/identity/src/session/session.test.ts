import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  acme,
  type Browser,
  type Desk,
  origin,
  rolesClaim,
  signIn,
  startDesk,
  viewerOf,
} from '../desk.fixture.ts'

const minute = 60_000
let desk: Desk
beforeAll(async () => {
  desk = await startDesk()
  desk.provider.manners.claims = { [rolesClaim]: [{ vaspDID: acme, role: 'admin' }] }
})
afterAll(() => desk.stop())

const signedIn = async () => {
  const browser = desk.newBrowser()
  await signIn(desk, browser)
  return browser
}
const read = async (browser: Browser, headers: Record<string, string> = {}) =>
  (await browser.fetch(`${origin}/api/thing`, { headers })).status

test('[ID-01] over http on loopback the cookie is host-only, HttpOnly and Lax', async () => {
  const browser = desk.newBrowser()
  const begun = await browser.step(`${origin}/api/auth/login`)
  expect(begun.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^countersign-login=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/,
    ),
  ])
  const back = await browser.step(begun.headers.get('location') ?? '')
  const done = await browser.step(back.headers.get('location') ?? '', {}, 'cross-site')
  expect(done.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^countersign=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    'countersign-login=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
  ])
})

test('[ID-01] over https it is Secure and carries the __Host- prefix, at each address of ours', async () => {
  const origins = ['https://desk.example', 'https://qa.desk.example'] as const
  const secure = await startDesk({ origins })
  for (const home of origins) {
    const browser = secure.newBrowser()
    const begun = await browser.step(`${home}/api/auth/login`)
    const [login = ''] = begun.headers.getSetCookie()
    expect(login).toMatch(
      /^__Host-countersign-login=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=600$/,
    )
    const { trail } = await browser.visit(begun.headers.get('location') ?? '')
    expect(trail.at(-1)).toBe(`${home}/dashboard`)
    expect(browser.cookies(home)).toMatch(/^__Host-countersign=[\w-]{43}$/)
    const plain = browser.cookies(home).replace('__Host-', '')
    expect(await viewerOf(secure, browser, { headers: { cookie: plain } })).toMatchObject({
      did: 'noUser',
    })
  }
  await secure.stop()
})

test('[ID-01] neither the id of a session nor an ID token stands in the database', async () => {
  const browser = await signedIn()
  const secret = browser.cookies(origin).split('=')[1]
  const rows = await desk.database.withNobody((tx) =>
    tx.selectFrom('identity.session').selectAll().execute(),
  )
  expect(rows.length).toBeGreaterThan(0)
  const dump = JSON.stringify(rows) + rows.map((row) => row.id_hash.toString('base64url')).join()
  expect(dump).not.toContain(secret)
  // What is sealed may hold these letters by chance, but no dot behind them.
  expect(dump).not.toMatch(/eyJ[\w-]*\./)
})

test('[ID-01] signing in gives a new id, and the one from before is dead (fixation)', async () => {
  const browser = await signedIn()
  const planted = browser.cookies(origin)
  const victim = desk.newBrowser()
  const begun = await victim.step(`${origin}/api/auth/login`, { headers: { cookie: planted } })
  const back = await victim.step(begun.headers.get('location') ?? '')
  const done = await victim.step(back.headers.get('location') ?? '', {
    headers: { cookie: `${planted}; ${victim.cookies(origin)}` },
  })
  expect(done.headers.getSetCookie().join()).not.toContain(planted)
  expect(await read(browser)).toBe(401)
  expect(await read(victim)).toBe(200)
})

test('[ID-01] a cookie that we never gave is nobody', async () => {
  const browser = desk.newBrowser()
  for (const value of ['A'.repeat(43), 'x', '', '"', `${'A'.repeat(43)}=`])
    expect(await read(browser, { cookie: `countersign=${value}` })).toBe(401)
})

test('[ID-01] an idle session ends after 30 minutes, on the server', async () => {
  const browser = await signedIn()
  desk.clock.advance(30 * minute - 1)
  expect(await read(browser)).toBe(200)
  desk.clock.advance(30 * minute - 1)
  expect(await read(browser)).toBe(200)
  desk.clock.advance(30 * minute)
  expect(await read(browser)).toBe(401)
  expect(await viewerOf(desk, browser)).toMatchObject({ did: 'noUser' })
})

test('[ID-01] background polls do not keep a session alive', async () => {
  const browser = await signedIn()
  for (let passed = 0; passed < 29; passed++) {
    desk.clock.advance(minute)
    expect(await read(browser, { 'x-background': '1' })).toBe(200)
  }
  desk.clock.advance(minute)
  expect(await read(browser, { 'x-background': '1' })).toBe(401)
})

test('[ID-01] activity is written down at most twice a minute', async () => {
  const browser = await signedIn()
  const last = async () => {
    const [row] = await desk.database.withNobody((tx) =>
      tx
        .selectFrom('identity.session')
        .select('last_active_at')
        .orderBy('last_active_at', 'desc')
        .limit(1)
        .execute(),
    )
    return row?.last_active_at.getTime()
  }
  const before = await last()
  desk.clock.advance(29_999)
  await read(browser)
  expect(await last()).toBe(before)
  desk.clock.advance(1)
  await read(browser)
  expect(await last()).toBe(desk.clock())
})

test('[ID-01] even a busy session ends after 12 hours', async () => {
  const browser = await signedIn()
  for (let passed = 20; passed < 12 * 60; passed += 20) {
    desk.clock.advance(20 * minute)
    expect(await read(browser)).toBe(200)
  }
  desk.clock.advance(20 * minute)
  expect(await read(browser)).toBe(401)
})

test('[UI-05] signing out kills the session, clears the cookie and goes on to the provider', async () => {
  const browser = await signedIn()
  const old = browser.cookies(origin)
  const response = await browser.step(`${origin}/api/auth/logout`, {}, 'same-origin')
  const target = new URL(response.headers.get('location') ?? '')
  expect(target.origin + target.pathname).toBe(`${desk.provider.issuer}/end`)
  expect(Object.fromEntries(target.searchParams)).toMatchObject({
    id_token_hint: expect.stringMatching(/^eyJ/),
    post_logout_redirect_uri: `${origin}/auth?signedOut=1`,
  })
  expect(response.headers.getSetCookie()).toEqual([
    'countersign=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
  ])
  expect(response.headers.get('clear-site-data')).toBe('"cache"')
  expect(await read(browser, { cookie: old })).toBe(401)
})

test('[UI-05] an idle session can still be signed out at the provider', async () => {
  const browser = await signedIn()
  desk.clock.advance(31 * minute)
  const response = await browser.step(`${origin}/api/auth/logout`)
  expect(response.headers.get('location')).toContain(`${desk.provider.issuer}/end?`)
})

test('[UI-05] signed out already, it leads to the sign-in screen', async () => {
  const response = await desk.newBrowser().step(`${origin}/api/auth/logout`)
  expect(response.headers.get('location')).toBe(`${origin}/auth?signedOut=1`)
})

const image = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
test.each([
  ['a link of another site', 'cross-site', {}],
  ['a link of a sister site', 'same-site', {}],
  ['an image tag elsewhere', 'cross-site', image],
  ['an image tag here', 'same-origin', image],
  ['a frame', 'same-origin', { 'sec-fetch-dest': 'iframe' }],
  ['a prefetch', 'same-origin', { 'sec-purpose': 'prefetch' }],
])('[UI-05] %s does not sign anyone out, it asks', async (_, site, headers) => {
  const browser = await signedIn()
  const response = await browser.step(`${origin}/api/auth/logout`, { headers }, site)
  expect(response.headers.get('location')).toBe('/auth/signed-out?confirm=1')
  expect(response.headers.getSetCookie()).toEqual([])
  expect(await read(browser)).toBe(200)
})

test('[UI-05] a client that is no browser signs out, too', async () => {
  const browser = await signedIn()
  const cookie = browser.cookies(origin)
  const response = await desk.app.inject({ url: `${origin}/api/auth/logout`, headers: { cookie } })
  expect(response.headers.location).toContain('/end?')
  expect(await read(browser)).toBe(401)
})

test('[UI-05] without a place for it at the provider, the template or the screen follows', async () => {
  const provider = { clientId: 'desk', clientSecret: 'the secret: of the tests+%' }
  const other = await startDesk()
  other.provider.manners.hasEndSession = false
  const plain = other.newBrowser()
  await signIn(other, plain)
  const local = await plain.step(`${origin}/api/auth/logout`)
  expect(local.headers.get('location')).toBe(`${origin}/auth?signedOut=1`)
  const templated = await startDesk({
    provider: {
      ...provider,
      issuer: other.provider.issuer,
      logoutUrl: 'https://id.example/v2/logout?client_id={clientId}&returnTo={returnTo}',
    },
  })
  const browser = templated.newBrowser()
  expect(await signIn(templated, browser)).toBe('/dashboard')
  const response = await browser.step(`${origin}/api/auth/logout`)
  expect(response.headers.get('location')).toBe(
    `https://id.example/v2/logout?client_id=desk&returnTo=${encodeURIComponent(`${origin}/auth?signedOut=1`)}`,
  )
  await templated.stop()
  await other.stop()
})

test('[UI-05] with the provider away the session ends here', async () => {
  const other = await startDesk()
  const browser = other.newBrowser()
  await signIn(other, browser)
  const cookie = browser.cookies(origin)
  await other.provider.close()
  other.clock.advance(minute)
  const response = await browser.step(`${origin}/api/auth/logout`)
  expect(response.headers.get('location')).toBe(`${origin}/auth?signedOut=1`)
  const after = await browser.fetch(`${origin}/api/thing`, { headers: { cookie } })
  expect(after.status).toBe(401)
  await other.stop()
})

test('[ID-01] abandoned sign-ins and ended sessions are removed', async () => {
  const browser = await signedIn()
  await browser.step(`${origin}/api/auth/login`)
  desk.clock.advance(12 * 60 * minute)
  await signedIn()
  await browser.step(`${origin}/api/auth/login`)
  const counts = await desk.database.withNobody(async (tx) => [
    (await tx.selectFrom('identity.session').select('user_id').execute()).length,
    (await tx.selectFrom('identity.login').select('redirect').execute()).length,
  ])
  expect(counts).toEqual([1, 1])
})
