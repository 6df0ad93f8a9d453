import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { type Binaries, codeOf, NOBODY, unless } from './binaries.ts'

/** The files of one embedded server, all below the caller's data directory. */
export type Place = {
  /** The caller's directory, absolute. */
  dataDir: string
  /** `cluster/`: appears complete, by a rename, or not at all. */
  cluster: string
  /** `cluster/data/`: PostgreSQL's own, mode 0700, owned by the user it runs as. */
  data: string
  /** `cluster/password`: the superuser's, mode 0600. */
  password: string
  /** `cluster/server.log`: what the server has said since its last start. */
  log: string
}

/** How PostgreSQL's programs are spawned. */
export type SpawnOptions = {
  cwd: string
  env: Record<string, string>
  uid?: number
  gid?: number
}

/** Temporary directories this old were left by a killed process. */
const ABANDONED_AFTER_MS = 600_000

/** Names the files of the embedded server in `dataDir`. */
export function placeIn(dataDir: string): Place {
  const absolute = path.resolve(dataDir)
  const cluster = path.join(absolute, 'cluster')
  return {
    dataDir: absolute,
    cluster,
    data: path.join(cluster, 'data'),
    password: path.join(cluster, 'password'),
    log: path.join(cluster, 'server.log'),
  }
}

/**
 * What `-D` has to be. On Linux the programs are spawned inside the directory and reach it by this
 * name, which works even where a parent directory (`/root`) is closed to the user they run as.
 */
export function dataDirArgument(data: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : data
}

/**
 * The user, directory and environment for PostgreSQL's programs. As root they run as the owner of
 * `data`. Nothing of our environment is handed down: `PGPORT` and the like would change the server.
 */
export async function spawnOptions(data: string): Promise<SpawnOptions> {
  const options = { cwd: data, env: { TZ: 'UTC', LC_ALL: 'C' } }
  if (process.getuid?.() !== 0) return options
  const { uid, gid } = await fs.stat(data)
  return { ...options, uid, gid }
}

/**
 * Makes the cluster unless it is there: superuser `postgres`, UTF-8, text in code-point order.
 * It is made under another name and renamed, so a process killed half-way leaves nothing behind
 * that would look like a cluster.
 *
 * @throws Error when the directory cannot be written or `initdb` fails.
 */
export async function createCluster(place: Place, binaries: Binaries): Promise<void> {
  if (await fs.stat(place.cluster).catch(unless('ENOENT'))) return
  await removeAbandoned(place)
  const half = `${place.cluster}.${randomUUID()}`
  const data = path.join(half, 'data')
  const passwordFile = path.join(half, 'password')
  const root = process.getuid?.() === 0
  try {
    // initdb reads `../password`: until it has, its user must be able to look into `half`.
    await fs.mkdir(half, { mode: 0o711 })
    await fs.mkdir(data, { mode: 0o700 })
    const password = randomBytes(24).toString('base64url')
    await fs.writeFile(passwordFile, password, { mode: 0o600 })
    if (root) {
      await fs.chown(data, NOBODY, NOBODY)
      await fs.chmod(half, 0o711)
      await fs.chown(passwordFile, NOBODY, NOBODY)
    }
    await runInitdb(data, binaries)
    if (root) await fs.chown(passwordFile, 0, 0)
    await fs.chmod(half, 0o700)
    await fs.rename(half, place.cluster).catch(unless('ENOTEMPTY', 'EEXIST'))
  } finally {
    await fs.rm(half, { recursive: true, force: true })
  }
}

async function runInitdb(data: string, binaries: Binaries): Promise<void> {
  const child = spawn(
    binaries.initdb,
    [
      ...['-D', dataDirArgument(data), '--username=postgres', '--pwfile=../password'],
      ...['--auth=scram-sha-256', '--no-sync', '--no-instructions', '--encoding=UTF8'],
      // The built-in provider sorts and folds alike on every machine, whatever its C library.
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ],
    { ...(await spawnOptions(data)), stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  const [code, said] = await Promise.all([exit, text(child.stderr)]).catch((cause) => {
    throw new Error(`Cannot run ${binaries.initdb} (${codeOf(cause)}): set DATABASE_URL`, { cause })
  })
  if (code !== 0) throw new Error(`initdb failed in ${data}: ${oneLine(said)}`)
}

async function removeAbandoned(place: Place): Promise<void> {
  for (const name of await fs.readdir(place.dataDir)) {
    if (!name.startsWith('cluster.')) continue
    const dir = path.join(place.dataDir, name)
    const found = await fs.stat(dir).catch(unless('ENOENT'))
    if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS) {
      await fs.rm(dir, { recursive: true, force: true })
    }
  }
}

/**
 * Makes the caller's directory, and checks that what is in it can be run by us.
 *
 * @throws Error when it cannot be written, or was made by another major version.
 */
export async function checkPlace(place: Place, binaries: Binaries): Promise<void> {
  try {
    await fs.mkdir(place.dataDir, { recursive: true, mode: 0o755 })
    await fs.access(place.dataDir, fs.constants.W_OK)
    const made = await fs.stat(place.cluster).catch(unless('ENOENT'))
    if (!made) return
    await fs.access(place.password, fs.constants.R_OK)
    const version = (await fs.readFile(path.join(place.data, 'PG_VERSION'), 'utf8')).trim()
    if (version === String(binaries.major)) return
    throw new Error(
      `${place.data} was made by PostgreSQL ${version}, this is ${binaries.major}: ` +
        'move the data with pg_dump, choose another DATA_DIR, or set DATABASE_URL',
    )
  } catch (cause) {
    if (codeOf(cause) === '') throw cause
    throw new Error(
      `${place.dataDir} cannot hold the embedded PostgreSQL (${oneLine(String(cause))}): ` +
        'choose another DATA_DIR, or set DATABASE_URL',
      { cause },
    )
  }
}

/** The last 600 characters of a program's output, on one line. */
export function oneLine(output: string): string {
  return output
    .trim()
    .split(/\s*\n\s*/)
    .join(' | ')
    .slice(-600)
}
