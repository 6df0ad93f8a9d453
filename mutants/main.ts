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
import { copyOf, type Place, type Result } from './place.ts'

/**
 * Plants faults one by one, drawn by `TEST_SEED`, and runs the tests that are nearest to each: 600 with
 * `TEST_VOLUME=1`, and then all tests of its package; fewer faults and only the nearest tests with less.
 * Prints each as it is tried, and the share that they find by folder. Fails when they find less than nine in ten of a
 * full draw. `npm run mutants -- contexts/billing` draws from the files alone whose paths begin so.
 */
const full = 600
const testsPerFault = 10
const aim = 0.9
/** A part of the draw begins with no more faults after this time: slow machines try fewer. */
const partMs = 10 * 60_000

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
/** Row-level security hides what a statement forgets to ask. */
const askedFirst = 'lint/tenant-first.test.ts'
function testsFor(fault: Planted): string[] {
  if (isMigration(fault)) return policyTests
  const near = nearestTests(fault.file, { files: sources, imports, root }, testsPerFault)
  return fault.what === '.where() is dropped' ? [askedFirst, ...near] : near
}

const postgres = await testPostgres()
const environment = {
  TEST_POSTGRES: postgres.url,
  TEST_VOLUME: '0.05',
  TEST_SEED: String(seed),
  NODE_COMPILE_CACHE: join(root, '.cache/node'),
}
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
/** Which of these pass without a fault: one that doesn’t finds none. */
async function sound(place: Place, tests: readonly string[]): Promise<string[]> {
  const good: string[] = []
  for (const test of tests) {
    const passes =
      healthy.get(test) ?? place.run([test], environment).then(({ result }) => result === 'passed')
    healthy.set(test, passes)
    if (await passes) good.push(test)
  }
  return good
}

/** What these tests make of a fault, without those that fail anyway. */
async function judge(place: Place, fault: Planted, tests: readonly string[]): Promise<Result> {
  const source = readFileSync(join(root, fault.file), 'utf8')
  const run = async (among: readonly string[]) => {
    await place.write(fault.file, planted(source, fault))
    const first = await place.run(among, environmentOf(fault))
    // A busy machine can be the cause.
    const outcome = first.result === 'late' ? await place.run(among, environmentOf(fault)) : first
    await place.write(fault.file, source)
    return outcome
  }
  let left = tests
  while (left.length > 0) {
    const { result, failed } = await run(left)
    if (result === 'passed') return result
    const blamed = failed.length > 0 ? failed : left
    if ((await sound(place, blamed)).length > 0) return result
    left = left.filter((test) => !blamed.includes(test))
  }
  return 'passed'
}

type Judged = {
  readonly fault: Planted
  readonly killed: boolean
  /** The tests hang with it: they didn’t end in time, twice. */
  readonly hangs: boolean
}
const judged: Judged[] = []
const queue = [...chosen]
const since = performance.now()
const isTimeUp = () => volume < 1 && performance.now() - since > partMs
async function work(): Promise<void> {
  const place = await copyOf(root, files)
  for (let fault = queue.shift(); fault && !isTimeUp(); fault = queue.shift()) {
    const begun = performance.now()
    const tests = testsFor(fault)
    const near = await judge(place, fault, tests)
    const result =
      near === 'passed' && volume === 1 ? await judge(place, fault, otherTests(fault)) : near
    const killed = result !== 'passed'
    judged.push({ fault, killed, hangs: result === 'late' })
    const seconds = ((performance.now() - begun) / 1000).toFixed(0)
    console.log(
      `${judged.length} of ${chosen.length}: ${killed ? 'found' : 'survived'}: ${fault.file}:${fault.line} ${fault.what} (${tests.length} test files, ${seconds} s)`,
    )
  }
  await place.remove()
}
await Promise.all([work(), work()])
await postgres.stop()

for (const [test, passes] of healthy)
  if (!(await passes)) console.log(`fails without any fault: ${test}`)
const folders = Map.groupBy(judged, ({ fault }) => dirname(fault.file))
for (const [folder, all] of [...folders].sort())
  console.log(`${folder}: ${all.filter(({ killed }) => killed).length} of ${all.length} found`)
const share = judged.filter(({ killed }) => killed).length / judged.length
const hanging = judged.filter(({ hangs }) => hangs).length
console.log(
  `mutants: ${(share * 100).toFixed(1)} % of ${judged.length} found, ${hanging} of them by tests that hang, seed ${seed}`,
)
// Without the rest of the package the share is lower, and a few faults tell little.
process.exit(share >= (volume === 1 ? aim : 0.25) ? 0 : 1)
