import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLog } from '@countersign/kit/log'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { serverFixture } from '../suites/server.fixture.ts'
import { signedIn } from '../suites/session.fixture.ts'
import { publicVendors, vendorSources } from '../vendors.ts'
import { createFlags } from './flags.ts'
import { contentSecurityPolicy } from './page-policy.ts'

const none = { monitoring: null, errors: null, analytics: null, chat: null }
const everything = {
  MONITORING: 'datadog',
  MONITORING_TOKEN: 'pub1',
  MONITORING_APPLICATION: 'app-1',
  MONITORING_SITE: 'us3.datadoghq.com',
  MONITORING_EXEMPT_PATHS: '/auth, /privacy',
  ERRORS: 'sentry',
  SENTRY_DSN: 'https://key@errors.example/4',
  ANALYTICS: 'segment',
  SEGMENT_WRITE_KEY: 'write',
  CHAT: 'intercom',
  CHAT_APP_ID: 'abc',
}

describe('the site', () => {
  let fixture: Awaited<ReturnType<typeof serverFixture>>
  beforeAll(async () => {
    fixture = await serverFixture({
      ENVIRONMENT_HOSTS:
        'QA.Desk.example=QA,dev.example=Development,test.example=Test,desk.example=Production',
      CHAT: 'intercom',
      CHAT_APP_ID: 'abc',
      CHAT_SECRET: 'chat-secret',
    })
    await fixture.product.identity.ensureUsers([
      {
        subject: 'ana',
        email: 'ana@kestrel.example',
        name: 'Ana',
        roles: [{ vaspDID: 'did:ethr:0xa', role: 'admin' }],
      },
    ])
  })
  afterAll(() => fixture.close())
  const get = (url: string, headers: Record<string, string>) =>
    fixture.product.app.inject({ method: 'GET', url, headers })

  test.each([
    ['qa.desk.EXAMPLE:8443', 'QA'],
    ['DEV.example', 'Development'],
    ['test.example', 'Test'],
    ['desk.example', null],
    ['unknown.example', null],
    ['127.0.0.1:3000', null],
  ])('[UI-12] the host %s is %s', async (host, environment) => {
    const answer = await get('/api/config', { host })
    expect(answer.json()).toMatchObject({ environment, flags: { dashboardIdleUserLogout: false } })
  })

  test('[UI-15] the chat learns who the viewer is by a signed token that names no DID', async () => {
    expect((await get('/api/auth/chat-identity', {})).statusCode).toBe(401)
    const cookie = await signedIn(fixture.databaseUrl, 'ana')
    const { id, token } = (await get('/api/auth/chat-identity', { cookie })).json()
    const [head, body, signature] = token.split('.')
    const expected = createHmac('sha256', 'chat-secret').update(`${head}.${body}`)
    expect(signature).toBe(expected.digest('base64url'))
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    expect(claims).toEqual({
      user_id: id,
      email: 'ana@kestrel.example',
      exp: expect.any(Number),
    })
    expect(id).toMatch(/^[0-9a-f]{32}$/)
  })
})

test('[UI-14] with no service configured a page is told of none, and its policy opens no host', () => {
  const config = readConfig({})
  expect(publicVendors(config)).toEqual(none)
  expect(contentSecurityPolicy('', vendorSources(config))).not.toMatch(/https?:/)
})

test('[UI-14] the policy opens exactly the hosts of what is configured', () => {
  const config = readConfig(everything)
  expect(publicVendors(config).monitoring?.exemptPaths).toEqual(['/auth', '/privacy'])
  const policy = contentSecurityPolicy('', vendorSources(config))
  const directive = (name: string) =>
    policy.split('; ').find((part) => part.startsWith(`${name}-src`)) ?? ''
  expect(directive('connect')).toMatch(
    /^connect-src 'self' https:\/\/browser-intake-us3-datadoghq\.com https:\/\/errors\.example https:\/\/api\.segment\.io https:\/\/api-iam\.intercom\.io /,
  )
  expect(directive('script')).toBe(
    "script-src 'self' https://widget.intercom.io https://js.intercomcdn.com",
  )
  expect(directive('worker')).toBe("worker-src 'self'")
  const recorded = readConfig({ ...everything, MONITORING_REPLAY: 'on' })
  expect(contentSecurityPolicy('', vendorSources(recorded))).toContain("worker-src 'self' blob:")
  // An address of one's own takes the place of the provider's.
  const own = readConfig({
    ...everything,
    MONITORING_URL: 'https://proxy.example/rum',
    CHAT_SCRIPT: 'https://chat.example/l.js',
  })
  const ownPolicy = contentSecurityPolicy('', vendorSources(own))
  expect(ownPolicy).not.toMatch(/datadoghq|intercom/)
  expect(ownPolicy).toContain("script-src 'self' https://chat.example;")
})

