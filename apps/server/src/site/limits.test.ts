import { callLimits } from '@countersign/contracts'
import { openedPageLimit } from '@countersign/contracts/transactions'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aster, type PeopleFixture, peopleFixture } from '../suites/people.fixture.ts'
import { operations } from '../suites/product-fields.fixture.ts'
import { signedIn } from '../suites/session.fixture.ts'

let house: PeopleFixture
beforeAll(async () => {
  house = await peopleFixture()
})
afterAll(() => house.close())
// Limits count by the minute: on a slow machine one would pass while a test fills it.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

const visit = (remoteAddress: string, cookie = '') =>
  house.product.app.inject({
    ...{ method: 'GET', url: '/api/countersignPublic/tf/simple/vasps?per_page=1', remoteAddress },
    headers: { cookie },
  })

test('[TF-15] whoever searches without signing in is slowed down by address, and nobody else is', async () => {
  const statuses = new Set<number>()
  for (let n = 0; n < 600; n++) statuses.add((await visit('192.0.2.7')).statusCode)
  expect([...statuses]).toEqual([200])
  const refused = await visit('192.0.2.7')
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({ err: { name: 'too_many_requests', code: 429 } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await visit('192.0.2.8')).statusCode).toBe(200)
  expect((await visit('192.0.2.7', await signedIn(house.databaseUrl, 'ada'))).statusCode).toBe(200)
  const other = { method: 'GET', url: '/api/site/config', remoteAddress: '192.0.2.7' } as const
  expect((await house.product.app.inject(other)).statusCode).not.toBe(429)
})

test('[TF-15] a house with a /64 of IPv6 is one address', async () => {
  for (let n = 0; n < 600; n++) await visit(`2001:db8:1:2::${n.toString(16)}`)
  expect((await visit('2001:db8:1:2:ffff::1')).statusCode).toBe(429)
  expect((await visit('2001:db8:1:3::1')).statusCode).toBe(200)
  expect((await house.call('').public.getVasp({ did: aster })).did).toBe(aster)
})

test('[TF-01] [TF-06] searches and register lookups are limited by person and by machine', async () => {
  const cookies = await Promise.all(['ada', 'cleo'].map((who) => signedIn(house.databaseUrl, who)))
  const ada = await house.as('ada')
  const { clientId, clientSecret } = await ada.credential.create({ vaspDid: aster, body: {} })
  const token = await house.product.app.inject({
    ...{ method: 'POST', url: '/api/oauth/token' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`,
  })
  const [one, other, machine] = [
    ...cookies.map((cookie) => ({ cookie })),
    { authorization: `Bearer ${token.json().access_token}` },
  ]
  const get = (url: string, headers: Record<string, string> = {}) =>
    house.product.app.inject({ method: 'GET', url: `/api/tf/${url}`, headers })
  const search = 'simple/vasps?per_page=1'
  for (const who of [one, machine]) {
    for (let n = 0; n < callLimits.search.minute; n++)
      if ((await get(search, who)).statusCode !== 200) throw new Error(`Refused at ${n}`)
    const refused = await get(search, who)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.json().err.message).toMatch(/^Too many searches in a minute\. Try again in \d+ /)
  }
  // Registers are counted apart, and others are not held up.
  const register = 'vasps/gleif/search?LEI=529900T8BM49AURSDO55'
  for (let n = 0; n < callLimits.register.minute; n++)
    expect((await get(register, one)).statusCode).not.toBe(429)
  expect((await get(register, one)).json().err.message).toMatch(/^Too many register lookups /)
  // A transfer is opened by a parameter too: with it the call counts as an opening, without it as none.
  const transfer = `/api/tx/info?id=${crypto.randomUUID()}`
  const read = (more = '') =>
    house.product.app.inject({ method: 'GET', url: transfer + more, headers: one })
  for (let n = 0; n < callLimits.decrypt.minute; n++)
    expect((await read('&decrypt=true')).statusCode).toBe(404)
  expect((await read('&decrypt=true')).statusCode).toBe(429)
  for (const more of ['', '&decrypt=false']) expect((await read(more)).statusCode).toBe(404)
  // A list that opens counts as many openings as it asks for.
  const list = (rows: number) =>
    house.product.app.inject({
      ...{ method: 'GET', headers: other ?? {} },
      url: `/api/tx/list?decrypt=true&resultsPerPage=${rows}`,
    })
  const fits = Math.floor(callLimits.decrypt.minute / openedPageLimit)
  for (let n = 0; n < fits; n++) expect((await list(100)).statusCode).toBe(403)
  expect((await list(100)).statusCode).toBe(429)
  expect((await list(1)).statusCode).toBe(403)
  // What a call is about is said in its own words, before anybody reads the body.
  const bulk = () =>
    house.product.app.inject({
      ...{ method: 'POST', url: '/api/tx/bulk', payload: {} },
      headers: { ...one, 'x-user-agent': 'test', 'sec-fetch-site': 'same-origin' },
    })
  for (let n = 0; n < callLimits.bulk.minute; n++) await bulk()
  expect((await bulk()).json().err.message).toMatch(/^Too many bulk actions in a minute\. /)
  expect((await get(search, other)).statusCode).toBe(200)
  expect((await get(register, other)).statusCode).not.toBe(429)
})

test('[ER-04] the product refuses query parameters that it does not know; the webhook service ignores them', async () => {
  const headers = { cookie: await signedIn(house.databaseUrl, 'abe'), 'x-user-agent': 'test' }
  const open: string[] = []
  for (const [name, { method, path, access, navigation }] of operations) {
    if (method !== 'GET' || navigation || typeof access === 'object' || path.includes('{')) continue
    const url = `/api${path}?surprise=1`
    const answer = await house.product.app.inject({ method, url, headers })
    const isTold = answer.statusCode === 422 && answer.body.includes('query.surprise')
    if (!isTold) open.push(`${name}: ${answer.statusCode}`)
  }
  expect(open).toEqual([])
  const service = await house.webhooks.app.inject({
    ...{ method: 'GET', url: '/api/v1/health/?surprise=1' },
  })
  expect(service.statusCode).toBe(204)
})

test('[TX-04] who opens personal data has a limit of an hour too, and a machine a higher one of a minute', async () => {
  const ada = await house.as('ada')
  const { clientId, clientSecret } = await ada.credential.create({ vaspDid: aster, body: {} })
  const token = await house.product.app.inject({
    ...{ method: 'POST', url: '/api/oauth/token' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`,
  })
  const open = (headers: object) =>
    house.product.app.inject({
      ...{ method: 'GET', url: `/api/tx/info?decrypt=true&id=${crypto.randomUUID()}` },
      headers: { ...headers },
    })
  const { minute, hour, machine } = callLimits.decrypt
  const bearer = { authorization: `Bearer ${token.json().access_token}` }
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
  for (let n = 0; n < machine.minute; n++) {
    // Its company has a limit of a second.
    if (n % 100 === 0) pass(1000)
    expect((await open(bearer)).statusCode).not.toBe(429)
  }
  pass(1000)
  expect((await open(bearer)).statusCode).toBe(429)
  const person = { cookie: await signedIn(house.databaseUrl, 'abe') }
  for (let n = 0; n < hour; n++) {
    if (n % minute === 0) pass(60_000)
    expect((await open(person)).statusCode).not.toBe(429)
  }
  pass(60_000)
  const { statusCode, body } = await open(person)
  expect(statusCode).toBe(429)
  expect(body).toMatch(/Too many requests for personal data in an hour\. Try again in \d+ minutes/)
  pass(3_600_000)
  expect((await open(person)).statusCode).not.toBe(429)
})
