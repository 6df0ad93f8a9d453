import type { ChildProcess } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { setPriority } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { limitedProcess } from '@countersign/kit/limited-process'
import { Answer, type Question, refused, type Script, type ScriptResult } from './protocol.ts'

/** One process that runs one script at a time. */
export type SandboxProcess = {
  /** Never rejects; a script that is late ends the process. Only while it is ready and idle. */
  run(tenant: string, script: Script): Promise<Run>
  isReady(): boolean
  /** It has worked for so long that another one should take over. */
  isWorn(): boolean
  readonly pid: number | undefined
  kill(): void
}

/** What came of a script, and the milliseconds of CPU that it took: waiting for a core is no fault. */
export type Run = { readonly result: ScriptResult; readonly cpuMs: number }

/** What a process tells whoever started it, each once at the most. */
export type ProcessEvents = { readonly ready: () => void; readonly gone: () => void }

/** Milliseconds of CPU after which a process is replaced. */
const wornMs = 30_000
const bootMs = 15_000

const main = fileURLToPath(new URL('./child.ts', import.meta.url))

/** The folder of a package, without the symlinks that a workspace may have. */
const folderOf = (name: string): string => {
  const file = realpathSync(fileURLToPath(import.meta.resolve(name)))
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? dirname(file)
}

/**
 * It reads its own code and nothing else, writes nothing, and starts no process, worker or addon; its heap
 * is as small as it can be.
 */
export const sandboxFlags: readonly string[] = [
  '--permission',
  `--allow-fs-read=${dirname(main)}`,
  `--allow-fs-read=${folderOf('zod/mini')}`,
  `--allow-fs-read=${folderOf('quickjs-emscripten-core')}`,
  // Its scope, for the package of its types, which has code too.
  `--allow-fs-read=${dirname(folderOf('@jitl/quickjs-ng-wasmfile-release-sync'))}`,
  '--no-addons',
  '--disallow-code-generation-from-strings',
  '--max-old-space-size=64',
]

/** Starts a process; `deadlineMs` is what a script may take. */
export function sandboxProcess(deadlineMs: number, on: ProcessEvents): SandboxProcess {
  const child = limitedProcess(main, sandboxFlags, wornMs / 1000 + 10)
  const boot = setTimeout(() => kill(), bootMs)
  let state: 'starting' | 'ready' | 'gone' = 'starting'
  let cpuMs = 0
  let asked = 0
  let current: { readonly id: number; readonly end: (run: Run) => void } | undefined

  const finish = (result: ScriptResult, took: number) => {
    const ended = current
    current = undefined
    ended?.end({ result, cpuMs: took })
  }
  const kill = () => {
    if (state === 'gone') return
    state = 'gone'
    clearTimeout(boot)
    child.kill('SIGKILL')
    finish(refused('overrun'), deadlineMs)
    on.gone()
  }

  child.on('error', kill)
  child.on('exit', kill)
  child.on('message', (message: unknown) => {
    const answer = Answer.safeParse(message)
    // Whatever says something else is no longer what we started.
    if (!answer.success) return kill()
    const { id, result } = answer.data
    const took = answer.data.cpuMs - cpuMs
    cpuMs = answer.data.cpuMs
    if (id === current?.id) finish(result, took)
    if (id !== 0 || state !== 'starting') return
    state = 'ready'
    clearTimeout(boot)
    on.ready()
  })
  yielding(child)
  // An idle sandbox keeps no process alive.
  child.unref()
  child.channel?.unref()
  boot.unref()

  return {
    pid: child.pid,
    kill,
    isReady: () => state === 'ready',
    isWorn: () => cpuMs > wornMs,
    run(tenant, script) {
      const question: Question = { id: ++asked, tenant, script }
      return new Promise((resolve) => {
        if (state !== 'ready') return resolve({ result: refused('busy'), cpuMs: 0 })
        // An answer that lies here unread is not late: this process was.
        const late = () => setImmediate(() => current?.id === question.id && kill())
        const deadline = setTimeout(late, deadlineMs)
        const end = (run: Run) => {
          clearTimeout(deadline)
          resolve(run)
        }
        current = { id: question.id, end }
        child.send(question, (error) => error && kill())
      })
    },
  }
}

/** Tenants' code yields to everything else on this machine. */
function yielding({ pid }: ChildProcess) {
  try {
    if (pid !== undefined) setPriority(pid, 5)
  } catch {
    // A courtesy; and the process may be gone already.
  }
}
