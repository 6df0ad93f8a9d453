import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from './client.ts'
import { type FakeServer, fakeServer, json, thrown } from './server.fixture.ts'
import { serverFor, servers } from './servers.ts'
import type { Middleware } from './transport.ts'

let server: FakeServer
beforeAll(async () => {
  server = await fakeServer()
})
afterAll(() => server.close())

test('[WC-05] there are two regional hosts, the European first', () => {
  expect(servers('hooks.example')).toEqual([
    'https://api.eu.hooks.example',
    'https://api.us.hooks.example',
  ])
})

test.each([
  ['sk_abc.eu', 'https://api.eu.hooks.example'],
  ['testsk_abc.us', 'https://api.us.hooks.example'],
  ['sk_abc.eu.more', 'https://api.eu.hooks.example'],
  ['sk_abc.mars', 'https://api.hooks.example'],
  ['sk_abc', 'https://api.hooks.example'],
  ['eyJh.eyJz.sig', 'https://api.hooks.example'],
])('[WC-05] the token %s means %s', async (token, expected) => {
  expect(serverFor(token, { domain: 'hooks.example' })).toBe(expected)
  const urls: string[] = []
  const client = createClient(token, {
    domain: 'hooks.example',
    fetch: async (url) => {
      urls.push(url)
      return new Response(null, { status: 204 })
    },
  })
  await client.health.get()
  expect(urls).toEqual([`${expected}/api/v1/health`])
})

test('[WC-05] a given URL wins, with or without a slash at its end', () => {
  expect(serverFor('sk_abc.eu', { serverUrl: 'http://127.0.0.1:8071/' })).toBe(
    'http://127.0.0.1:8071',
  )
  expect(serverFor('t.us', { serverUrl: 'https://h/base', domain: 'd' })).toBe('https://h/base')
  expect(() => serverFor('sk_abc.eu', { domain: '' })).toThrow(
    'Give the serverUrl of the webhook service, or its domain.',
  )
})

test('[WC-05] middleware sees a call before it is sent and its answer before it is read', async () => {
  server.answer({ status: 503 }, json(404, { code: 'not_found', detail: 'No' }))
  const log: string[] = []
  const trace: Middleware = {
    pre: async (request) => {
      log.push(`pre ${request.operation} ${request.method} ${request.url.replace(server.url, '')}`)
      return { ...request, headers: { ...request.headers, traceparent: '00-1' } }
    },
    post: (response, request) => {
      log.push(`post ${response.status} ${request.headers.traceparent}`)
      return response
    },
  }
  const mend: Middleware = {
    pre: (request) => ({ ...request, url: `${request.url}?seen=${request.headers.traceparent}` }),
    post: (response) => ({ ...response, status: 200, body: '{"id":"app_9"}' }),
  }
  const client = createClient('t', {
    serverUrl: server.url,
    wait: async () => undefined,
    middleware: [trace, mend, {}],
  })
  expect(await client.application.get('a')).toEqual({ id: 'app_9' })
  expect(log).toEqual(['pre application.get GET /api/v1/app/a', 'post 404 00-1'])
  expect(server.got.map(({ path, headers }) => [path, headers.traceparent])).toEqual([
    ['/api/v1/app/a?seen=00-1', '00-1'],
    ['/api/v1/app/a?seen=00-1', '00-1'],
  ])
})

test('[WC-05] what middleware throws ends the call', async () => {
  server.answer(json(200, {}))
  const refuse = createClient('t', {
    serverUrl: server.url,
    middleware: [{ pre: () => Promise.reject(new Error('Not today')) }],
  })
  expect((await thrown(refuse.application.list())).message).toBe('Not today')
  expect(server.got).toEqual([])
})
