import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  acme,
  clientSecret,
  type Desk,
  globex,
  origin,
  rolesClaim,
  signIn,
  startDesk,
  viewerOf,
} from '../desk.fixture.ts'
import type { Manners } from './fake-provider.fixture.ts'

let desk: Desk
beforeAll(async () => {
  desk = await startDesk()
})
afterAll(() => desk.stop())
beforeEach(() => {
  desk.provider.reset()
  desk.lines.length = 0
})

test('[UI-06] after sign-in the person lands where they came from', async () => {
  const browser = desk.newBrowser()
  expect(await signIn(desk, browser, '/network/search?q=acme')).toBe('/network/search?q=acme')
  expect(await viewerOf(desk, browser)).toMatchObject({ did: expect.stringMatching(/^did:/) })
})

test.each(['//evil.com', '/\\evil.com', 'https://evil.com', '/api/auth/logout', '/.//evil.com'])(
  '[UI-06] a redirect to %j is not followed',
  async (redirect) => {
    expect(await signIn(desk, desk.newBrowser(), redirect)).toBe('/dashboard')
  },
)

test('[UI-06] an unsafe redirect is not handed on with an error either', async () => {
  desk.provider.manners.refuse = 'access_denied'
  const where = await signIn(desk, desk.newBrowser(), '//evil.com')
  expect(where).toMatch(/^\/auth\?error=cancelled&reference=[\w-]+$/)
})

test('[UI-06] a redirect that became unsafe while it was stored is not followed', async () => {
  const browser = desk.newBrowser()
  const begun = await browser.step(`${origin}/api/auth/login`)
  await desk.sql("update identity.login set redirect = '//evil.com'")
  const { trail } = await browser.visit(begun.headers.get('location') ?? '')
  expect(trail.at(-1)).toBe(`${origin}/dashboard`)
})

