import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  // What a page has and Node has not.
  vi.stubGlobal('addEventListener', () => undefined)
})
afterEach(() => vi.unstubAllGlobals())

test('[ID-10] every call says that it comes from the dashboard, a timer’s too', async () => {
  const { api, background } = await import('./index.ts')
  const sent: Headers[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(new Headers(init.headers))
    return new Response('{}', { headers: { 'content-type': 'application/json' } })
  })
  await api.auth.viewer({})
  await api.vasp.list({ query: {} }, { headers: background })
  await api.site.config({})
  expect(sent.map((headers) => headers.get('x-user-agent'))).toEqual(
    Array(3).fill('countersign-dashboard/0.1'),
  )
  expect(sent.map((headers) => headers.get('x-background'))).toEqual([null, '1', null])
})
