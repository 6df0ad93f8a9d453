import { identity as contract, OAuthError } from '@countersign/contracts/identity'
import { client, type Fetcher } from '@countersign/kit/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  acme,
  type Desk,
  globex,
  origin,
  rolesClaim,
  signIn,
  startDesk,
  viewerOf,
} from '../desk.fixture.ts'

let desk: Desk
let made: { clientId: string; clientSecret: string }
let limited: { clientId: string; clientSecret: string }
let cookies: ReturnType<Desk['newBrowser']>

beforeAll(async () => {
  desk = await startDesk()
  const roles = [{ vaspDID: acme, role: 'admin' }]
  desk.provider.manners.claims = { sub: 'admin', email: 'a@acme.example', [rolesClaim]: roles }
  cookies = desk.newBrowser()
  await signIn(desk, cookies)
  const fetcher: Fetcher = (url, init) => cookies.fetch(url, init)
  const headers = { 'x-user-agent': 'test' }
  const { credential } = client(contract, { base: `${origin}/api`, fetcher, headers })
  const create = async (body: { limited: boolean }) => {
    const { clientId, clientSecret } = await credential.create({ vaspDid: acme, body })
    return { clientId, clientSecret: clientSecret ?? '' }
  }
  made = await create({ limited: false })
  limited = await create({ limited: true })
})
afterAll(() => desk.stop())

type Sent = {
  form?: Record<string, string> | string
  headers?: Record<string, string>
  remoteAddress?: string
}
const ask = async ({ form = {}, headers, remoteAddress = '192.0.2.1' }: Sent) => {
  const answer = await desk.app.inject({
    ...{ method: 'POST', url: '/api/oauth/token', remoteAddress },
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
  })
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(answer.body) }
}
const grant = { grant_type: 'client_credentials' }
const inForm = ({ clientId, clientSecret } = made) => ({
  form: { ...grant, client_id: clientId, client_secret: clientSecret },
})
const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(user)}:${encodeURIComponent(password)}`).toString('base64')}`,
})
const bearer = async (who = made) => ({
  authorization: `Bearer ${(await ask(inForm(who))).body.access_token}`,
})
const get = async (url: string, headers: Record<string, string>) =>
  desk.app.inject({ url: `/api${url}`, headers, remoteAddress: '192.0.2.7' })
const things = `/things/${encodeURIComponent(acme)}`

