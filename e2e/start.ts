import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Starts everything as `npm start` does, on free ports and an empty data directory. */
export default async function start(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-e2e-'))
  const server = spawn(process.execPath, ['apps/server/src/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...{ PORT: '0', WEBHOOKS_PORT: '0', IDP_PORT: '0', OPS_PORT: '0', RECEIVER_PORT: '0' },
      ...{ DATA_DIR: dataDir, LOG_LEVEL: 'warn', DATABASE_URL: '' },
    },
  })
  process.env.BASE_URL = await readyUrl(server)
  return async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function readyUrl(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error('The server has no output')
  for await (const line of createInterface(server.stdout)) {
    const url = /^Countersign is ready: (http\S+)$/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('The server ended before it was ready')
}
