import { areHere, runCommand } from '../command.ts'
import { expectedFailures } from './expected-failures.ts'
import { startReceiver, startService } from './house.ts'
import { suites } from './suites.ts'

// Public clients in other languages against our webhook service, each with the version it names.
// `npm run test:clients -- python` runs one language; without a word, all whose toolchain is here.

const [only] = process.argv.slice(2)

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
    if (!areHere(suite.tools)) {
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
        isWell = await runCommand(step, folder, given, (line) => {
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
