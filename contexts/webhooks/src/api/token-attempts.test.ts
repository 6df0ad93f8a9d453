import { testClock } from '@countersign/kit/testing'
import { tokenAttemptLimiter } from '@countersign/kit/token-attempt-limiter'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenOf, type WebhooksFixture, webhooksFixture } from '../webhooks.fixture.ts'

let fixture: WebhooksFixture
beforeAll(async () => {
  fixture = await webhooksFixture()
})
afterAll(() => fixture.close())

const call = async (remoteAddress: string, token: string) => {
  const { statusCode, headers, body } = await fixture.app.inject({
    ...{ url: '/api/v1/app/', remoteAddress },
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: statusCode, retryAfter: headers['retry-after'], body: JSON.parse(body) }
}
const guess = (n: number) => `sk_${String(n).padStart(32, '0')}`

test('[WH-15] [T21] 429 from the 21st wrong token of an address on; a token that worked there keeps working', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 200; n++) {
    statuses.push((await call('192.0.2.1', guess(n))).status)
    expect((await call('192.0.2.1', fixture.orgToken)).status).toBe(200)
  }
  expect(statuses.indexOf(429)).toBe(20)
  expect(statuses.slice(20).every((status) => status === 429)).toBe(true)
  expect(await call('192.0.2.1', guess(999))).toEqual({
    status: 429,
    retryAfter: '60',
    body: { code: 'rate_limit', detail: 'Too many wrong tokens from this address' },
  })
  // A right token that this address never used may have been guessed: it waits, elsewhere it works.
  const found = await tokenOf({ sub: 'org_found' })
  expect((await call('192.0.2.1', found)).status).toBe(429)
  expect((await call('192.0.2.7', found)).status).toBe(200)
  const forged = await tokenOf({ sub: 'org_x' }, 'another secret, just as long as ours')
  expect((await call('192.0.2.1', forged)).status).toBe(429)
  expect((await call('192.0.2.2', guess(0))).status).toBe(401)
  fixture.clock.advance(60_000)
  expect((await call('192.0.2.1', guess(0))).status).toBe(401)
})

test('[WH-15] 401 for the same wrong token, however often, and for none at all', async () => {
  for (let n = 0; n < 50; n++) expect((await call('192.0.2.3', guess(0))).status).toBe(401)
  for (let n = 0; n < 50; n++) expect((await call('192.0.2.3', '')).status).toBe(401)
})

test('[WH-01] 429 for guesses at one-time tokens', async () => {
  const exchange = async (n: number) =>
    (
      await fixture.app.inject({
        ...{ method: 'POST', url: '/api/v1/auth/one-time-token/', remoteAddress: '192.0.2.4' },
        payload: { oneTimeToken: `ott_${n}` },
      })
    ).statusCode
  const statuses = []
  for (let n = 0; n < 22; n++) statuses.push(await exchange(n))
  expect(statuses.indexOf(429)).toBe(20)
  const ping = { url: '/api/v1/health/', remoteAddress: '192.0.2.4' }
  expect((await fixture.app.inject(ping)).statusCode).toBe(204)
})

test('[WH-15] what is remembered of addresses is bounded, and a /64 is one', () => {
  const counted = tokenAttemptLimiter(testClock())
  const statusOf = (address: string, n: number) => counted.wrong(address, String(n)).status
  for (let n = 0; n < 20; n++) expect(statusOf(`2001:db8::${n}`, n)).toBe(401)
  expect(statusOf('2001:db8:0:0:1::', 20)).toBe(429)
  expect(statusOf('2001:db8:0:1::', 20)).toBe(401)
  for (let n = 0; n < 20; n++) statusOf('::ffff:192.0.2.9', n)
  expect(statusOf('192.0.2.9', 20)).toBe(429)
  for (let n = 0; n < 10_000; n++) statusOf(`10.${n >> 8}.${n & 255}.1`, 0)
  expect(statusOf('192.0.2.9', 20)).toBe(401)
})
