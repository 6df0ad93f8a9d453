import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '@countersign/kit/testing-run'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const freePorts = {
  PORT: '0',
  WEBHOOKS_PORT: '0',
  IDP_PORT: '0',
  OPS_PORT: '0',
  RECEIVER_PORT: '0',
}

/** A process of ours, as an operator would start it. */
export type Started = {
  readonly child: ChildProcess
  /** The lines of its output so far. */
  readonly lines: string[]
  readonly errors: string[]
  /** The address of the line that begins with `name`, once it is printed. */
  address(name: string): Promise<string>
  /** Resolves with the exit code. */
  ended(): Promise<number | null>
  /** Asks it to end, and waits. */
  stop(): Promise<number | null>
}

/** Starts `main.ts` with a command, on free ports unless told otherwise. */
export function startProcess(command: string, environment: Record<string, string>): Started {
  const child = spawn(process.execPath, [main, command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...childEnvironment(), LOG_LEVEL: 'warn', ...freePorts, ...environment },
  })
  const lines: string[] = []
  const errors: string[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  createInterface(child.stderr).on('line', (line) => errors.push(line))
  // 'close' comes after the last line, 'exit' may come before.
  const closed = once(child, 'close').then(() => child.exitCode)
  const find = (name: string) => lines.find((line) => line.startsWith(`${name}: `))
  return {
    child,
    lines,
    errors,
    address: async (name) => {
      let over = false
      void closed.then(() => {
        over = true
      })
      for (;;) {
        const line = find(name)
        if (line) return line.slice(name.length + 2)
        if (over) throw new Error(`It ended before it was ready: ${errors.join('\n')}`)
        await Promise.race([once(child.stdout, 'data'), closed])
        // Lines are split after the data event.
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    ended: () => closed,
    stop: () => {
      child.kill('SIGTERM')
      return closed
    },
  }
}
