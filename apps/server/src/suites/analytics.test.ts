import { jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { granitequay, kestrelBay, kestrelBayEurope, seedDemo } from '../demo/index.ts'
import { serverFixture } from './server.fixture.ts'
import { signedIn } from './session.fixture.ts'

const secret = 'a-secret-of-a-metabase-for-tests-0123456789'
const fixtures: Awaited<ReturnType<typeof serverFixture>>[] = []
async function started(environment: Record<string, string>) {
  const fixture = await serverFixture({ DEMO: 'on', ...environment })
  const { database, identity, documents } = fixture.product
  await seedDemo(database, identity, new Date(), documents)
  fixtures.push(fixture)
  return fixture
}
let configured: Awaited<ReturnType<typeof serverFixture>>
beforeAll(async () => {
  configured = await started({
    METABASE_SITE_URL: 'https://metabase.example/',
    METABASE_SECRET: secret,
    METABASE_DASHBOARDS: '{"overview": {"id": 7, "company": "vasp_did", "open": ["from"]}}',
  })
})
afterAll(() => Promise.all(fixtures.map((one) => one.close())))

async function ask(who: string, payload: object, { product, databaseUrl } = configured) {
  return product.app.inject({
    method: 'POST',
    url: '/api/metabase/get-iframe-url',
    headers: { cookie: await signedIn(databaseUrl, who), 'x-user-agent': 'test' },
    payload,
  })
}

test('[BI-05] the address is signed for one company, and good for ten minutes', async () => {
  const params = { from: '2026-01-01', to: '2026-02-01' }
  const answer = await ask('ana', { did: kestrelBay, dashboard: 'overview', params, theme: 'dark' })
  expect(answer.statusCode).toBe(200)
  const { iframeUrl, expiresAt } = answer.json()
  const [, token = '', looks] =
    /^https:\/\/metabase\.example\/embed\/dashboard\/(.+)#(.+)$/.exec(iframeUrl) ?? []
  const { payload } = await jwtVerify(token, new TextEncoder().encode(secret))
  expect(payload).toMatchObject({
    resource: { dashboard: 7 },
    // What the dashboard does not open stays out.
    params: { vasp_did: [kestrelBay], from: '2026-01-01' },
  })
  expect(Object.keys(Object(payload.params))).not.toContain('to')
  expect(new Date(Number(payload.exp) * 1000).toISOString()).toBe(expiresAt)
  expect(Number(payload.exp) - Number(payload.iat)).toBe(600)
  expect(looks).toContain('theme=dark')
})

test('[BI-05] each company’s token names that company, and no other', async () => {
  for (const did of [kestrelBay, kestrelBayEurope]) {
    const answer = await ask('ana', { did, dashboard: 'overview' })
    const [, token = ''] = /dashboard\/([^#]+)#/.exec(answer.json().iframeUrl) ?? []
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret))
    expect(payload.params).toEqual({ vasp_did: [did] })
  }
})

test.each([
  ['another company', 'lena', { did: kestrelBay, dashboard: 'overview' }, 403],
  ['an unknown dashboard', 'ana', { did: kestrelBay, dashboard: 'secret' }, 404],
  ['a name that every object has', 'ana', { did: kestrelBay, dashboard: 'constructor' }, 404],
  ['a number', 'ana', { did: kestrelBay, dashboard: 7 }, 422],
  [
    'the locked parameter',
    'ana',
    { did: kestrelBay, dashboard: 'overview', params: { vasp_did: granitequay } },
    422,
  ],
] as const)('[BI-05] %s is refused', async (_, who, body, status) => {
  expect((await ask(who, body)).statusCode).toBe(status)
})

test('[BI-05] without a Metabase it says so', async () => {
  const bare = await started({})
  const answer = await ask('ana', { did: kestrelBay, dashboard: 'overview' }, bare)
  expect([answer.statusCode, answer.json().err.message]).toEqual([
    501,
    'Embedded analytics aren’t set up',
  ])
})
