import { execFile, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

/** What became of tests: all passed, one failed, or they did not end in time. */
export type Result = 'passed' | 'failed' | 'late'

/** The result, and the files of the tests that failed, if they could be told. */
export type Outcome = { readonly result: Result; readonly failed: readonly string[] }

/** A copy of the tree in which faults are planted, one at a time. */
export type Place = {
  write(file: string, text: string): Promise<void>
  /** Runs these tests in their order until one fails. */
  run(tests: readonly string[], env: Readonly<Record<string, string>>): Promise<Outcome>
  remove(): Promise<void>
}

/** What Vitest's JSON says of each file. */
type Report = { testResults: { name: string; status: string }[] }

/** How long tests may take: some, and all of a package. */
const limitMs = { some: 120_000, all: 900_000 }

/**
 * Packages are hard links: what reads strangers' files may read its own tree alone, and no link that leads out of it.
 * @param files the tracked files of the tree at `root`
 */
export async function copyOf(root: string, files: readonly string[]): Promise<Place> {
  await mkdir(join(root, '.cache'), { recursive: true })
  const dir = await mkdtemp(join(root, '.cache/mutants-'))
  for (const file of files) {
    await mkdir(join(dir, dirname(file)), { recursive: true })
    await cp(join(root, file), join(dir, file))
  }
  const folders = new Set(files.filter((file) => file.endsWith('package.json')).map(dirname))
  for (const folder of folders)
    if (folder !== '.')
      await linkModules(join(root, folder, 'node_modules'), join(dir, folder, 'node_modules'))
  await promisify(execFile)('cp', ['-R', '-P', '-l', join(root, 'node_modules'), dir])
  return {
    write: (file, text) => writeFile(join(dir, file), text),
    run: (tests, env) => run(dir, tests, env),
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}

/** What a package has installed for itself. */
async function linkModules(from: string, to: string): Promise<void> {
  const names = await readdir(from).catch(() => [])
  if (names.length > 0) await mkdir(to)
  for (const name of names) await symlink(join(from, name), join(to, name))
}

function run(
  cwd: string,
  tests: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const report = join(cwd, '.cache/report.json')
  // What never comes about with a fault isn't waited for as long as on a busy machine.
  const patience = ['--testTimeout', '40000', '--hookTimeout', '40000']
  const args = [
    'run',
    '--bail',
    '1',
    '--maxWorkers',
    '1',
    '--reporter',
    'json',
    '--outputFile',
    report,
    ...patience,
    ...tests,
  ]
  // The tests must meet the Vitest that they import.
  const child = spawn(join(cwd, 'node_modules/.bin/vitest'), args, {
    ...{ cwd, detached: true, stdio: 'ignore' },
    env: { ...process.env, ...env, TEST_ORDER: tests.join(',') },
  })
  return new Promise((resolve) => {
    let isLate = false
    const stop = () => {
      isLate = true
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    }
    const timer = setTimeout(stop, tests.length > 10 ? limitMs.all : limitMs.some)
    child.once('error', () => resolve({ result: 'failed', failed: [] }))
    child.once('exit', async (code) => {
      clearTimeout(timer)
      if (isLate) return resolve({ result: 'late', failed: [] })
      if (code === 0) return resolve({ result: 'passed', failed: [] })
      resolve({ result: 'failed', failed: await failedOf(report, cwd) })
    })
  })
}

/** None where the run broke before or outside its tests. */
async function failedOf(report: string, cwd: string): Promise<string[]> {
  const text = await readFile(report, 'utf8').catch(() => '{ "testResults": [] }')
  const { testResults }: Report = JSON.parse(text)
  await rm(report, { force: true })
  return testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => relative(cwd, name))
}
