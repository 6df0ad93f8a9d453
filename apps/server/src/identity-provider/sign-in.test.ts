import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identity as contract, Viewer } from '@countersign/contracts/identity'
import { type IdentityTables, identity } from '@countersign/identity'
import { connect } from '@countersign/kit/db'
import { productErrors } from '@countersign/kit/errors'
import { httpServer } from '@countersign/kit/http'
import { createLog } from '@countersign/kit/log'
import { serve } from '@countersign/kit/serve'
import { testClock, testDatabase } from '@countersign/kit/testing'
import { testBrowser } from '@countersign/kit/testing-browser'
import { vault } from '@countersign/kit/vault'
import { companyPort, seedVasps, type TrustTables } from '@countersign/trust'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoVasps } from '../demo/index.ts'
import { type EmbeddedIdp, type IdpOptions, startIdp } from './provider.ts'

const origin = 'http://localhost:3000'
const rolesClaim = 'https://countersign.example/roles'
const did = 'did:ethr:0x51a4'
const client = { clientId: 'countersign', clientSecret: 'a client secret of the tests' }
const log = createLog('silent')
const close: (() => Promise<void>)[] = []
let idp: EmbeddedIdp
let options: IdpOptions
let desk: Awaited<ReturnType<typeof startDesk>>

async function startDesk(issuer: string) {
  const { url, drop } = await testDatabase()
  const database = connect<IdentityTables & TrustTables>({ url, role: 'countersign_app' })
  // A role in a company that is not there would be passed over.
  const [like] = await demoVasps()
  if (!like) throw new Error('The demo has no companies')
  await seedVasps(database, [{ ...like, did, subsidiaryOf: null }], new Date())
  const app = httpServer({ log, errors: productErrors })
  const clock = testClock()
  const { handlers, gate } = identity({
    database,
    clock,
    vault: vault([{ id: 'test', key: randomBytes(32) }]),
    log,
    origins: [origin],
    provider: { issuer, ...client },
    rolesClaim,
    companies: companyPort,
  })
  serve(app, { contract, prefix: '/api', strictQuery: true, handlers, gate })
  close.push(async () => {
    await app.close()
    await database.close()
    await drop()
  })
  return { app, clock }
}

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'idp-'))
  options = {
    host: '127.0.0.1',
    port: 0,
    origins: [origin],
    ...client,
    users: [
      {
        subject: 'ada',
        email: 'ada@acme.example',
        name: 'Ada',
        roles: [{ vaspDID: did, role: 'admin' }],
      },
      {
        subject: 'ira',
        email: 'ira@countersign.example',
        name: 'Ira',
        roles: [{ role: 'Countersign Admin' }],
      },
      { subject: 'una', email: 'una@acme.example', name: 'Una', roles: [], emailVerified: false },
    ],
    password: 'demo',
    rolesClaim,
    dataDir,
    production: false,
    log,
  }
  idp = await startIdp(options)
  desk = await startDesk(idp.issuer)
  close.push(
    () => idp.stop(),
    () => rm(dataDir, { recursive: true }),
  )
})

afterAll(async () => {
  for (const end of close) await end()
})

const newBrowser = () => testBrowser({ [origin]: desk.app })
type Browser = ReturnType<typeof newBrowser>

/** Signs in by the page's form. @returns where the browser ends */
async function signIn(
  browser: Browser,
  form: Record<string, string>,
  redirect = '/network/search',
) {
  const { response, trail } = await browser.visit(
    `${origin}/api/auth/login?redirect=${encodeURIComponent(redirect)}`,
  )
  if (!trail.at(-1)?.startsWith(idp.issuer)) return trail.at(-1)
  expect(response.status).toBe(200)
  const after = await browser.visit(trail.at(-1) ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams(form)),
  })
  return after.trail.at(-1)
}

const viewer = async (browser: Browser): Promise<Viewer> =>
  Viewer.parse(await (await browser.fetch(`${origin}/api/auth/viewer`)).json())

test('[ID-01] a demo user signs in at the embedded provider and lands on the redirect', async () => {
  const browser = newBrowser()
  expect(await viewer(browser)).toMatchObject({ did: 'noUser', vasps: [], roles: [], fields: [] })
  expect(await signIn(browser, { user: 'ada' })).toBe(`${origin}/network/search`)
  expect(await viewer(browser)).toMatchObject({
    did: expect.stringMatching(/^did:countersign:/),
    vasps: [did],
    roles: [{ vaspDID: did, role: 'admin', permissions: expect.arrayContaining(['manage']) }],
    fields: [
      { fieldName: 'email', values: [{ value: 'ada@acme.example' }] },
      { fieldName: 'name', values: [{ value: 'Ada' }] },
    ],
    isCountersignAdmin: false,
  })
})

test('[ID-01] the password form signs in, a wrong password is told to the person', async () => {
  const browser = newBrowser()
  const { response, trail } = await browser.visit(`${origin}/api/auth/login`)
  const page = trail.at(-1) ?? ''
  expect(await response.text()).toContain('ada@acme.example')
  const post = (password: string) =>
    browser.visit(page, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: String(new URLSearchParams({ email: 'Ada@acme.example', password })),
    })
  const wrong = await post('nope')
  expect(wrong.response.status).toBe(400)
  expect(await wrong.response.text()).toContain('Wrong email address or password')
  expect((await post('demo')).trail.at(-1)).toBe(`${origin}/dashboard`)
})