describe('POST /api/oauth/token', () => {
  test('[ID-06] 200 for the secret in the form and by HTTP Basic alike, never to be cached', async () => {
    const { clientId, clientSecret } = made
    const byBasic = { form: grant, headers: basic(clientId, clientSecret) }
    for (const sent of [
      inForm(),
      byBasic,
      { ...byBasic, form: { ...grant, client_id: clientId } },
    ]) {
      const { status, body, headers } = await ask(sent)
      expect(status).toBe(200)
      expect(body).toEqual({
        ...{ token_type: 'Bearer', expires_in: 900 },
        access_token: expect.stringMatching(/^[\w-]{43}$/),
        scope: expect.stringContaining('transactions.approve'),
      })
      expect(headers['cache-control']).toBe('no-store')
    }
    expect((await ask(inForm(limited))).body.scope).toBe(
      'transactions.create transactions.list trustframework.listVASP',
    )
  })

  test.each([
    ['unsupported_grant_type', 400, { form: { grant_type: 'password' } }],
    ['invalid_request', 400, { form: {} }],
    [
      'invalid_request',
      400,
      { form: 'grant_type=client_credentials&grant_type=client_credentials' },
    ],
    [
      'invalid_request',
      400,
      { form: JSON.stringify(grant), headers: { 'content-type': 'application/json' } },
    ],
    ['invalid_request', 400, { form: { ...grant, client_secret: 'x' }, headers: basic('a', 'b') }],
    ['invalid_request', 400, { form: { ...grant, client_id: 'x' }, headers: basic('a', 'b') }],
    ['invalid_client', 401, { form: grant }],
    ['invalid_client', 401, { form: { ...grant, client_id: 'client_x', client_secret: 'x' } }],
    ['invalid_client', 401, { form: { ...grant, client_id: 'x\0', client_secret: '\0' } }],
    ['invalid_client', 401, { form: grant, headers: basic('user_x', 'x') }],
    ['invalid_client', 401, { form: grant, headers: { authorization: 'Basic %' } }],
    ['invalid_client', 401, { form: grant, headers: { authorization: 'Basic eA==' } }],
    ['invalid_client', 401, { form: grant, headers: { authorization: 'Negotiate x' } }],
  ])('[ID-06] %s, %i, for %j', async (error, status, sent) => {
    const answer = await ask({
      ...sent,
      remoteAddress: '192.0.2.50',
    })
    expect(answer).toMatchObject({ status, body: { error } })
    expect(OAuthError.parse(answer.body)).toEqual(answer.body)
    const challenge = answer.headers['www-authenticate']
    if (status === 401) expect(challenge).toMatch(/^Basic realm="/)
    else expect(challenge).toBe(undefined)
  })

  test('[ID-06] [T21] 429 from the 21st wrong secret of an address on, also for a right one not used there before', async () => {
    const from = async (remoteAddress: string) => (await ask({ ...inForm(), remoteAddress })).status
    const statuses: number[] = []
    for (let n = 0; n < 25; n++) {
      const wrong = { ...made, clientSecret: `wrong ${n}` }
      const { status, body, headers } = await ask({ ...inForm(wrong), remoteAddress: '192.0.2.9' })
      statuses.push(status)
      expect(OAuthError.parse(body)).toEqual(body)
      expect(headers['retry-after'] !== undefined).toBe(status === 429)
    }
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)])
    expect(await from('192.0.2.9')).toBe(429)
    expect(await from('192.0.2.10')).toBe(200)
    desk.clock.advance(60_000)
    expect(await from('192.0.2.9')).toBe(200)
    for (let n = 0; n < 25; n++) {
      const wrong = inForm({ ...made, clientSecret: `worse ${n}` })
      await ask({ ...wrong, remoteAddress: '192.0.2.9' })
    }
    expect(await from('192.0.2.9')).toBe(200)
    expect((await ask({ ...inForm({ ...made, clientSecret: 'x' }) })).status).toBe(401)
  })

  test('[ID-06] what is stored of tokens and shown in the log opens nothing', async () => {
    const { access_token: token } = (await ask(inForm())).body
    const stored = JSON.stringify([
      await desk.rows('select encode(token_hash, $$hex$$) as hash from identity.access_token'),
      desk.lines,
    ])
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(made.clientSecret)
    expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
  })

  test('[ID-06] a client keeps its 100 newest tokens, and ended ones are swept', async () => {
    const count = async () =>
      Number((await desk.rows('select count(*) from identity.access_token'))[0]?.count)
    const first = await bearer(limited)
    for (let n = 0; n < 105; n++) {
      await ask(inForm(limited))
      desk.clock.advance(1)
    }
    expect(await count()).toBeLessThanOrEqual(130)
    expect((await get('/things', first)).statusCode).toBe(401)
    desk.clock.advance(15 * 60_000)
    await ask(inForm(limited))
    expect(await count()).toBe(1)
  })
})

