import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { serverFixture } from '../suites/server.fixture.ts'

let house: Awaited<ReturnType<typeof serverFixture>>
beforeAll(async () => {
  house = await serverFixture({
    TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8:f::1',
    ENVIRONMENT_HOSTS: 'qa.example=QA',
  })
})
afterAll(() => house.close())
// Limits count by the minute: on a slow machine one would pass while a test fills it.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

/** A search of somebody who has not signed in, as it arrives from `peer`. */
const visit = async (peer: string, forwarded?: string, app = house.product.app) => {
  const { statusCode } = await app.inject({
    ...{ method: 'GET', url: '/api/countersignPublic/tf/simple/vasps?per_page=1' },
    remoteAddress: peer,
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  })
  return statusCode
}

/** As often as one address may, each time saying something else about where it comes from. */
const visitUntilFull = async (peer: string, forwarded: (n: number) => string) => {
  for (let n = 0; n < 600; n++) expect(await visit(peer, forwarded(n))).toBe(200)
}

test('[OPS] who is no trusted proxy says nothing about its address: the limit cannot be evaded', async () => {
  await visitUntilFull('192.0.2.7', (n) => `198.51.100.${n % 250}`)
  expect(await visit('192.0.2.7', '203.0.113.1')).toBe(429)
  expect(await visit('192.0.2.8', '203.0.113.1')).toBe(200)
})

test('[OPS] behind a trusted proxy each visitor has limits of their own', async () => {
  await visitUntilFull('10.0.0.5', () => '198.51.100.1')
  expect(await visit('10.0.0.5', '198.51.100.1')).toBe(429)
  // The same visitor by another proxy, one that listens on IPv6 too.
  expect(await visit('::ffff:10.9.9.9', '198.51.100.1')).toBe(429)
  expect(await visit('2001:db8:f::1', '198.51.100.1')).toBe(429)
  expect(await visit('10.0.0.5', '198.51.100.2')).toBe(200)
})

test('[OPS] what a visitor wrote in front counts for nothing, through one proxy and through two', async () => {
  await visitUntilFull('10.0.0.5', (n) => `203.0.113.${n % 250}, 10.0.0.1, 198.51.100.3`)
  expect(await visit('10.0.0.5', '192.0.2.99, 198.51.100.3')).toBe(429)
  expect(await visit('10.0.0.5', '192.0.2.99, 198.51.100.3, 10.1.2.3')).toBe(429)
  expect(await visit('10.0.0.5', '198.51.100.3, 192.0.2.99')).toBe(200)
})

test('[OPS] what a proxy forwards that is no address counts as the proxy', async () => {
  await visitUntilFull('10.0.0.6', (n) => `somebody-${n}`)
  expect(await visit('10.0.0.6', 'somebody-else')).toBe(429)
  expect(await visit('10.0.0.6')).toBe(429)
  expect(await visit('10.0.0.6', '198.51.100.4')).toBe(200)
})

test('[OPS] wrong tokens at the webhook service are counted by visitor, too', async () => {
  const guess = async (visitor: string, n: number) => {
    const { statusCode } = await house.webhooks.app.inject({
      ...{ method: 'GET', url: '/api/v1/app', remoteAddress: '10.0.0.5' },
      headers: { authorization: `Bearer wrong-${n}`, 'x-forwarded-for': `8.8.8.8, ${visitor}` },
    })
    return statusCode
  }
  for (let n = 0; n < 20; n++) expect(await guess('198.51.100.5', n)).toBe(401)
  expect(await guess('198.51.100.5', 20)).toBe(429)
  expect(await guess('198.51.100.6', 20)).toBe(401)
})

test('[OPS] the names that a trusted proxy forwards change neither banner, nor redirect, nor cookie', async () => {
  const ask = (url: string, headers: Record<string, string>) =>
    house.product.app.inject({ method: 'GET', url, remoteAddress: '10.0.0.5', headers })
  const forwarded = { 'x-forwarded-host': 'qa.example', 'x-forwarded-proto': 'https' }
  expect((await ask('/api/config', { host: 'qa.example' })).json().environment).toBe('QA')
  expect((await ask('/api/config', forwarded)).json().environment).toBe(null)
  const out = await ask('/api/auth/logout', forwarded)
  expect(out.headers.location).toMatch(/^\/|^http:\/\/127\.0\.0\.1:3000\//)
  expect(String(out.headers['set-cookie'])).not.toMatch(/Secure|__Host-/)
})

test('[OPS] without the setting nobody is believed, this machine neither', async () => {
  const plain = await serverFixture()
  try {
    const { app } = plain.product
    for (let n = 0; n < 600; n++) await visit('127.0.0.1', `198.51.100.${n % 250}`, app)
    expect(await visit('127.0.0.1', '203.0.113.9', app)).toBe(429)
  } finally {
    await plain.close()
  }
})
