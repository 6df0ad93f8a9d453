import { client, type Fetcher } from '@countersign/kit/client'
import { connect } from '@countersign/kit/db'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  acme,
  type Browser,
  type Desk,
  globex,
  guarded,
  origin,
  rolesClaim,
  signIn,
  startDesk,
  viewerOf,
} from './desk.fixture.ts'
import type { IdentityTables } from './index.ts'

let desk: Desk
let agent: Browser
let admin: Browser
let stranger: Browser

beforeAll(async () => {
  desk = await startDesk()
  const as = async (sub: string, roles: unknown) => {
    desk.provider.manners.claims = { sub, email: `${sub}@acme.example`, [rolesClaim]: roles }
    const browser = desk.newBrowser()
    await signIn(desk, browser)
    return browser
  }
  agent = await as('agent', [{ vaspDID: acme, role: 'compliance_agent' }])
  admin = await as('admin', [{ role: 'Countersign Admin' }])
  stranger = await as('stranger', [])
})
afterAll(() => desk.stop())

const through = (browser: Browser) => {
  const fetcher: Fetcher = (url, init) => browser.fetch(url, init)
  return client(guarded, { base: `${origin}/api`, fetcher }).thing
}
const forbidden = (message: string) => ({
  status: 403,
  body: { err: { name: 'forbidden', code: 403, message } },
})

describe('who is signed in', () => {
  test('[ID-08] 401 without a session, before the body is read', async () => {
    const nobody = through(desk.newBrowser())
    expect(await refusal(nobody.read({}))).toMatchObject({
      status: 401,
      body: { err: { name: 'unauthorized', code: 401, message: 'Sign in to continue' } },
    })
    expect(await refusal(nobody.list({}))).toMatchObject({ status: 401 })
    const broken = await desk.newBrowser().fetch(`${origin}/api/body`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    })
    expect(broken.status).toBe(401)
  })

  test('[ID-08] what is open to anyone is open, signed in or not', async () => {
    expect(await through(desk.newBrowser()).open({})).toEqual({})
    expect(await through(agent).open({})).toEqual({})
  })
})

describe('what they may do', () => {
  test('[ID-08] a permission in some company', async () => {
    expect(await through(agent).list({})).toEqual({})
    expect(await refusal(through(stranger).list({}))).toEqual(
      forbidden('You need the permission transactions.list'),
    )
  })

  test('[ID-08] a permission in the company of path, query or body', async () => {
    expect(await through(agent).inPath({ did: acme })).toEqual({ company: acme })
    expect(await through(agent).inQuery({ query: { vaspDID: acme } })).toEqual({ company: acme })
    expect(await through(admin).inBody({ body: { did: acme } })).toEqual({ company: acme })
  })

  test('[ID-08] one’s own company without the permission, another, and one that is not: one answer', async () => {
    const missing = (permission: string) =>
      forbidden(`You need the permission ${permission} in this company`)
    for (const did of [acme, globex, 'did:web:nobody.example'])
      expect(await refusal(through(agent).inBody({ body: { did } }))).toEqual(missing('rules.set'))
    for (const did of [globex, 'did:web:nobody.example'])
      expect(await refusal(through(agent).inPath({ did }))).toEqual(missing('transactions.list'))
  })

  test('[ID-08] 422 when the company is not named', async () => {
    expect(await refusal(through(agent).inQuery({}))).toMatchObject({ status: 422 })
    const twice = await agent.fetch(`${origin}/api/query?vaspDID=${acme}&vaspDID=${globex}`)
    expect(twice.status).toBe(422)
  })

  test('[ID-08] whoever works for one company may leave it out', async () => {
    expect(await through(agent).sole({})).toEqual({ company: acme })
    expect(await refusal(through(agent).sole({ query: { vaspDID: globex } }))).toMatchObject({
      status: 403,
    })
    const two = desk.newBrowser()
    const roles = [acme, globex].map((vaspDID) => ({ vaspDID, role: 'compliance_agent' }))
    desk.provider.manners.claims = { sub: 'two', email: 'two@acme.example', [rolesClaim]: roles }
    await signIn(desk, two)
    expect(await refusal(through(two).sole({}))).toMatchObject({ status: 422 })
    expect(await through(two).sole({ query: { vaspDID: globex } })).toEqual({ company: globex })
  })

  test('[ID-08] what is for a company’s people is closed to the internal admin', async () => {
    const inAcme = { query: { vaspDID: acme } }
    expect(await through(admin).inQuery(inAcme)).toEqual({ company: acme })
    expect(await refusal(through(admin).sole(inAcme))).toMatchObject({ status: 403 })
  })

  test('[ID-08] the handler acts for the company that the gate was asked about, or not at all', async () => {
    expect(await refusal(through(agent).swapped({ query: { vaspDID: acme } }))).toMatchObject({
      status: 422,
    })
  })

  test('[ID-08] the internal admin may in every company', async () => {
    expect(await through(admin).inPath({ did: globex })).toEqual({ company: globex })
    expect(await viewerOf(desk, admin)).toMatchObject({ isCountersignAdmin: true, vasps: [] })
  })

  test('[ID-08] a right that is taken away is gone with the next request', async () => {
    expect(await through(agent).inPath({ did: acme })).toEqual({ company: acme })
    const ended = (at: string) =>
      desk.sql(`update identity.membership set ended_at = ${at} where vasp_did = '${acme}'`)
    await ended('now()')
    expect(await refusal(through(agent).inPath({ did: acme }))).toMatchObject({ status: 403 })
    expect(await viewerOf(desk, agent)).toMatchObject({ vasps: [], roles: [] })
    await ended('null')
    expect(await through(agent).inPath({ did: acme })).toEqual({ company: acme })
  })
})

