import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

// The process that looks after a test run's directory: see testing-run.ts. Processes are found in /proc;
// where there is none, only the directory is removed.

const [dir = '', run = ''] = process.argv.slice(2)
if (!dir || !run) throw new Error('Usage: testing-guard.ts DIRECTORY PROCESS')

const pollMs = 100
const patienceMs = 10_000

const read = (name: string): string => {
  try {
    return readFileSync(`/proc/${name}`, 'utf8')
  } catch {
    return '' // It has ended, or is somebody else's.
  }
}

/** The parent of a process; 0 when it is gone. The name before it, in parentheses, may hold anything. */
const parentOf = (pid: number | string): number => {
  const stat = read(`${pid}/stat`)
  return Number(stat.slice(stat.lastIndexOf(') ') + 2).split(' ')[1] ?? 0)
}

const isZombie = (pid: number) => /\) Z /.test(read(`${pid}/stat`))

/** npm starts a script through a shell; when npm itself is killed, nobody tells the script. */
function npmOf(pid: string): number | undefined {
  if (!read(`${pid}/environ`).includes('npm_lifecycle_event=')) return undefined
  const parent = parentOf(pid)
  return /^(sh|dash|bash)$/m.test(read(`${parent}/comm`)) ? parentOf(parent) : parent
}

function worksHere(pid: number): boolean {
  const isIn = (path: string) => path === dir || path.startsWith(`${dir}/`)
  try {
    if (isIn(readlinkSync(`/proc/${pid}/cwd`))) return true
  } catch {
    return false
  }
  return read(`${pid}/environ`)
    .split('\0')
    .some((variable) => isIn(variable.slice(variable.indexOf('=') + 1)))
}

/** Those that work in the directory, and whatever they have started. */
function processes(): number[] {
  const all = listProcesses()
  const found = new Set(all.filter(worksHere))
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const pid of all) if (found.has(parentOf(pid))) found.add(pid)
  }
  found.delete(process.pid)
  return [...found].filter((pid) => !isZombie(pid))
}

function listProcesses(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

function kill(pid: number, patient: boolean) {
  // PostgreSQL gives its shared memory back when it is asked to quit at once, and only then.
  const isDatabase = read(`${pid}/comm`) === 'postgres\n'
  try {
    process.kill(pid, isDatabase && patient ? 'SIGQUIT' : 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

let isOver = false
process.stdin.on('close', () => {
  isOver = true
})
process.stdin.resume()
const npm = npmOf(run)
while (!isOver) {
  await sleep(pollMs)
  if (npm === undefined || read(`${npm}/stat`) !== '') continue
  kill(Number(run), false)
  break
}
const began = performance.now()
for (let left = processes(); left.length > 0; left = processes()) {
  for (const pid of left) kill(pid, performance.now() - began < patienceMs)
  await sleep(pollMs)
}
rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