describe('calls with a token', () => {
  test('[ID-06] its own company within its rights, and no other', async () => {
    const token = await bearer()
    expect((await get(things, token)).json()).toEqual({ company: acme })
    expect((await get('/things', token)).statusCode).toBe(200)
    for (const did of [globex, 'did:web:nobody.example'])
      expect((await get(`/things/${encodeURIComponent(did)}`, token)).statusCode).toBe(403)
    expect((await get('/things/*', token)).statusCode).toBe(422)
  })

  test('[ID-06] a change needs neither X-User-Agent nor an origin of ours', async () => {
    const headers = { ...(await bearer()), 'content-type': 'application/json' }
    const answer = await desk.app.inject({
      ...{ method: 'POST', url: '/api/body', payload: { did: acme } },
      headers: { ...headers, 'sec-fetch-site': 'cross-site', origin: 'https://other.example' },
    })
    // It reached the rights, and lacks this one.
    expect(answer.statusCode).toBe(403)
    expect(answer.json().err.message).toContain('rules.set')
  })

  test('[ID-06] who it is, and 403 where only people belong', async () => {
    const token = await bearer(limited)
    expect(await viewerOf(desk, desk.newBrowser(), { headers: token })).toMatchObject({
      did: `client:${limited.clientId}`,
      ...{ fields: [], vasps: [acme], isCountersignAdmin: false },
      roles: [{ vaspDID: acme, role: 'limited_client' }],
    })
    expect((await get('/thing', token)).statusCode).toBe(403)
    expect((await get('/open', token)).statusCode).toBe(200)
  })

  test('[ID-06] a cookie beside a token counts for nothing', async () => {
    // Other tests let the session here grow old.
    await signIn(desk, cookies)
    const mine = await viewerOf(desk, cookies, { headers: await bearer() })
    expect(mine.did).toBe(`client:${made.clientId}`)
    const wrong = await cookies.fetch(`${origin}/api/thing`, {
      headers: { authorization: 'Bearer wrong' },
    })
    expect(wrong.status).toBe(401)
    // Nor does signing out with a token end the session of the cookie.
    await cookies.fetch(`${origin}/api/auth/logout`, { headers: await bearer() })
    expect((await viewerOf(desk, cookies)).did).not.toBe('noUser')
  })

  test.each(['Bearer', 'bearer x', 'Bearer a b', `Bearer ${'x'.repeat(5000)}`])(
    '[ID-06] 401 for %j',
    async (authorization) => {
      for (const path of ['/open', '/thing', '/things'])
        expect((await get(path, { authorization })).statusCode).toBe(401)
    },
  )

  test('[ID-06] a token ends after a quarter of an hour', async () => {
    const token = await bearer()
    desk.clock.advance(15 * 60_000 - 1)
    expect((await get('/things', token)).statusCode).toBe(200)
    desk.clock.advance(1)
    expect((await get('/things', token)).statusCode).toBe(401)
  })

  test('[ID-06] 429 after too many wrong tokens from one address', async () => {
    const statuses = []
    for (let n = 0; n < 25; n++)
      statuses.push(
        (
          await desk.app.inject({
            ...{ url: '/api/things', remoteAddress: '192.0.2.33' },
            headers: { authorization: `Bearer wrong${n}` },
          })
        ).statusCode,
      )
    expect(statuses.slice(0, 20).every((status) => status === 401)).toBe(true)
    expect(statuses.slice(20).every((status) => status === 429)).toBe(true)
    const headers = await bearer()
    const withRight = async (remoteAddress: string) => {
      return (await desk.app.inject({ url: '/api/things', remoteAddress, headers })).statusCode
    }
    expect(await withRight('192.0.2.33')).toBe(429)
    expect(await withRight('192.0.2.34')).toBe(200)
  })

  test('[ID-05] last use is noted, at most once a minute', async () => {
    const at = async () =>
      (
        await desk.rows(
          `select last_used_at from identity.credential where id = '${made.clientId}'`,
        )
      )[0]?.last_used_at
    const token = await bearer()
    const first = await at()
    expect(first).toEqual(new Date(desk.clock()))
    desk.clock.advance(59_000)
    await get('/things', token)
    expect(await at()).toEqual(first)
    desk.clock.advance(1_000)
    await get('/things', token)
    expect(await at()).toEqual(new Date(desk.clock()))
  })
})