test('[ID-01] the request to the provider carries state, nonce and a PKCE challenge', async () => {
  const begun = await desk.newBrowser().step(`${origin}/api/auth/login`)
  const asked = Object.fromEntries(new URL(begun.headers.get('location') ?? '').searchParams)
  expect(asked).toMatchObject({
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: `${origin}/api/auth/callback`,
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(new Set(Object.values(asked)).size).toBe(Object.keys(asked).length)
})

/** Begins a sign-in and stops at the provider's answer. */
async function answered(browser = desk.newBrowser()) {
  const begun = await browser.step(`${origin}/api/auth/login`)
  const back = await browser.step(begun.headers.get('location') ?? '')
  return { browser, callback: new URL(back.headers.get('location') ?? '') }
}

const failed = expect.stringMatching(/^\/auth\?error=failed&reference=[\w-]{8,}/)

describe('an answer that is not the one to this sign-in opens no session', () => {
  test('[ID-01] replayed code and state', async () => {
    const { browser, callback } = await answered()
    const first = await browser.step(callback.href)
    expect(first.headers.get('location')).toBe('/dashboard')
    const again = await browser.step(callback.href)
    expect(again.headers.get('location')).toEqual(failed)
    expect(again.headers.getSetCookie()).toEqual([])
  })

  test('[ID-01] a used code with a new state', async () => {
    const { browser, callback } = await answered()
    await browser.step(callback.href)
    const second = await answered(browser)
    second.callback.searchParams.set('code', callback.searchParams.get('code') ?? '')
    const response = await browser.step(second.callback.href)
    expect(response.headers.get('location')).toEqual(failed)
  })

  test('[ID-01] another state', async () => {
    const { browser, callback } = await answered()
    callback.searchParams.set('state', 'A'.repeat(43))
    const response = await browser.step(callback.href)
    expect(response.headers.get('location')).toEqual(failed)
    expect(await viewerOf(desk, browser)).toMatchObject({ did: 'noUser' })
  })

  test('[ID-01] no state, no code, nothing', async () => {
    const browser = desk.newBrowser()
    const response = await browser.step(`${origin}/api/auth/callback`)
    expect(response.headers.get('location')).toEqual(failed)
  })

  test("[ID-01] another browser's sign-in (login CSRF)", async () => {
    const { callback } = await answered()
    const stranger = desk.newBrowser()
    const response = await stranger.step(callback.href)
    expect(response.headers.get('location')).toEqual(failed)
    const { browser } = await answered()
    const other = await browser.step(callback.href)
    expect(other.headers.get('location')).toEqual(failed)
  })

  test('[ID-01] one that comes after ten minutes', async () => {
    const { browser, callback } = await answered()
    desk.clock.advance(10 * 60_000)
    const response = await browser.step(callback.href)
    expect(response.headers.get('location')).toEqual(failed)
    const fresh = await answered()
    desk.clock.advance(10 * 60_000 - 1)
    const inTime = await fresh.browser.step(fresh.callback.href)
    expect(inTime.headers.get('location')).toBe('/dashboard')
  })

  test('[ID-01] two tabs of one browser may sign in side by side', async () => {
    const first = await answered()
    const second = await answered(first.browser)
    const response = await first.browser.step(second.callback.href)
    expect(response.headers.get('location')).toBe('/dashboard')
  })
})

const elsewhere = async () => (await generateKeyPair('RS256')).privateKey
const compact = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

const claim = 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'
const form = 'OAUTH_INVALID_RESPONSE'
const bad: [string, string | undefined, Partial<Manners>][] = [
  [
    'a broken signature',
    form,
    { tamper: (token) => token.slice(0, -6) + token.slice(-6).split('').reverse().join('') },
  ],
  [
    'the signature of a stranger',
    form,
    {
      tamper: async (_, payload) =>
        new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(await elsewhere()),
    },
  ],
  [
    'alg none',
    form,
    { tamper: (_, payload) => `${compact({ alg: 'none' })}.${compact(payload)}.` },
  ],
  [
    'the client secret as key',
    form,
    {
      tamper: (_, payload) =>
        new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(clientSecret)),
    },
  ],
  [
    'changed claims',
    form,
    {
      tamper: (token, payload) => {
        const [head, , signature] = token.split('.')
        return [head, compact({ ...payload, sub: 'root' }), signature].join('.')
      },
    },
  ],
  ['another nonce', claim, { claims: { nonce: 'another' } }],
  ['no nonce', form, { claims: { nonce: undefined } }],
  ['another issuer', claim, { claims: { iss: 'https://evil.example' } }],
  ['another audience', claim, { claims: { aud: 'another' } }],
  [
    'an end in the past',
    'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
    { claims: { exp: Math.floor(Date.now() / 1000) - 300 } },
  ],
  ['no end', form, { claims: { exp: undefined } }],
  ['no subject', form, { claims: { sub: undefined } }],
  ['a subject with control characters', undefined, { claims: { sub: 'a\u0000b' } }],
  ['no token at all', form, { tamper: () => '' }],
]

test.each(bad)('[ID-01] an ID token with %s opens no session', async (_, code, manners) => {
  Object.assign(desk.provider.manners, manners)
  const browser = desk.newBrowser()
  expect(await signIn(desk, browser)).toEqual(failed)
  expect(await viewerOf(desk, browser)).toMatchObject({ did: 'noUser' })
  const why = { event: 'sign_in_refused', error: 'failed', ...(code && { err: { code } }) }
  expect(desk.lines).toMatchObject([why])
})

test('[ID-01] a refusal at the provider is told as cancelled, any other error as failed', async () => {
  desk.provider.manners.refuse = 'access_denied'
  expect(await signIn(desk, desk.newBrowser(), '/webhooks')).toMatch(
    /^\/auth\?error=cancelled&reference=[\w-]+&redirect=%2Fwebhooks$/,
  )
  desk.provider.manners.refuse = 'server_error'
  expect(await signIn(desk, desk.newBrowser())).toEqual(failed)
})

test('[ID-01] a provider that breaks at the exchange is told as failed, with the reference in the log', async () => {
  desk.provider.manners.tokenStatus = 500
  const where = await signIn(desk, desk.newBrowser())
  expect(where).toEqual(failed)
  expect(desk.lines).toContainEqual(
    expect.objectContaining({
      event: 'sign_in_refused',
      requestId: new URL(where, origin).searchParams.get('reference'),
    }),
  )
})

test.each([
  { email_verified: false },
  { email_verified: 'true' },
  { email_verified: undefined },
  { email: undefined },
  { email: 'no address' },
  { email: ['ada@acme.example'] },
])('[ID-01] without a verified address (%j) there is no session', async (claims) => {
  desk.provider.manners.claims = claims
  // Asked where an earlier sign-in has learned that the provider has such an answer.
  desk.provider.manners.userinfo = { sub: 'ada' }
  const browser = desk.newBrowser()
  expect(await signIn(desk, browser)).toMatch(/^\/auth\?error=unverified/)
  expect(await viewerOf(desk, browser)).toMatchObject({ did: 'noUser' })
})

test('[ID-01] an address that only the userinfo answer has is good; roles from there are not', async () => {
  desk.provider.manners.claims = { sub: 'thin', email: undefined, email_verified: undefined }
  desk.provider.manners.userinfo = {
    sub: 'thin',
    email: 'thin@acme.example',
    email_verified: true,
    [rolesClaim]: [{ vaspDID: acme, role: 'admin' }],
  }
  desk.clock.advance(60_000)
  const browser = desk.newBrowser()
  expect(await signIn(desk, browser)).toBe('/dashboard')
  expect(await viewerOf(desk, browser)).toMatchObject({
    roles: [],
    fields: expect.arrayContaining([
      { fieldName: 'email', values: [{ value: 'thin@acme.example' }] },
    ]),
  })
})

test('[ID-02] roles come from the claim; the same person keeps DID and gets new ones', async () => {
  desk.provider.manners.claims = { sub: 'bo', [rolesClaim]: [{ vaspDID: acme, role: 'viewer' }] }
  const browser = desk.newBrowser()
  await signIn(desk, browser)
  const before = await viewerOf(desk, browser)
  expect(before).toMatchObject({ vasps: [acme], roles: [{ vaspDID: acme, role: 'viewer' }] })
  desk.clock.advance(1000)
  desk.provider.manners.claims = {
    sub: 'bo',
    [rolesClaim]: [
      { vaspDID: acme, role: 'viewer' },
      { vaspDID: acme, role: 'developer' },
      { vaspDID: globex, role: 'admin' },
    ],
  }
  await signIn(desk, browser)
  const after = await viewerOf(desk, browser)
  expect(after.did).toBe(before.did)
  expect(after.vasps).toEqual([acme, globex])
  expect(after.roles.map(({ role }) => role)).toEqual(['viewer', 'developer', 'admin'])
})

test('[ID-02] a role that was ended is not revived by the claim', async () => {
  desk.provider.manners.claims = { sub: 'cy', [rolesClaim]: [{ vaspDID: acme, role: 'admin' }] }
  const browser = desk.newBrowser()
  await signIn(desk, browser)
  await desk.sql(
    "update identity.membership set ended_at = now() where user_id = (select id from identity.user where subject = 'cy')",
  )
  expect(await viewerOf(desk, browser)).toMatchObject({ vasps: [], roles: [] })
  await signIn(desk, browser)
  expect(await viewerOf(desk, browser)).toMatchObject({ vasps: [], roles: [] })
})

test('[ID-02] the internal admin follows the claim at each sign-in', async () => {
  desk.provider.manners.claims = { sub: 'di', [rolesClaim]: [{ role: 'Countersign Admin' }] }
  const browser = desk.newBrowser()
  await signIn(desk, browser)
  expect(await viewerOf(desk, browser)).toMatchObject({ isCountersignAdmin: true })
  // An absent claim changes nothing.
  desk.provider.manners.claims = { sub: 'di' }
  await signIn(desk, browser)
  expect(await viewerOf(desk, browser)).toMatchObject({ isCountersignAdmin: true })
  desk.provider.manners.claims = { sub: 'di', [rolesClaim]: [] }
  await signIn(desk, browser)
  expect(await viewerOf(desk, browser)).toMatchObject({ isCountersignAdmin: false, roles: [] })
})

test('[ID-02] the claim takes away what it gave, in open sessions too, and can give it again', async () => {
  const [viewer, admin] = ['viewer', 'admin'].map((role) => ({ vaspDID: acme, role }))
  const enter = async (claim: unknown) => {
    desk.provider.manners.claims = {
      sub: 'fay',
      ...(claim !== undefined && { [rolesClaim]: claim }),
    }
    const browser = desk.newBrowser()
    await signIn(desk, browser)
    return browser
  }
  const first = await enter([viewer, admin, { vaspDID: globex, role: 'developer' }])
  const held = async () =>
    (await viewerOf(desk, first)).roles.map(({ vaspDID, role }) => `${vaspDID} ${role}`)
  expect(await held()).toHaveLength(3)
  // What somebody of the company gave is not the claim's to take.
  await desk.sql(`update identity.membership set source = 'admin' where role = 'developer'
    and user_id = (select id from identity.user where subject = 'fay')`)
  await enter(undefined)
  await enter('junk')
  expect(await held()).toHaveLength(3)
  await enter([viewer])
  expect(await held()).toEqual([`${acme} viewer`, `${globex} developer`])
  await enter([])
  expect(await held()).toEqual([`${globex} developer`])
  await enter([admin])
  expect((await held()).toSorted()).toEqual([`${acme} admin`, `${globex} developer`])
})

test('[ID-02] a claim that names an unknown company creates nothing', async () => {
  const unknown = 'did:web:unknown.example'
  desk.provider.manners.claims = { sub: 'gus', [rolesClaim]: [{ vaspDID: unknown, role: 'admin' }] }
  const browser = desk.newBrowser()
  await signIn(desk, browser)
  expect(await viewerOf(desk, browser)).toMatchObject({ vasps: [], roles: [] })
  const rows = await desk.database.withTenant(unknown, (tx) =>
    tx.selectFrom('identity.membership').select('role').where('vasp_did', '=', unknown).execute(),
  )
  expect(rows).toEqual([])
})

test('[ID-02] a claim of junk gives no roles and a line in the log', async () => {
  desk.provider.manners.claims = { sub: 'ed', [rolesClaim]: 'admin' }
  const browser = desk.newBrowser()
  await signIn(desk, browser)
  expect(await viewerOf(desk, browser)).toMatchObject({ roles: [] })
  expect(desk.lines).toContainEqual(expect.objectContaining({ event: 'roles_claim_junk' }))
})

test('[ID-02] the same subject at another issuer is another person', async () => {
  await desk.context.ensureUsers([
    {
      subject: 'flo',
      email: 'flo@acme.example',
      name: 'Flo',
      roles: [{ vaspDID: acme, role: 'admin' }],
    },
  ])
  await desk.sql("update identity.user set issuer = 'https://other.example' where subject = 'flo'")
  desk.provider.manners.claims = { sub: 'flo' }
  const browser = desk.newBrowser()
  await signIn(desk, browser)
  expect(await viewerOf(desk, browser)).toMatchObject({ roles: [] })
})

test('[ID-02] seeded users keep roles and DID when they sign in; seeding twice changes nothing', async () => {
  const seed = [
    {
      subject: 'gil',
      email: 'gil@acme.example',
      name: 'Gil',
      roles: [{ vaspDID: acme, role: 'admin' }],
    },
  ]
  await desk.context.ensureUsers(seed)
  await desk.context.ensureUsers(seed)
  desk.provider.manners.claims = { sub: 'gil', name: 'Gilbert' }
  const browser = desk.newBrowser()
  await signIn(desk, browser)
  expect(await viewerOf(desk, browser)).toMatchObject({
    roles: [{ vaspDID: acme, role: 'admin' }],
    fields: expect.arrayContaining([{ fieldName: 'name', values: [{ value: 'Gilbert' }] }]),
  })
})

test('[ID-01] an issuer or a site without https is refused, but on loopback', async () => {
  const with_ = (overrides: object) => startDesk(overrides)
  await expect(with_({ origins: ['http://desk.example'] })).rejects.toThrow(/https/)
  const settings = { clientId: 'a', clientSecret: 'b' }
  await expect(with_({ provider: { issuer: 'http://id.example', ...settings } })).rejects.toThrow(
    /OIDC_ISSUER/,
  )
})

test('[ID-01] a provider that does not answer in time is told as unavailable', async () => {
  const { issuer } = desk.provider
  const hasty = await startDesk({
    provider: { ...{ issuer, clientId: 'desk', clientSecret }, timeoutSeconds: 0.2 },
  })
  // Far more than it may take, and less than the default would wait.
  desk.provider.manners.delay = 1_000
  expect(await signIn(hasty, hasty.newBrowser())).toMatch(/^\/auth\?error=unavailable/)
  await hasty.stop()
})
