import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { SEND_ERRORS } from '@countersign/kit/send-errors'
import { scaled } from '@countersign/kit/testing-volume'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type DeliveryRig, deliveryRig } from './delivery.fixture.ts'

const timeoutMs = 1_000
const each = scaled(15)
const mebibyte = 1024 * 1024
const head = (more: string) => `HTTP/1.1 200 OK\r\n${more}\r\n\r\n`
const bomb = gzipSync(Buffer.alloc(20 * mebibyte))

/** Writes again and again, as fast as the other side reads. */
function flood(socket: Socket, bytes: string | Buffer) {
  const more = () => {
    while (!socket.destroyed && socket.write(bytes));
  }
  socket.on('drain', more)
  more()
}

function drip(socket: Socket, bytes: string) {
  const timer = setInterval(() => socket.write(bytes), 20)
  socket.on('close', () => clearInterval(timer))
}

/** What a receiver does, and how the attempt ends: an error's text, or the status that it has said. */
const receivers: Readonly<Record<string, [does: (socket: Socket) => void, ends: string | number]>> =
  {
    hang: [() => undefined, SEND_ERRORS.timeout_total],
    drip: [
      (socket) => {
        socket.write(head('content-length: 99999'))
        drip(socket, 'x')
      },
      SEND_ERRORS.timeout_total,
    ],
    endless: [
      (socket) => {
        socket.write(head('connection: close'))
        flood(socket, Buffer.alloc(64 * 1024, 'x'))
      },
      200,
    ],
    bomb: [
      (socket) => {
        socket.write(head(`connection: close\r\ncontent-encoding: gzip`))
        socket.end(bomb)
      },
      200,
    ],
    headers: [
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n')
        flood(socket, `x: ${'y'.repeat(8_000)}\r\n`)
      },
      SEND_ERRORS.response_header_too_large,
    ],
    reset: [(socket) => socket.resetAndDestroy(), SEND_ERRORS.connection_reset],
    interim: [
      (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
      SEND_ERRORS.timeout_total,
    ],
    short: [
      (socket) => socket.end(`${head('content-length: 99')}abc`),
      SEND_ERRORS.response_incomplete,
    ],
    nonsense: [(socket) => socket.end('220 mail ready\r\n'), SEND_ERRORS.response_malformed],
    tls: [(socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n'), SEND_ERRORS.tls_invalid],
  }

let rig: DeliveryRig
const sockets = new Set<Socket>()
const server = createServer((socket) => {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
  // None of them answers twice on a connection.
  socket.once('data', (chunk) => {
    const [, name = 'tls'] = /^POST \/(\w+) /.exec(chunk.toString('latin1')) ?? []
    receivers[name]?.[0](socket)
  })
})
beforeEach(async () => {
  rig = await deliveryRig()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  server.close()
  await rig.stop()
})

type Ended = { app_id: string; status_code: number; response: string; duration_ms: number }

/** An application for each of these receivers, with an endpoint there: their names by application. */
async function hostileApplications(names: readonly string[]): Promise<Map<string, string>> {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const made = new Map<string, string>()
  for (const name of names) {
    const appId = await rig.application()
    const url = `${name === 'tls' ? 'https' : 'http'}://127.0.0.1:${port}/${name}`
    await rig.endpoint(appId, { url })
    made.set(appId, name)
  }
  return made
}

/** The attempts of these applications, once there are as many. */
const attempts = (names: ReadonlyMap<string, string>, count: number) =>
  vi.waitFor(
    async () => {
      const rows = await rig.rows(sql<Ended>`select app_id, status_code, response, duration_ms
        from webhooks.attempt where app_id = any(${[...names.keys()]}) order by id`)
      expect(rows).toHaveLength(count)
      return rows
    },
    { timeout: 60_000, interval: 100 },
  )

const endOf = ({ status_code, response }: Ended) => (status_code === 0 ? response : status_code)

test('[WH-18] whatever receivers do, each attempt ends by its deadline with a documented text, and the healthy get theirs', async () => {
  const engine = rig.start({ timeoutMs, retryScheduleMs: [] })
  const healthy = await rig.application()
  await rig.endpoint(healthy)
  const names = await hostileApplications(Object.keys(receivers))
  const before = process.memoryUsage()
  for (let n = 0; n < each; n++)
    for (const appId of [...names.keys(), healthy]) await engine.accept(rig.message(appId))
  const rows = await attempts(names, each * names.size)
  const after = process.memoryUsage()
  await vi.waitFor(() => expect(rig.target.received).toHaveLength(each), { timeout: 60_000 })
  for (const row of rows) {
    const name = names.get(row.app_id) ?? ''
    // They all share this process with the sender, so any of them may be too slow.
    expect([receivers[name]?.[1], SEND_ERRORS.timeout_total], name).toContain(endOf(row))
    expect(row.response.length).toBeLessThanOrEqual(30_000)
  }
  // The wheel that ends attempts is read every few milliseconds; the rest is this machine's business.
  expect(Math.max(...rows.map((row) => row.duration_ms))).toBeLessThan(timeoutMs + 3_000)
  // What all of them wrote would be gigabytes.
  const grown = after.external + after.heapUsed - before.external - before.heapUsed
  expect(grown).toBeLessThan(128 * mebibyte)
})

test('[WH-18] what a receiver did is told in the words that belong to it', async () => {
  const engine = rig.start({ timeoutMs: 30_000, retryScheduleMs: [] })
  const quick = Object.entries(receivers).filter(([, [, end]]) => end !== SEND_ERRORS.timeout_total)
  const names = await hostileApplications(quick.map(([name]) => name))
  for (const appId of names.keys()) await engine.accept(rig.message(appId))
  const rows = await attempts(names, names.size)
  expect(new Map(rows.map((row) => [names.get(row.app_id), endOf(row)]))).toEqual(
    new Map(quick.map(([name, [, end]]) => [name, end])),
  )
})
