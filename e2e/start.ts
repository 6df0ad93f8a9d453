import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Everything as `npm start` runs it. */
export type Server = { readonly url: string; stop(): Promise<void> }

/**
 * Starts everything as `npm start` does, on free ports and an empty data directory.
 * @param environment more keys of the configuration
 */
export async function startServer(environment: Record<string, string> = {}): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-e2e-'))
  const server = spawn(process.execPath, ['apps/server/src/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...{ PORT: '0', WEBHOOKS_PORT: '0', IDP_PORT: '0', OPS_PORT: '0', RECEIVER_PORT: '0' },
      ...{ DATA_DIR: dataDir, LOG_LEVEL: 'warn', DATABASE_URL: '' },
      ...environment,
    },
  })
  return {
    url: await readyUrl(server),
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The server that all journeys share. */
export default async function start(): Promise<() => Promise<void>> {
  const server = await startServer({
    ENVIRONMENT_HOSTS:
      'QA.localhost=QA,dev.localhost=Development,demo.localhost=Demo,test.localhost=Test,live.localhost=Production',
  })
  process.env.BASE_URL = server.url
  return server.stop
}

async function readyUrl(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error('The server has no output')
  for await (const line of createInterface(server.stdout)) {
    const url = /^Countersign is ready: (http\S+)$/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('The server ended before it was ready')
}
