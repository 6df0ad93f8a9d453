import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Binaries, codeOf, unless } from './binaries.ts'
import { dataDirArgument, oneLine, type Place, spawnOptions } from './cluster.ts'

/** Server settings by name, as in postgresql.conf: `{ fsync: 'off', max_connections: 50 }`. */
export type Settings = Readonly<Record<string, string | number>>

/** What `postmaster.pid` says of a server: `status` is 'starting', 'ready' or 'stopping'. */
export type Postmaster = { pid: number; port: number; status: string }

/** How often files and processes are looked at while waiting, in milliseconds. */
export const POLL_MS = 5

const DEFAULTS: Settings = {
  max_connections: 200,
  shared_buffers: '128MB',
  synchronous_commit: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // Failed statements are told to whoever sent them; a log of them would hold people's data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/**
 * Not the caller's to change: loopback, and a socket in PostgreSQL's own directory, which nobody else can enter. A
 * statement over the socket costs a third less than over TCP.
 */
const FIXED: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: process.platform === 'win32' ? '' : '.',
}

/** Bytes that every system takes as the path of a socket: macOS 103, Linux 107. */
const maxSocketPath = 100

/** The directory of the server's socket; undefined where there is none, or its path is too long. */
export async function socketDirectory(
  { data }: Place,
  { port }: Postmaster,
): Promise<string | undefined> {
  const socket = path.join(data, `.s.PGSQL.${port}`)
  if (Buffer.byteLength(socket) > maxSocketPath) return undefined
  return (await fs.stat(socket).catch(unless('ENOENT'))) ? data : undefined
}

const PORT_ATTEMPTS = 10

/** Reads `postmaster.pid`; undefined when there is none, or it is still being written. */
export async function readPostmaster(place: Place): Promise<Postmaster | undefined> {
  const content = await fs
    .readFile(path.join(place.data, 'postmaster.pid'), 'utf8')
    .catch(unless('ENOENT'))
  const [pid, , , port, , , , status = ''] = content?.split('\n') ?? []
  if (!pid) return undefined
  return { pid: Number(pid), port: Number(port), status: status.trim() }
}

/** Is this process alive? Says nothing about what it is: ids are used again. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Is this process the server of our directory, and not another one that was given its id? */
export async function isServer({ pid, port }: Postmaster): Promise<boolean> {
  if (!isAlive(pid)) return false
  const command = await commandLine(pid)
  return command.includes('postgres') && command.includes(`port=${port} `)
}

/** The arguments, each followed by a space; '' for a zombie, or when the process is gone. */
async function commandLine(pid: number): Promise<string> {
  if (process.platform !== 'linux') {
    const ps = await promisify(execFile)('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => null)
    return `${ps?.stdout.trim() ?? ''} `
  }
  const line = await fs.readFile(`/proc/${pid}/cmdline`, 'utf8').catch(unless('ENOENT', 'ESRCH'))
  return line?.replaceAll('\0', ' ') ?? ''
}

/**
 * Starts a server on a free port and waits until it is ready. It does not end with this process:
 * Ctrl-C in a terminal must reach it through `stop`, after the last query, not before.
 *
 * @returns false when another server of this directory came first.
 * @throws Error with the end of the server's log when it does not start within `timeoutMs`.
 */
export async function launch(
  place: Place,
  binaries: Binaries,
  settings: Settings,
  timeoutMs: number,
  choosePort: () => Promise<number> = freePort,
): Promise<boolean> {
  const stale = await readPostmaster(place)
  if (stale && (await isServer(stale))) return false
  const deadline = Date.now() + timeoutMs
  for (let attempt = 1; ; attempt++) {
    const failure = await launchOn(await choosePort(), {
      place,
      binaries,
      settings,
      stale,
      deadline,
    })
    if (failure === undefined) return true
    if (/lock file "postmaster\.pid" already exists/.test(failure)) return false
    const portTaken = /could not bind|could not create any TCP/.test(failure)
    // After a hard kill the sessions of the old server need a moment to notice and end.
    const sessionsLeft = /pre-existing shared memory block/.test(failure)
    const again = (portTaken && attempt < PORT_ATTEMPTS) || sessionsLeft
    if (!again || Date.now() > deadline) {
      throw new Error(`The embedded PostgreSQL did not start: ${oneLine(failure)}`)
    }
    if (sessionsLeft) await sleep(POLL_MS * 10)
  }
}

type Launch = {
  place: Place
  binaries: Binaries
  settings: Settings
  stale: Postmaster | undefined
  deadline: number
}

/** Undefined when the server is ready, otherwise what it said before it ended. */
async function launchOn(port: number, launch: Launch): Promise<string | undefined> {
  const { place, binaries, settings, stale } = launch
  const all = Object.entries({ ...DEFAULTS, ...settings, ...FIXED, port })
  const options = await spawnOptions(place.data)
  // PostgreSQL takes the id in a stale postmaster.pid for a live server when some other process
  // has been given that id since, except when it is its grandparent's. We know better: see isServer.
  if (stale) options.env.PG_GRANDPARENT_PID = String(stale.pid)
  const ownLog = `${place.log}.${randomUUID()}`
  const log = await fs.open(ownLog, 'ax', 0o600)
  try {
    const child = spawn(
      binaries.postgres,
      [
        '-D',
        dataDirArgument(place.data),
        ...all.flatMap(([key, value]) => ['-c', `${key}=${value}`]),
      ],
      { ...options, detached: true, stdio: ['ignore', log.fd, log.fd] },
    )
    child.unref()
    await once(child, 'spawn').catch((cause) => {
      throw new Error(`Cannot run ${binaries.postgres} (${codeOf(cause)}): set DATABASE_URL`, {
        cause,
      })
    })
    if (await becomesReady(child, launch)) {
      await fs.rename(ownLog, place.log)
      return undefined
    }
    return await fs.readFile(ownLog, 'utf8')
  } finally {
    await log.close()
    await fs.rm(ownLog, { force: true })
  }
}

async function becomesReady(child: ChildProcess, { place, deadline }: Launch): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    const postmaster = await readPostmaster(place)
    if (postmaster?.pid === child.pid && postmaster?.status === 'ready') return true
    if (Date.now() > deadline) child.kill('SIGQUIT')
    await sleep(POLL_MS)
  }
  return false
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port on 127.0.0.1')
  return address.port
}