describe('requests that another site causes', () => {
  const write = (headers: Record<string, string>, browser = agent) =>
    desk.app
      .inject({
        method: 'POST',
        url: `${origin}/api/thing`,
        headers: { cookie: browser.cookies(origin), ...headers },
      })
      .then(({ statusCode }) => statusCode)
  const ours = { 'x-user-agent': 'countersign-dashboard/1' }

  test.each([
    ['our own page', { ...ours, 'sec-fetch-site': 'same-origin' }, 200],
    ['our own page, with its origin', { ...ours, 'sec-fetch-site': 'same-origin', origin }, 200],
    ['our own page in a browser without Sec-Fetch-Site', { ...ours, origin }, 200],
    ['a client that is no browser', ours, 200],
    ['no X-User-Agent', { 'sec-fetch-site': 'same-origin' }, 403],
    ['an empty X-User-Agent', { 'x-user-agent': ' ', 'sec-fetch-site': 'same-origin' }, 403],
    ['another site', { ...ours, 'sec-fetch-site': 'cross-site' }, 403],
    [
      'another site that names our origin',
      { ...ours, 'sec-fetch-site': 'cross-site', origin },
      403,
    ],
    ['a sister site', { ...ours, 'sec-fetch-site': 'same-site' }, 403],
    ['the address bar', { ...ours, 'sec-fetch-site': 'none' }, 403],
    ['another origin', { ...ours, origin: 'https://evil.example' }, 403],
    ['an origin that begins like ours', { ...ours, origin: `${origin}.evil.example` }, 403],
    ['a port that begins like ours', { ...ours, origin: `${origin}1` }, 403],
    ['an opaque origin', { ...ours, origin: 'null' }, 403],
    ['our host on another port', { ...ours, origin: 'http://localhost:3001' }, 403],
    ['a form elsewhere', { origin: 'https://evil.example', 'content-type': 'text/plain' }, 403],
    ['nothing at all', {}, 403],
  ])('[ID-10] a change from %s', async (_, headers, status) => {
    expect(await write(headers)).toBe(status)
  })

  test.each([
    ['our own page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, 200],
    ['the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, 200],
    ['a link elsewhere', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 200],
    ['a script elsewhere', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }, 403],
    ['an image elsewhere', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }, 403],
    ['a client that is no browser', {}, 200],
  ])('[ID-10] a read from %s', async (_, headers, status) => {
    const response = await desk.app.inject({
      url: `${origin}/api/thing`,
      headers: { cookie: agent.cookies(origin), ...headers },
    })
    expect(response.statusCode).toBe(status)
  })

  test('[ID-10] a download is reached by a link elsewhere, public data by anyone', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    const cookie = agent.cookies(origin)
    const file = await desk.app.inject({
      url: `${origin}/api/file`,
      headers: { cookie, ...foreign },
    })
    expect(file.statusCode).toBe(200)
    const open = await desk.app.inject({
      url: `${origin}/api/open`,
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
    })
    expect(open.statusCode).toBe(200)
  })
})

test('[ID-01] a database that is away is 503, not 401; who has no session is served', async () => {
  const database = connect<IdentityTables>({
    url: 'postgres://nobody@127.0.0.1:1/nothing',
    role: 'countersign_app',
  })
  const away = await startDesk({ database })
  const cookie = `countersign=${'A'.repeat(43)}`
  const asked = await away.newBrowser().fetch(`${origin}/api/thing`, { headers: { cookie } })
  expect(asked.status).toBe(503)
  expect(asked.headers.get('retry-after')).toBe('2')
  const viewer = await away.newBrowser().fetch(`${origin}/api/auth/viewer`, { headers: { cookie } })
  expect(viewer.status).toBe(503)
  expect(await viewerOf(away, away.newBrowser())).toMatchObject({ did: 'noUser' })
  await away.stop()
  await database.close()
})
