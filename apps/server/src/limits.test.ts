import { afterAll, beforeAll, expect, test } from 'vitest'
import { aster, type PeopleFixture, peopleFixture } from './people.fixture.ts'
import { signedIn } from './session.fixture.ts'

let house: PeopleFixture
beforeAll(async () => {
  house = await peopleFixture()
})
afterAll(() => house.close())

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
