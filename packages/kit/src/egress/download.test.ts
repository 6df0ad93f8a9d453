import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseSubnets } from './address.ts'
import { type DownloadRules, download } from './download.ts'

const loopback = parseSubnets('127.0.0.1/32')
const server = createServer((request, response) => {
  if (request.url === '/file') return void response.end('%PDF-1.7')
  if (request.url === '/away') return void response.writeHead(302, { location: '/file' }).end()
  if (request.url === '/out')
    return void response.writeHead(302, { location: 'http://elsewhere.example/' }).end()
  if (request.url === '/round') return void response.writeHead(302, { location: '/round' }).end()
  if (request.url === '/large') return void response.end('x'.repeat(2_000))
  if (request.url === '/cut') {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    return void setImmediate(() => request.socket.destroy())
  }
  // Never answered.
  if (request.url === '/hangs') return
  response.writeHead(404).end('nothing')
})
let base = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const from = (path: string, more: Partial<DownloadRules> = {}) =>
  download(`${base}${path}`, {
    mayAsk: ({ hostname }) => hostname === '127.0.0.1',
    ...{ allow: loopback, maxBytes: 1_000, timeoutMs: 5_000 },
    ...more,
  })

test('[BI-04] [T6] a file is fetched whole, also where its address leads to another of that host', async () => {
  for (const path of ['/file', '/away']) expect(String(await from(path))).toBe('%PDF-1.7')
})

test.each<[string, string, Partial<DownloadRules>, string]>([
  ['an address that may not be asked', '/file', { mayAsk: () => false }, 'refused'],
  ['an address that another leads to', '/out', {}, 'refused'],
  ['a private address', '/file', { allow: [] }, 'refused'],
  ['more bytes than are taken', '/large', {}, 'too large'],
  ['an address that leads to itself', '/round', {}, 'failed'],
  ['what is not there', '/none', {}, 'failed'],
  ['half a file', '/cut', {}, 'failed'],
  ['what never comes', '/hangs', { timeoutMs: 50 }, 'failed'],
])('[BI-04] [T6] %s gives no file', async (_, path, rules, failure) => {
  expect(await from(path, rules)).toBe(failure)
})

test('[BI-04] [T6] a name that leads to a private address is not asked', async () => {
  const url = base.replace('127.0.0.1', 'localhost')
  expect(
    await download(`${url}/file`, { mayAsk: () => true, allow: [], maxBytes: 9, timeoutMs: 5_000 }),
  ).toBe('failed')
})
