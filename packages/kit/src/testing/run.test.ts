import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let place: string
let child: ChildProcess | undefined
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'guarded-'))
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await rm(place, { recursive: true, force: true })
})

/** Starts something as nobody's part: its temporary files go to `place`, and it has a guard of its own. */
function startIn(command: string, args: string[]) {
  const { TEST_RUN_DIR: _, npm_lifecycle_event: __, ...env } = process.env
  child = spawn(command, args, {
    cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...env, TMPDIR: place },
  })
  return child
}

/** Every process that this one has started, and those that they have. */
async function startedBy(parent: number): Promise<Map<number, string>> {
  const parents = new Map<number, { parent: number; name: string }>()
  for (const pid of (await readdir('/proc')).map(Number).filter(Number.isInteger)) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const [, of = '0'] = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
    parents.set(pid, { parent: Number(of), name: command.replaceAll('\0', ' ') })
  }
  const found = new Map<number, string>()
  const follow = (pid: number) => {
    for (const [one, about] of parents)
      if (about.parent === pid) {
        found.set(one, about.name)
        follow(one)
      }
  }
  follow(parent)
  return found
}

const isRunning = async (pid: number) => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat !== '' && !stat.includes(') Z ')
}

const nothingIsLeft = (pids: readonly number[]) =>
  vi.waitFor(
    async () => {
      const alive: number[] = []
      for (const pid of pids) if (await isRunning(pid)) alive.push(pid)
      const files = (await readdir(place)).filter((name) => name.startsWith('countersign'))
      expect({ alive, files }).toEqual({ alive: [], files: [] })
    },
    { timeout: 60_000, interval: 50 },
  )

const script = `
  import { spawn } from 'node:child_process'
  import { guardRun } from '${new URL('./run.ts', import.meta.url).href}'
  guardRun()
  const idle = () => spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    detached: true,
    stdio: 'ignore',
  })
  console.log(JSON.stringify([process.pid, idle().pid, idle().pid]))
  if (process.argv[1] !== 'ends') setInterval(() => {}, 1000)
  else process.exit()`

test.each(['SIGINT', 'SIGTERM', 'SIGKILL', 'ends'] as const)(
  '[OPS] what a test run has started and written is gone after it: %s',
  async (how) => {
    const run = startIn(process.execPath, ['--input-type=module', '-e', script, how])
    if (!run.stdout) throw new Error('No output')
    const [line] = await once(createInterface(run.stdout), 'line')
    const pids: number[] = JSON.parse(line)
    if (how !== 'ends') {
      expect(await Promise.all(pids.map(isRunning))).toEqual([true, true, true])
      expect(await readdir(place)).toHaveLength(1)
      run.kill(how)
    }
    await nothingIsLeft(pids)
  },
)

test('[OPS] `npm test` that is killed leaves no server, no database and no file behind', async () => {
  const run = startIn('npm', ['test', '--', 'apps/server/src/run.test.ts', '-t', 'starts alone'])
  const { pid = 0 } = run
  const started = await vi.waitFor(
    async () => {
      const all = await startedBy(pid)
      const count = (what: RegExp) => [...all.values()].filter((name) => what.test(name)).length
      // The run's own database, and the server under test with one of its own.
      expect([count(/postgres -D/), count(/main\.ts webhooks/)]).toEqual([2, 1])
      return all
    },
    { timeout: 50_000, interval: 100 },
  )
  run.kill('SIGKILL')
  await nothingIsLeft([...started.keys()])
})
