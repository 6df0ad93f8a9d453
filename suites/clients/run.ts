import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expectedFailures } from './expected-failures.ts'
import { startReceiver, startService } from './house.ts'
import { type Suite, suites } from './suites.ts'

// Public clients in other languages against our webhook service, each with the version it names.
// `npm run test:clients -- python` runs one language; without a word, all whose toolchain is here.

const perSuiteMs = 5 * 60_000
const [only] = process.argv.slice(2)

const isHere = ({ tools }: Suite) =>
  tools.every(
    ([command = '', ...args]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0,
  )

/** Runs a command; its lines go to `onLine`. @returns whether it ended well and in time */
async function run(
  command: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>>,
  onLine: (line: string) => void,
): Promise<boolean> {
  const [file = '', ...args] = command
  const child = spawn(file, args, {
    ...{ cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: perSuiteMs, killSignal: 'SIGKILL' },
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

let passed = 0
let failed = 0

function report(suite: string, line: string): void {
  const [, not, name = '', reason = ''] = /^(not )?ok - ([^:]+)(?:: (.*))?$/.exec(line) ?? []
  if (name === '') return
  const expected = expectedFailures[`${suite}: ${name}`]
  const isGood = (not === undefined) === (expected === undefined)
  if (isGood) passed++
  else failed++
  if (not && expected) console.log(`${suite}: ${name}: fails as expected: ${expected}`)
  else if (not) console.log(`${suite}: ${name}: FAILED: ${reason}`)
  else if (expected) console.log(`${suite}: ${name}: PASSED though it is listed as failing`)
}

const service = await startService()
const receiver = await startReceiver()
try {
  for (const suite of suites) {
    const { name, folder, steps, environment = {} } = suite
    if (only && !name.startsWith(only)) continue
    if (!isHere(suite)) {
      console.log(`${name}: skipped, its toolchain is not here`)
      continue
    }
    const started = performance.now()
    const before = passed + failed
    const given = {
      ...{ SERVER_URL: service.url, TOKEN: service.token(), RECEIVER_URL: receiver.url },
      ...environment,
    }
    const said: string[] = []
    let isWell = true
    for (const step of steps)
      if (isWell)
        isWell = await run(step, folder, given, (line) => {
          said.push(line)
          report(name, line)
        })
    const count = passed + failed - before
    if (!isWell || count === 0) {
      failed++
      console.log(`${name}: FAILED to run to its end\n${said.slice(-30).join('\n')}`)
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${name}: ${count} checks in ${seconds} s`)
  }
} finally {
  receiver.stop()
  await service.stop()
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
