import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Everything as `npm start` runs it. */
export type Server = { readonly url: string; stop(): Promise<void> }

/** Where the journeys find the demo's data as it is after a first start. */
const firstData = 'E2E_FIRST_DATA'

/**
 * Starts everything as `npm start` does, on free ports and a data directory of its own: a copy of the
 * first data where there is one, an empty one elsewhere.
 * @param environment more keys of the configuration
 */
export async function startServer(environment: Record<string, string> = {}): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-e2e-'))
  // PostgreSQL minds who its files belong to, so Node's own copying does not do.
  const first = process.env[firstData]
  if (first) execFileSync('cp', ['-a', `${first}/.`, dataDir])
  const server = await launch(dataDir, environment)
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function launch(dataDir: string, environment: Record<string, string>): Promise<Server> {
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
    },
  }
}

/** Makes the data that each file of journeys starts from, so that none sees what another one did. */
export default async function makeFirstData(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-e2e-first-'))
  const server = await launch(dataDir, {})
  await server.stop()
  process.env[firstData] = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}

async function readyUrl(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error('The server has no output')
  for await (const line of createInterface(server.stdout)) {
    const url = /^Countersign is ready: (http\S+)$/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('The server ended before it was ready')
}
