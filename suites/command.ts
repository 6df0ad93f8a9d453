import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'

const perCommandMs = 20 * 60_000

/** Whether commands succeed, which is so where their toolchain is. */
export const areHere = (tools: readonly (readonly string[])[]) =>
  tools.every(
    ([command = '', ...args]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0,
  )

/** Runs a command; its lines go to `onLine`. `limitMs` 0 is no limit. @returns whether it ended well and in time */
export async function runCommand(
  command: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>>,
  onLine: (line: string) => void,
  limitMs = perCommandMs,
): Promise<boolean> {
  const [file = '', ...args] = command
  const child = spawn(file, args, {
    ...{ cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: limitMs, killSignal: 'SIGKILL' },
    env: { ...process.env, ...environment },
  })
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface(stream).on('line', onLine)
  return new Promise((resolve) => {
    child.on('error', (error) => {
      onLine(error.message)
      resolve(false)
    })
    child.on('close', (code) => resolve(code === 0))
  })
}

/** How packages from PyPI come into a virtual environment of their own. `minor` is that of Python 3. */
export const pythonPackages = (venv: string, packages: readonly string[], minor: number) => ({
  tools: [['python3', '-c', `import sys, venv; assert sys.version_info >= (3, ${minor})`]],
  steps: [
    ['python3', '-m', 'venv', venv],
    [`${venv}/bin/pip`, 'install', '--quiet', '--disable-pip-version-check', ...packages],
  ],
})
