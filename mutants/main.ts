import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { seeded } from '@countersign/kit/seeded'
import { guardRun } from '@countersign/kit/testing-run'
import { scaled, seed, volume } from '@countersign/kit/testing-volume'
import { testPostgres } from '../vitest.setup.ts'
import { isEquivalent } from './equivalent.ts'
import { allFaults, type Planted } from './faults.ts'
import { importsOf } from './imports.ts'
import { nearestTests } from './nearest.ts'
import { planted } from './operators.ts'
import { copyOf, type Place } from './place.ts'

/**
 * Plants faults one by one, drawn by `TEST_SEED`, and runs the tests that are nearest to each: 600 with
 * `TEST_VOLUME=1`, and then all tests of its package; fewer faults and only the nearest tests with less.
 * Prints each as it is tried, and the share that they find by folder. Fails when they find less than nine in ten of a
 * full draw. `npm run mutants -- contexts/billing` draws from the files alone whose paths begin so.
 */
const full = 600
const testsPerFault = 10
const aim = 0.9

guardRun()
const root = join(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const sources = files.filter((file) => file.endsWith('.ts') || file.endsWith('.tsx'))
const imports = importsOf(sources, root)
const paths = process.argv.slice(2)
const every = allFaults(files, root)
  .filter(({ file }) => paths.length === 0 || paths.some((path) => file.startsWith(path)))
  .filter((fault) => !isEquivalent(fault))
const random = seeded(seed)
const chosen = every
  .map((fault) => ({ fault, at: random() }))
  .sort((a, b) => a.at - b.at)
  .slice(0, scaled(full))
  .map(({ fault }) => fault)
console.log(`mutants: ${chosen.length} of ${every.length} faults, seed ${seed}`)

const isMigration = ({ file }: Planted) => file.endsWith('.sql')
const policyTests = [
  'apps/server/src/suites/isolation/policies.test.ts',
  'apps/server/src/suites/access/policies.test.ts',
  'apps/server/src/suites/access/catalogue.test.ts',
]
const testsFor = (fault: Planted): string[] =>
  isMigration(fault)
    ? policyTests
    : nearestTests(fault.file, { files: sources, imports, root }, testsPerFault)

const postgres = await testPostgres()
const environment = { TEST_POSTGRES: postgres.url, TEST_VOLUME: '0.05', TEST_SEED: String(seed) }
/** What is planted in a migration must be migrated. */
const environmentOf = (fault: Planted) =>
  isMigration(fault) ? { ...environment, TEST_POSTGRES: '' } : environment

/** The rest of the package's tests, and the server's, which take minutes: a full draw alone asks them. */
const otherTests = (fault: Planted): string[] => {
  const [, folder = ''] = /^(\w+\/[\w-]+\/)/.exec(fault.file) ?? []
  const near = testsFor(fault)
  return sources
    .filter((file) => file.startsWith(folder) || file.startsWith('apps/server/'))
    .filter((file) => file.endsWith('.test.ts') && !near.includes(file))
}

const healthy = new Map<string, Promise<boolean>>()
/** A test that fails without a fault finds none. */
async function sound(place: Place, tests: readonly string[]): Promise<string[]> {
  const good: string[] = []
  for (const test of tests) {
    const passes =
      healthy.get(test) ?? place.run([test], environment).then((result) => result === 'passed')
    healthy.set(test, passes)
    if (await passes) good.push(test)
  }
  return good
}

type Outcome = {
  readonly fault: Planted
  readonly killed: boolean
  /** The tests hang with it: they didn’t end in time, twice. */
  readonly hangs: boolean
  readonly tests: number
}
const outcomes: Outcome[] = []
const queue = [...chosen]
async function work(): Promise<void> {
  const place = await copyOf(root, files)
  for (let fault = queue.shift(); fault; fault = queue.shift()) {
    const source = readFileSync(join(root, fault.file), 'utf8')
    const since = performance.now()
    const tests = await sound(place, testsFor(fault))
    const others = volume === 1 ? await sound(place, otherTests(fault)) : []
    await place.write(fault.file, planted(source, fault))
    const runAgainst = async (among: readonly string[]) => {
      if (among.length === 0) return 'passed'
      const result = await place.run(among, environmentOf(fault))
      // A busy machine can be the cause.
      return result === 'late' ? place.run(among, environmentOf(fault)) : result
    }
    const near = await runAgainst(tests)
    const result = near === 'passed' ? await runAgainst(others) : near
    await place.write(fault.file, source)
    const killed = result !== 'passed'
    outcomes.push({ fault, killed, hangs: result === 'late', tests: tests.length })
    const seconds = ((performance.now() - since) / 1000).toFixed(0)
    console.log(
      `${outcomes.length} of ${chosen.length}: ${killed ? 'found' : 'survived'}: ${fault.file}:${fault.line} ${fault.what} (${tests.length} test files, ${seconds} s)`,
    )
  }
  await place.remove()
}
await Promise.all([work(), work()])
await postgres.stop()

for (const [test, passes] of healthy)
  if (!(await passes)) console.log(`fails without any fault: ${test}`)
const folders = Map.groupBy(outcomes, ({ fault }) => dirname(fault.file))
for (const [folder, all] of [...folders].sort())
  console.log(`${folder}: ${all.filter(({ killed }) => killed).length} of ${all.length} found`)
const share = outcomes.filter(({ killed }) => killed).length / outcomes.length
const hanging = outcomes.filter(({ hangs }) => hangs).length
console.log(
  `mutants: ${(share * 100).toFixed(1)} % of ${outcomes.length} found, ${hanging} of them by tests that hang, seed ${seed}`,
)
// Without the rest of the package the share is lower, and a few faults tell little.
process.exit(share >= (volume === 1 ? aim : 0.25) ? 0 : 1)
