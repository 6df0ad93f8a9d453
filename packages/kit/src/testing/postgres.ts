import { readdirSync, readFileSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  checkPlace,
  createCluster,
  findBinaries,
  isServer,
  launch,
  POLL_MS,
  placeIn,
  readPostmaster,
  type Settings,
} from '../embedded-postgres/index.ts'

/** A PostgreSQL of one's own that can be killed, and comes back under the same address. */
export type KillablePostgres = {
  url(database?: string): string
  /** Kills all its processes at once, as a power cut would. @returns how many there were */
  kill(): Promise<number>
  /** Starts it again, with other settings if they are given. Resolves when it has recovered. */
  start(settings?: Settings): Promise<void>
  stop(): Promise<void>
  /** Process id of the server as it runs now. */
  pid(): Promise<number>
}

const startMs = 60_000

/**
 * Starts one in `dataDir`, with durable commits unless `settings` say otherwise. Linux only: its
 * processes are found in /proc.
 */
export async function killablePostgres(options: {
  dataDir: string
  settings?: Settings
}): Promise<KillablePostgres> {
  const binaries = await findBinaries()
  const place = placeIn(options.dataDir)
  await checkPlace(place, binaries)
  await createCluster(place, binaries)
  const port = await quietPort()
  const start = async (settings: Settings = options.settings ?? {}) => {
    await launch(place, binaries, settings, startMs, () => Promise.resolve(port))
  }
  const running = async () => {
    const postmaster = await readPostmaster(place)
    if (!postmaster || !(await isServer(postmaster))) throw new Error('PostgreSQL does not run')
    return postmaster.pid
  }
  await start()
  const password = await fs.readFile(place.password, 'utf8')
  return {
    url: (database = 'postgres') =>
      `postgres://postgres:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`,
    pid: running,
    start,
    async kill() {
      const postmaster = await running()
      // Nothing is awaited between finding the processes and killing them, the parent first: it
      // would start others in their place.
      const pids = [postmaster, ...childrenOf(postmaster)]
      for (const pid of pids) kill(pid)
      while ((await readPostmaster(place)) && (await running().catch(() => null)))
        await sleep(POLL_MS)
      return pids.length
    },
    async stop() {
      const pid = await running().catch(() => undefined)
      if (pid === undefined) return
      process.kill(pid, 'SIGINT')
      while (await running().catch(() => undefined)) await sleep(POLL_MS)
    },
  }
}

/** Processes whose parent this is and that call themselves postgres. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && isChild(pid, parent))
}

function isChild(pid: number, parent: number): boolean {
  try {
    // The command name in parentheses may hold anything, so fields are counted from behind it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
    return Number(fields[1]) === parent && stat.includes('(postgres)')
  } catch {
    return false // ended in the meantime
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // ended by itself
  }
}

/** Below the ports that systems give to outgoing connections: one of those could take it meanwhile. */
async function quietPort(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = 15_000 + Math.floor(Math.random() * 15_000)
    const free = await new Promise<boolean>((resolve) => {
      const probe = createServer()
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (free) return port
  }
  throw new Error('No free port on 127.0.0.1')
}
