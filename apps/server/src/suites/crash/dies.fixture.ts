import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

/** Runs a program that is to die at a failpoint among its arguments. One that ends otherwise says why. */
export async function dies(program: URL, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(program), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(child.signalCode, errors).toBe('SIGKILL')
}
