import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'

/**
 * All tests: those in the process by Vitest, and beside them the journeys in a real browser by
 * Playwright, which tell of themselves when Vitest has ended. Ends with one line that counts both.
 * Arguments go to Vitest, and then only it runs.
 */
const filters = process.argv.slice(2)
const chromium = '/usr/bin/chromium'
mkdirSync('.cache', { recursive: true })

/** @returns whether the command succeeded */
const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'inherit' }).status === 0

function installChromium(): void {
  if (existsSync(chromium)) return
  console.log('Installing Chromium from Debian for the browser tests')
  run('apt-get', 'update', '-q')
  run('apt-get', 'install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-liberation')
  if (existsSync(chromium)) return
  console.error('No /usr/bin/chromium, and it could not be installed. Install it and run again.')
  process.exit(1)
}

type VitestReport = { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number }
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number } }

function counts<T>(file: string, read: (report: T) => [passed: number, failed: number]) {
  if (!existsSync(file)) return [0, 1] as const
  return read(JSON.parse(readFileSync(file, 'utf8')))
}

/** @returns whether the command succeeded; it is heard at once, or when another has ended */
function start(command: string, args: string[], after: Promise<unknown>): Promise<boolean> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const waiting: Buffer[] = []
  let write = (chunk: Buffer) => void waiting.push(chunk)
  child.stdout.on('data', (chunk: Buffer) => write(chunk))
  after.then(() => {
    for (const chunk of waiting) process.stdout.write(chunk)
    write = (chunk) => void process.stdout.write(chunk)
  })
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)))
}

const isWhole = filters.length === 0
if (isWhole) installChromium()
const isBuilt = !isWhole || run('node', 'apps/web/build.ts')
const inProcess = start(
  'vitest',
  [
    'run',
    '--reporter=default',
    '--reporter=json',
    '--outputFile.json=.cache/vitest.json',
    ...filters,
  ],
  Promise.resolve(),
)
const inBrowser = isWhole && isBuilt ? start('playwright', ['test'], inProcess) : isBuilt
const [vitestOk, browserOk] = await Promise.all([inProcess, inBrowser])
const vitest = counts<VitestReport>('.cache/vitest.json', (report) => [
  report.numPassedTests,
  report.numFailedTests,
])
const browser = !isWhole
  ? ([0, 0] as const)
  : counts<PlaywrightReport>('.cache/e2e.json', ({ stats }) => [
      stats.expected + stats.flaky,
      stats.unexpected,
    ])

const passed = vitest[0] + browser[0]
// A suite that does not even load has no failed test of its own, yet it failed.
const failed = Math.max(vitest[1] + browser[1], vitestOk && browserOk ? 0 : 1)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
