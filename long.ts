import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { guardRun } from '@countersign/kit/testing-run'
import { runCommand } from './suites/command.ts'

/**
 * The checks that take too long for every commit. `npm run test:long` runs all of them in full;
 * `-- --part NAME` runs one, `-- --share 0.1` a tenth of each. What is drawn at random follows `--seed`,
 * which is printed, so that a failing draw can be repeated.
 */
type Part = {
  /** What it checks, for the list of parts. */
  readonly about: string
  /** The commands, one after the other. They find the draw in TEST_VOLUME (the share) and TEST_SEED. */
  readonly commands: () => string[][]
}

/** Tests that scale with the volume say so by what they import. */
const scaledTests = () =>
  execFileSync('git', ['grep', '-l', '@countersign/kit/testing-volume', '--', '*.test.ts'], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n')

const scaledScreens = ['e2e/shell/states.e2e.ts', 'e2e/webhooks/portal-language.e2e.ts']

const parts: Readonly<Record<string, Part>> = {
  suites: {
    about:
      'the tests of which `npm test` runs a fifth: fuzzing, isolation, crashes, hostile scripts',
    commands: () => [['vitest', 'run', ...scaledTests()]],
  },
  openapi: {
    about: 'requests that schemathesis generates from both OpenAPI documents, as five callers',
    commands: () => [
      ['node', 'apps/web/build.ts'],
      ['node', 'suites/openapi/run.ts'],
    ],
  },
  mutants: {
    about: 'faults planted one by one, each to be found by the tests that are nearest',
    commands: () => [['node', 'mutants/main.ts']],
  },
  screens: {
    about:
      'every screen in every state, and in full every journey, judged by axe: `npm test` asks it for a fifth',
    commands: () => [
      ['node', 'apps/web/build.ts'],
      ['playwright', 'test', ...(share === 1 ? [] : scaledScreens)],
    ],
  },
}

const { values } = parseArgs({
  options: {
    part: { type: 'string', multiple: true },
    share: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const share = Number(values.share)
const names = values.part ?? Object.keys(parts)
const unknown = names.find((name) => !(name in parts))
if (unknown !== undefined || !(share > 0 && share <= 1)) {
  console.error('Usage: npm run test:long -- [--part NAME]… [--share 0.1] [--seed N]\n\nParts:')
  for (const [name, { about }] of Object.entries(parts)) console.error(`  ${name}: ${about}`)
  process.exit(2)
}

const saidAgain = 60

guardRun()
console.log(`test:long: share ${share}, seed ${values.seed}`)
const env = { TEST_VOLUME: String(share), TEST_SEED: values.seed }
/** The last lines of each part that failed: those after it print thousands. */
const endings: string[] = []
for (const name of names) {
  const started = performance.now()
  const lines: string[] = []
  const say = (line: string) => {
    console.log(line)
    lines.push(line)
  }
  let ok = true
  for (const command of parts[name]?.commands() ?? [])
    ok &&= await runCommand(command, '.', env, say, 0)
  const seconds = Math.round((performance.now() - started) / 1000)
  say(`test:long ${name}: ${ok ? 'ok' : 'failed'} (${seconds} s, seed ${values.seed})`)
  if (!ok) endings.push(lines.slice(-saidAgain).join('\n'))
}
for (const ending of endings) console.log(`\nFailed:\n${ending}`)
process.exit(endings.length === 0 ? 0 : 1)