test('[ID-02] the internal admin is known by the role of that name', async () => {
  const browser = newBrowser()
  await signIn(browser, { user: 'ira' })
  expect(await viewer(browser)).toMatchObject({
    isCountersignAdmin: true,
    vasps: [],
    roles: [{ vaspDID: null, role: 'Countersign Admin' }],
  })
})

test('[ID-01] a person who cancels is back at the sign-in screen, signed out', async () => {
  const browser = newBrowser()
  const { trail } = await browser.visit(`${origin}/api/auth/login?redirect=%2Fnetwork%2Fsearch`)
  const after = new URL((await browser.visit(`${trail.at(-1)}/cancel`)).trail.at(-1) ?? '')
  expect(after.pathname).toBe('/auth')
  expect(after.searchParams.get('error')).toBe('cancelled')
  expect(after.searchParams.get('redirect')).toBe('/network/search')
  expect(after.searchParams.get('reference')).toMatch(/^[\w-]{8,}$/)
  expect(await viewer(browser)).toMatchObject({ did: 'noUser' })
})

test('[ID-01] an address that nobody verified opens no session', async () => {
  const browser = newBrowser()
  expect(await signIn(browser, { user: 'una' })).toContain('/auth?error=unverified')
  expect(await viewer(browser)).toMatchObject({ did: 'noUser' })
})

test('[UI-05] signing out ends the session here and at the provider', async () => {
  const browser = newBrowser()
  await signIn(browser, { user: 'ada' })
  const old = browser.cookies(origin)
  const { trail } = await browser.visit(`${origin}/api/auth/logout`)
  expect(trail[1]).toContain(`${idp.issuer}/session/end?id_token_hint=`)
  expect(trail.at(-1)).toBe(`${origin}/auth?signedOut=1`)
  expect(browser.cookies(origin)).toBe('')
  const again = await browser.fetch(`${origin}/api/auth/viewer`, { headers: { cookie: old } })
  expect(await again.json()).toMatchObject({ did: 'noUser' })
  const asked = await browser.visit(`${origin}/api/auth/login`)
  expect(asked.trail.at(-1)).toContain('/sign-in/')
})

test('[ID-01] a code serves once, and only with the state and the browser it was made for', async () => {
  const browser = newBrowser()
  const page = (await browser.visit(`${origin}/api/auth/login`)).trail.at(-1) ?? ''
  const { trail } = await browser.visit(page, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'user=ada',
  })
  const callback = trail.find((url) => url.includes('/api/auth/callback')) ?? ''
  const replayed = await browser.step(callback)
  expect(replayed.headers.get('location')).toContain('/auth?error=failed')
})

test('[ID-01] the session at the provider signs in without a question, under a new id', async () => {
  const browser = newBrowser()
  await signIn(browser, { user: 'ada' })
  const before = browser.cookies(origin)
  expect(await signIn(browser, {}, '/webhooks')).toBe(`${origin}/webhooks`)
  expect(browser.cookies(origin)).not.toBe(before)
  const old = await browser.fetch(`${origin}/api/auth/viewer`, { headers: { cookie: before } })
  expect(await old.json()).toMatchObject({ did: 'noUser' })
})

test('[ID-01] the embedded provider refuses production', async () => {
  await expect(startIdp({ ...options, production: true })).rejects.toThrow(/refuses production/)
})

test('[ID-01] its keys survive a restart, readable by their owner alone', async () => {
  const file = join(options.dataDir, 'identity-provider.json')
  const before = await readFile(file, 'utf8')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const second = await startIdp(options)
  await second.stop()
  expect(await readFile(file, 'utf8')).toBe(before)
})

test('[ID-01] its pages are guarded: no script, no frame, forms only where they belong', async () => {
  const browser = newBrowser()
  const { response } = await browser.visit(`${origin}/api/auth/login`)
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain(`form-action 'self' ${origin}`)
  expect(policy).not.toContain('unsafe')
  expect(await response.text()).not.toContain('<script')
})

test('[ID-01] with the provider away the product answers and says so, then recovers', async () => {
  const port = Number(new URL(idp.issuer).port)
  const browser = newBrowser()
  await idp.stop()
  desk.clock.advance(60_000)
  expect(await viewer(browser)).toMatchObject({ did: 'noUser' })
  const back = await browser.step(`${origin}/api/auth/login?redirect=%2Fwebhooks`)
  expect(back.headers.get('location')).toMatch(
    /^\/auth\?error=unavailable&reference=[\w-]+&redirect=%2Fwebhooks$/,
  )
  const fetched = await browser.fetch(`${origin}/api/auth/login`)
  expect(fetched.status).toBe(503)
  expect(await fetched.json()).toMatchObject({
    err: { message: expect.stringContaining('Sign-in is unavailable') },
  })
  idp = await startIdp({ ...options, port })
  expect(await signIn(browser, { user: 'ada' })).toBe(`${origin}/network/search`)
})
