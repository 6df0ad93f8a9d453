import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { query, testDatabase } from '@countersign/kit/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Started, startProcess } from './suites/process.fixture.ts'

let dataDir: string
let running: Started[]
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-run-'))
  running = []
})
afterEach(async () => {
  for (const one of running) if (one.child.exitCode === null) await one.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const start = (command: string, environment: Record<string, string> = {}) => {
  const started = startProcess(command, { DATA_DIR: dataDir, ...environment })
  running.push(started)
  return started
}
const ready = 'Countersign is ready'
const status = async (url: string) => (await fetch(url)).status

test('[OPS] the webhook service starts alone, answers, and ends with 0 on SIGTERM', async () => {
  const service = start('webhooks', { WEBHOOKS_JWT_SECRET: 'a-secret-of-32-characters-or-more' })
  const url = await service.address(ready)
  expect(await status(`${url}/api/v1/health/`)).toBe(204)
  const operations = await service.address('Operations')
  expect(await status(`${operations}/healthz`)).toBe(200)
  expect(await status(`${operations}/readyz`)).toBe(200)
  const metrics = await (await fetch(`${operations}/metrics`)).text()
  expect(metrics).toContain('http_request_duration_seconds_count{service="webhooks"')
  expect(await service.stop()).toBe(0)
})

test('[OPS] a second instance on the same data directory shares the running database', async () => {
  const first = start('webhooks')
  await first.address(ready)
  const second = start('webhooks')
  const url = await second.address(ready)
  expect(await first.stop()).toBe(0)
  expect(await status(`${await second.address('Operations')}/readyz`)).toBe(200)
  expect(await status(`${url}/api/v1/health/`)).toBe(204)
})

test('[OPS] a port in use ends the start with one clear line and exit 1', async () => {
  const squatter = createServer()
  await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve))
  const address = squatter.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const refused = start('webhooks', { WEBHOOKS_PORT: String(port) })
  expect(await refused.ended()).toBe(1)
  expect(refused.errors).toEqual([
    `Port ${port} is in use on 127.0.0.1. Set WEBHOOKS_PORT to another one, or 0 for any.`,
  ])
  squatter.close()
})

test('[OPS] a broken configuration lists every mistake and exits 1', async () => {
  const refused = start('webhooks', { PORT: 'x', HOST: '', WEBHOOKS_TIMEOUT_MS: '-1' })
  expect(await refused.ended()).toBe(1)
  expect(refused.errors.join('\n')).toMatch(/PORT[\s\S]*WEBHOOKS_TIMEOUT_MS/)
  const unknown = start('nonsense')
  expect(await unknown.ended()).toBe(1)
  expect(unknown.errors[0]).toMatch(/^No such command: nonsense/)
})

test('[OPS] without its database a process stays up, says so, and ends on SIGTERM', async () => {
  const waiting = start('webhooks', {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    OPS_PORT: '0',
  })
  // It prints no ready line yet, so its port is found in its log of the start.
  const [url] = await listening(waiting)
  expect(await status(`${url}/readyz`)).toBe(503)
  expect(await status(`${url}/healthz`)).toBe(200)
  expect(await waiting.stop()).toBe(0)
})

test('[OPS] a start refuses to serve as a superuser in production', async () => {
  const { url, drop } = await testDatabase()
  const refused = start('webhooks', {
    NODE_ENV: 'production',
    DATABASE_URL: url,
    MAIN_SECRET: randomBytes(32).toString('base64'),
  })
  expect(await refused.ended()).toBe(1)
  expect(refused.errors.join('\n')).toMatch(/refusing to serve as a superuser/)
  await drop()
})

test('[OPS] [ID-02] migrate and seed end by themselves, and can be run again', async () => {
  const { url, drop } = await testDatabase()
  // People stay who they are when the embedded provider moves to another port.
  for (const [command, port] of [
    ['migrate', '4401'],
    ['migrate', '4401'],
    ['seed', '4401'],
    ['seed', '4402'],
  ] as const)
    expect(await start(command, { DATABASE_URL: url, IDP_PORT: port }).ended()).toBe(0)
  const twice = 'select email from identity.user group by email having count(*) > 1'
  expect(await query(url, twice)).toEqual([])
  const output = running.flatMap((one) => one.lines)
  expect(output).toEqual(['Added 22 companies', 'Added 0 companies'])
  await drop()
})

test('[OPS] a server that is stopped while its demo begins ends with 0, and the demo is whole', {
  // It starts a whole server and waits for its demo, beside other tests on a machine of any speed.
  timeout: 300_000,
}, async () => {
  const { url, drop } = await testDatabase()
  const refs = async () => {
    const rows = await query(url, 'select transaction_ref as ref from transactions.side')
    return rows.map(({ ref }) => ref)
  }
  const server = start('all', { DATABASE_URL: url, DEMO: 'on' })
  const begun = vi.waitFor(async () => expect(await refs()).not.toEqual([]), { timeout: 120_000 })
  // A server that ends by itself says why, and nothing comes any more.
  await Promise.race([begun, server.ended()])
  expect(server.errors).toEqual([])
  expect(await server.stop()).toBe(0)
  expect(server.errors).toEqual([])
  expect(server.lines.join()).not.toContain(ready)
  expect(await refs()).toContain('demo-held-by-rule')
  await drop()
})

async function listening(process: Started): Promise<string[]> {
  for (;;) {
    const urls = process.lines.flatMap(
      (line) => /Waiting for the database.*(http\S+)/.exec(line)?.[1] ?? [],
    )
    if (urls.length > 0) return urls
    await new Promise((resolve) => process.child.stdout?.once('data', resolve))
    await new Promise((resolve) => setImmediate(resolve))
  }
}
