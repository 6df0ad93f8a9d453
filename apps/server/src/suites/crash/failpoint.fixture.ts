import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Failpoint } from '@countersign/kit/failpoint'
import { id } from '@countersign/kit/ids'
import { testDatabase } from '@countersign/kit/testing'
import { testPool } from '@countersign/kit/testing-query'
import { SignJWT } from 'jose'
import { type Started, startProcess } from '../process.fixture.ts'

const jwtSecret = 'a secret of the tests alone, 32 b'

/** An answer of the service; without one, its process has died. */
export type Reply = { readonly status: number; readonly body: Record<string, unknown> } | null

/** A receiver that remembers which messages it has answered, and can hold its answers back. */
async function countingReceiver() {
  const answered: string[] = []
  const held: (() => void)[] = []
  const mode = { hold: false }
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const answer = () => reply(response, () => answered.push(String(request.headers['svix-id'])))
      if (mode.hold) held.push(answer)
      else answer()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    answered,
    waiting: () => held.length,
    hold: () => {
      mode.hold = true
    },
    free: () => {
      mode.hold = false
      for (const answer of held.splice(0)) answer()
    },
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Whoever asked is dead when the connection is closed, and has not been answered then. */
function reply(response: ServerResponse, answered: () => unknown): void {
  if (response.destroyed) return
  answered()
  response.writeHead(204).end()
}

/**
 * A database, a receiver, a service that accepts and never sends, and a worker that is halted until
 * it is to take over what another process has left behind.
 */
export async function failpointRig() {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-failpoint-'))
  const { url, drop } = await testDatabase()
  const owner = testPool({ connectionString: url, max: 2 })
  const receiver = await countingReceiver()
  const processes: Started[] = []
  const start = (command: string, more: Record<string, string> = {}) => {
    const started = startProcess(command, {
      ...{ DATABASE_URL: url, DATA_DIR: dataDir, WEBHOOKS_JWT_SECRET: jwtSecret, DEMO: 'off' },
      ...{ EGRESS_ALLOW_SUBNETS: '127.0.0.1/32', WEBHOOKS_LEASE_MS: '1000', ...more },
    })
    processes.push(started)
    return started
  }
  const ready = (started: Started) => started.address('Countersign is ready')
  const token = await new SignJWT({ sub: id('org', Date.now()) })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .sign(new TextEncoder().encode(jwtSecret))
  const [api, worker] = [start('api'), start('worker')]
  const [base] = await Promise.all([ready(api), ready(worker)])
  worker.child.kill('SIGSTOP')

  /** One call, to the service that never sends or to another; null when it dies meanwhile. */
  const call = async (path: string, body?: object, to = base, key?: string): Promise<Reply> => {
    const answer = await fetch(`${to}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => null)
    const text = await answer?.text().catch(() => undefined)
    if (!answer || text === undefined) return null
    return { status: answer.status, body: text ? JSON.parse(text) : {} }
  }

  return {
    ...{ url, base, token, receiver, call },
    rows: async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
      (await owner.query<Row>(text, values)).rows,
    /** Every delivery of an application, as it stands in the database. */
    deliveries: async (path: string) =>
      (
        await owner.query<{ msg_id: string; status: number; lease_owner: string | null }>(
          `select msg_id, status, lease_owner from webhooks.delivery where app_id = $1
           order by msg_id`,
          [path.replace('/app/', '')],
        )
      ).rows,
    /** An application with one endpoint at the receiver. */
    async application(): Promise<{ path: string; endpointId: string }> {
      const path = `/app/${(await call('/app/', { name: 'Failpoint' }))?.body.id}`
      const endpoint = await call(`${path}/endpoint/`, { url: receiver.url })
      return { path, endpointId: String(endpoint?.body.id) }
    },
    /** Starts a process that dies at a passage of the point. */
    async armed(command: string, point: Failpoint, passage: number) {
      const started = start(command, { FAILPOINT: `${point}:${passage}` })
      return { started, url: await ready(started) }
    },
    /** Lets the worker take over; `halt` stops it again. */
    resume: () => worker.child.kill('SIGCONT'),
    halt: () => worker.child.kill('SIGSTOP'),
    async close() {
      for (const { child, ended } of processes) {
        if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
        await ended()
      }
      receiver.close()
      await owner.end()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** What `failpointRig` makes. */
export type FailpointRig = Awaited<ReturnType<typeof failpointRig>>
