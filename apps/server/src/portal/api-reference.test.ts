import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverFixture } from '../suites/server.fixture.ts'

let fixture: Awaited<ReturnType<typeof serverFixture>>
beforeAll(async () => {
  fixture = await serverFixture()
})
afterAll(() => fixture.close())

const get = (url: string) => fixture.webhooks.app.inject({ url })

test('[WH-16] the reference is served whole from our own files', async () => {
  const page = await get('/docs')
  expect(page.headers['content-type']).toMatch('text/html')
  expect(page.headers['content-security-policy']).toMatch("default-src 'none'")
  const used = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url)
  expect(used.length).toBeGreaterThan(3)
  for (const url of used) {
    expect(url).toMatch(/^\/docs\//)
    expect((await get(url)).statusCode).toBe(200)
  }
  expect((await get('/docs/start.js')).body).toContain('/api/v1/openapi.json')
  expect((await get('/api/v1/openapi.json')).json().openapi).toBe('3.1.0')
})

test('[WH-16] nothing beside the reader’s files is served there', async () => {
  for (const url of ['/docs/assets/package.json', '/docs/assets/../package.json', '/docs/assets/'])
    expect((await get(url)).statusCode).toBe(404)
})

test('[WH-16] health and its ping answer 204 without a body, with and without a slash', async () => {
  for (const path of ['health', 'health/', 'health/ping', 'health/ping/']) {
    const { statusCode, body } = await get(`/api/v1/${path}`)
    expect([path, statusCode, body]).toEqual([path, 204, ''])
  }
})
