import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { guardRun } from '@countersign/kit/testing-run'
import { chromiumPath, headlessShell } from './chromium.ts'
import { type VitestReport, vitestReportFile } from './vitest.report.ts'

/**
 * All tests: those in the process by Vitest, then the journeys in a real browser by Playwright.
 * Ends with one line that counts both. Arguments go to Vitest, and then only it runs.
 */
const filters = process.argv.slice(2)
mkdirSync('.cache', { recursive: true })
// Dozens of servers are started; each takes a second less where the source is compiled already.
process.env.NODE_COMPILE_CACHE ??= resolve('.cache/node')
guardRun()

const ended: string[] = []

/** @returns whether the command succeeded; how it ended is kept if it did not */
function run(command: string, ...args: string[]): boolean {
  const { status, signal, error } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) ended.push(`${command} ended with ${error?.message ?? signal ?? status}`)
  return status === 0
}

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

type PlaywrightReport = { stats: { expected: number; unexpected: number } }
const browserReportFile = '.cache/e2e.json'

const read = (file: string) =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined

// A run that dies early must not be judged by the reports of the one before.
for (const file of [vitestReportFile, browserReportFile]) rmSync(file, { force: true })

// Servers that the tests start serve the built app.
const built = run('node', 'apps/web/build.ts')
const vitestOk = built && run('vitest', 'run', ...filters)
let browserOk = built
if (built && filters.length === 0) {
  installChromium()
  browserOk = run('playwright', 'test')
}

const vitest: VitestReport | undefined = read(vitestReportFile)
const browser: PlaywrightReport | undefined = read(browserReportFile)
const passed = (vitest?.passed ?? 0) + (browser?.stats.expected ?? 0)
// A suite that does not even load has no failed test of its own, yet it failed.
const failed = Math.max(
  (vitest?.failed ?? 0) + (browser?.stats.unexpected ?? 0),
  vitestOk && browserOk ? 0 : 1,
)
// The journeys print thousands of lines after Vitest's report: what failed is said again at the end.
for (const failure of [...(vitest?.failures ?? []), ...ended]) console.log(`\nFailed: ${failure}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
