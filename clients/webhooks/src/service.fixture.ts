import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { fileURLToPath } from 'node:url'
import { id } from '@countersign/kit/ids'
import { testDatabase } from '@countersign/kit/testing'
import { childEnvironment } from '@countersign/kit/testing-run'
import { SignJWT } from 'jose'

const main = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url))
const jwtSecret = 'a secret of the tests alone, 32 b'

/** One webhook as a receiver got it. */
export type Delivery = { readonly headers: IncomingHttpHeaders; readonly body: string }

/** The webhook service as a process of its own over a database of its own, and a receiver on loopback. */
export async function realService() {
  const database = await testDatabase()
  const child = spawn(process.execPath, [main, 'webhooks'], {
    env: {
      ...childEnvironment(),
      ...{ WEBHOOKS_PORT: '0', OPS_PORT: '0', LOG_LEVEL: 'error', DEMO: 'off' },
      ...{ EGRESS_ALLOW_SUBNETS: '127.0.0.1/32', WEBHOOKS_JWT_SECRET: jwtSecret },
      DATABASE_URL: database.url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await ready(child)
  const token = await new SignJWT({ sub: id('org', Date.now()) })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(jwtSecret))
  const target = await receiver()
  return {
    ...{ url, token, target },
    close: async () => {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
      await target.close()
      await database.drop()
    },
  }
}

function ready(child: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      const found = /Countersign is ready: (\S+)/.exec(said)?.[1]
      if (found) resolve(found)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', () => reject(new Error(`The service ended before it was ready: ${said}`)))
  })
}

async function receiver() {
  const deliveries: Delivery[] = []
  const waiting: (() => void)[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    deliveries.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(204).end()
    for (const wake of waiting.splice(0)) wake()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    url: `http://127.0.0.1:${address.port}/hooks`,
    /** The next delivery that was not taken yet. */
    next: async (): Promise<Delivery> => {
      for (;;) {
        const first = deliveries.shift()
        if (first) return first
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** What `realService` makes. */
export type RealService = Awaited<ReturnType<typeof realService>>
