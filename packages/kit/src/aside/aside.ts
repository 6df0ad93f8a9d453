import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { limitedProcess } from './limited-process.ts'

/** What a module may take: seconds of CPU, and MB in all and of its JavaScript objects. */
export type AsideLimits = {
  readonly cpuSeconds: number
  readonly memoryMb: number
  readonly heapMb: number
}

/** What came of it: the module's answer, or which limit ended it. */
export type Aside = { readonly answer: unknown } | { readonly over: 'time' | 'memory' }

const Message = z.union([z.object({ answer: z.unknown() }), z.object({ failure: z.string() })])
const lookMs = 100
/** How much longer than its time of CPU a module may take: waiting for a core is no fault of its input. */
const patience = 5
/** V8 ends a process whose heap is full; the kernel one that takes too much of memory or CPU. */
const overBySignal = { SIGABRT: 'memory', SIGTRAP: 'memory', SIGKILL: 'memory', SIGXCPU: 'time' }

const code = join(import.meta.dirname, '../../../..')

/**
 * Asks a module that answers with `answerAside`, in a process of its own, which reads our code and `reads`,
 * writes nothing and starts nothing. For input that a stranger made: whatever a parser does with it, we go
 * on. A thread would not do: V8 ends the whole process now and then when threads with code of their own end.
 * @throws what the module threw
 */
export async function askAside(
  module: URL,
  question: unknown,
  { cpuSeconds, memoryMb, heapMb }: AsideLimits,
  reads: readonly string[] = [],
): Promise<Aside> {
  const readable = ['node_modules', 'packages', 'contexts'].map((folder) => join(code, folder))
  const child = limitedProcess(
    fileURLToPath(module),
    [
      '--permission',
      ...[...readable, ...reads].map((path) => `--allow-fs-read=${path}`),
      '--no-addons',
      `--max-old-space-size=${heapMb}`,
    ],
    cpuSeconds,
  )
  let watch: NodeJS.Timeout | undefined
  try {
    return await new Promise<Aside>((resolve, reject) => {
      child.on('error', reject)
      child.once('message', (message) => {
        // A file that has taken the process over may say anything; thrown here, it would end us.
        const { data: said } = Message.safeParse(message)
        if (said && 'answer' in said) resolve({ answer: said.answer })
        else reject(new Error(said ? said.failure : 'A process said what we don’t understand'))
      })
      child.once('exit', (status, signal) => {
        const over = signal && Object(overBySignal)[signal]
        if (over) resolve({ over })
        else reject(new Error(`A process ended without an answer (${signal ?? status})`))
      })
      const started = performance.now()
      watch = setInterval(async () => {
        if (performance.now() - started > cpuSeconds * patience * 1000) resolve({ over: 'time' })
        else if ((await residentMb(child)) > memoryMb) resolve({ over: 'memory' })
      }, lookMs)
      child.send(Object(question), (error) => error && reject(error))
    })
  } finally {
    clearInterval(watch)
    await ended(child)
  }
}

/** Linux alone says it without another process; elsewhere only the heap is limited. */
async function residentMb({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}
