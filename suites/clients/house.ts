import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { id } from '@countersign/kit/ids'
import { jwtSecret, organisationToken } from '../../bench/token.ts'

const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))

/**
 * The webhook service as `npm run start:webhooks` starts it, with a database of its own. A delivery is
 * tried once, so that what fails can be recovered at once, and an application may have four endpoints.
 */
export async function startService() {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-clients-'))
  const child = spawn(process.execPath, [main, 'webhooks'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      WEBHOOKS_PORT: '0',
      OPS_PORT: '0',
      LOG_LEVEL: 'warn',
      WEBHOOKS_JWT_SECRET: jwtSecret,
      EGRESS_ALLOW_SUBNETS: '127.0.0.1/32',
      WEBHOOKS_RETRY_SCHEDULE_MS: '',
      WEBHOOKS_MAX_ENDPOINTS: '4',
    },
  })
  const ended = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    void ended.then(() => reject(new Error('The service ended before it was ready')))
    createInterface(child.stdout).on('line', (line) => {
      const found = /Countersign is ready: (\S+)/.exec(line)?.[1]
      if (found) resolve(found)
    })
  })
  return {
    url: url.replace(/\/+$/, ''),
    /** A token of a new organisation. */
    token: () => organisationToken(id('org', Date.now())),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * A receiver of webhooks on loopback: `POST /hook/NAME` keeps what arrives, `GET /received/NAME` shows
 * it, and `POST /answer/NAME/STATUS` decides what NAME answers from now on.
 */
export async function startReceiver() {
  const received = new Map<string, { headers: unknown; body: string }[]>()
  const answers = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const [, what = '', name = '', status = ''] = request.url?.split(/[/?]/) ?? []
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const kept = received.get(name) ?? []
    received.set(name, kept)
    if (what === 'received')
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(kept))
    if (what === 'answer') answers.set(name, Number(status))
    else kept.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') })
    return response.writeHead(what === 'answer' ? 204 : (answers.get(name) ?? 204)).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
