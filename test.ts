import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { guardRun } from '@countersign/kit/testing-run'
import { chromiumPath, headlessShell } from './chromium.ts'

/**
 * All tests: those in the process by Vitest, then the journeys in a real browser by Playwright.
 * Ends with one line that counts both. Arguments go to Vitest, and then only it runs.
 */
const filters = process.argv.slice(2)
mkdirSync('.cache', { recursive: true })
// Dozens of servers are started; each takes a second less where the source is compiled already.
process.env.NODE_COMPILE_CACHE ??= resolve('.cache/node')
guardRun()

/** @returns whether the command succeeded */
const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'inherit' }).status === 0

function installChromium(): void {
  if (existsSync(headlessShell)) return
  console.log('Installing Chromium from Debian for the browser tests')
  const packages = ['chromium-headless-shell', 'fonts-liberation']
  run('apt-get', 'update', '-q')
  run('apt-get', 'install', '-y', '-q', '--no-install-recommends', ...packages)
  if (chromiumPath()) return
  console.error(`No ${headlessShell}, and it could not be installed. Install it and run again.`)
  process.exit(1)
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}
type PlaywrightReport = { stats: { expected: number; unexpected: number } }

function counts<T>(file: string, read: (report: T) => [passed: number, failed: number]) {
  if (!existsSync(file)) return [0, 1] as const
  return read(JSON.parse(readFileSync(file, 'utf8')))
}

/** @returns each failed test with its file and messages, as text */
function failuresOf(file: string): string[] {
  if (!existsSync(file)) return []
  const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'))
  return report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      if (failed.length === 0) return [`${name}\n${message}`]
      return failed.map((test) => [`${name}: ${test.fullName}`, ...test.failureMessages].join('\n'))
    })
}

const vitestOk = run(
  'vitest',
  ...['run', '--reporter=default', '--reporter=json', '--outputFile.json=.cache/vitest.json'],
  ...filters,
)
const vitest = counts<VitestReport>('.cache/vitest.json', (report) => [
  report.numPassedTests,
  report.numFailedTests,
])
const vitestFailures = vitestOk ? [] : failuresOf('.cache/vitest.json')
if (filters.length === 0) installChromium()
const browserOk =
  filters.length > 0 || (run('node', 'apps/web/build.ts') && run('playwright', 'test'))
const browser =
  filters.length > 0
    ? ([0, 0] as const)
    : counts<PlaywrightReport>('.cache/e2e.json', ({ stats }) => [stats.expected, stats.unexpected])

const passed = vitest[0] + browser[0]
// A suite that does not even load has no failed test of its own, yet it failed.
const failed = Math.max(vitest[1] + browser[1], vitestOk && browserOk ? 0 : 1)
// The journeys print thousands of lines after Vitest's report: what failed is said again at the end.
for (const failure of vitestFailures) console.log(`\nFailed: ${failure}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
