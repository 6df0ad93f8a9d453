import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const guard = fileURLToPath(new URL('./guard.ts', import.meta.url))
const compiled = fileURLToPath(new URL('../../../../.cache/node', import.meta.url))

const memory = '/dev/shm'
/** Bytes: several times what a whole run keeps at once. */
const room = { files: 6e9, processes: 8e9 }

/** Where files are kept in memory, if there is plenty: on a slow disk, cloning a database takes three times as long. */
function placeInMemory(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(memory)
    // Browsers and toolchains start programs from there.
    if (/^\S+ \/dev\/shm \S+ \S*noexec/m.test(readFileSync('/proc/mounts', 'utf8')))
      return undefined
    return bavail * bsize > room.files && freemem() > room.processes ? memory : undefined
  } catch {
    return undefined // Not Linux.
  }
}

/**
 * Gives this test run a directory for all its temporary files and puts a guard over it. When this process
 * ends, in whatever way, the guard ends every process that works in the directory or was told of it by
 * `TMPDIR`, and removes it: databases, servers, browsers, uploads. A run within a run is guarded already.
 */
export function guardRun(): void {
  // Our servers start in half the time when Node need not compile them again.
  process.env.NODE_COMPILE_CACHE ??= compiled
  if (process.env.TEST_RUN_DIR) return
  const dir = mkdtempSync(
    join(process.env.TMPDIR ?? placeInMemory() ?? tmpdir(), 'countersign-run-'),
  )
  process.env.TEST_RUN_DIR = dir
  process.env.TMPDIR = dir
  // The other end of its standard input closes with this process: no signal can prevent that.
  const child = spawn(process.execPath, [guard, dir, String(process.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH },
  })
  child.unref()
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
}

/**
 * What a process that a test starts gets of our environment, beside its own configuration: by `TMPDIR`
 * the guard knows what belongs to the run.
 */
export const childEnvironment = () => ({
  PATH: process.env.PATH,
  TMPDIR: tmpdir(),
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
})