test('[UI-14] no secret of a service is among what a page is told', () => {
  const told = JSON.stringify(publicVendors(readConfig({ ...everything, CHAT_SECRET: 'hush' })))
  expect(told).not.toContain('hush')
})

test('[UI-14] a half-set service is refused with the missing keys', () => {
  expect(() => readConfig({ MONITORING: 'datadog' })).toThrow(
    'MONITORING_TOKEN, MONITORING_APPLICATION: missing although MONITORING=datadog',
  )
  expect(() => readConfig({ ANALYTICS: 'segment' })).toThrow('SEGMENT_WRITE_KEY')
  expect(() => readConfig({ FLAGS_PINNED: 'idle' })).toThrow('FLAGS_PINNED')
})

describe('[UI-16] the flag for the idle log-out', () => {
  const log = createLog('silent')
  const off = { dashboardIdleUserLogout: false }
  const on = { dashboardIdleUserLogout: true }

  test('is off by default, and on where it is pinned', async () => {
    const flags = (environment: Record<string, string>) =>
      createFlags({ config: readConfig(environment), clock: () => 0, log }).read()
    expect(await flags({})).toEqual(off)
    expect(await flags({ FLAGS_PINNED: 'dashboardIdleUserLogout=on' })).toEqual(on)
  })

  test('comes from a flag service, is kept for 30 s, and is off when the service fails', async () => {
    const asked: { url: string; body: string; key: string }[] = []
    let answer: [status: number, body: object, retryAfter?: string] = [200, { value: true }]
    const server = createServer(async (request, response) => {
      const body = (await request.toArray()).join('')
      asked.push({ url: request.url ?? '', body, key: request.headers.authorization ?? '' })
      const [status, json, retryAfter] = answer
      response.writeHead(status, { ...(retryAfter && { 'retry-after': retryAfter }) })
      response.end(JSON.stringify(json))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    let now = 0
    const service = { FLAGS: 'ofrep', OFREP_URL: `http://127.0.0.1:${port}`, OFREP_KEY: 'k' }
    const flags = createFlags({ config: readConfig(service), clock: () => now, log })
    expect(await flags.read()).toEqual(on)
    expect(asked).toEqual([
      {
        url: '/ofrep/v1/evaluate/flags/dashboardIdleUserLogout',
        body: '{"context":{"targetingKey":"countersign"}}',
        key: 'Bearer k',
      },
    ])
    now += 29_999
    await flags.read()
    expect(asked).toHaveLength(1)

    const afterNext = async (next: typeof answer) => {
      answer = next
      now += 30_000
      await flags.read()
      // The second reading waits for the one that the first began.
      return flags.settled()
    }
    expect(await afterNext([200, { value: 'yes' }])).toEqual(off)
    expect(await afterNext([200, { value: true }])).toEqual(on)
    expect(await afterNext([500, {}])).toEqual(off)
    expect(await afterNext([404, { errorCode: 'FLAG_NOT_FOUND' }])).toEqual(off)
    expect(await afterNext([429, {}, '120'])).toEqual(off)
    const before = asked.length
    expect(await afterNext([200, { value: true }])).toEqual(off)
    expect(asked).toHaveLength(before)
    now += 90_000
    expect(await afterNext([200, { value: true }])).toEqual(on)
    await new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    expect(await afterNext([200, { value: true }])).toEqual(off)
  })
})
