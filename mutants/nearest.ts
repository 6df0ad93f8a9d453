import { readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'

/** Which modules and tests of the tree import which, by relative path. */
export type Imports = ReadonlyMap<string, ReadonlySet<string>>

/** @param files all TypeScript files of the tree */
export function importsOf(files: readonly string[], root: string): Imports {
  const importers = new Map<string, Set<string>>()
  for (const file of files) {
    const source = readFileSync(join(root, file), 'utf8')
    for (const [, target = ''] of source.matchAll(/(?:from|import) '(\.[^']+)'/g)) {
      const imported = normalize(join(dirname(file), target))
      importers.set(imported, (importers.get(imported) ?? new Set()).add(file))
    }
  }
  return importers
}

const isTest = (file: string) => file.endsWith('.test.ts')
/** `document-name` of `document-name.rules.test.ts`. */
const stemOf = (file: string) => basename(file).replace(/\..*/, '')

const timesIn = (text: string, word: string) => text.toLowerCase().split(word).length - 1

/** How many tests are tried that only speak of the module, where few are nearer. */
const spoken = 6

/**
 * The tests to try on a faulty module, nearest first: those named after it, those that import it, then the
 * same for the modules that use it, then what speaks of it in its folder. Where that is not enough, those of
 * its context and of the server that speak of it most: a test that calls by HTTP imports nothing of it.
 * @param most how many at most
 */
export function nearestTests(
  module: string,
  { files, imports, root }: { files: readonly string[]; imports: Imports; root: string },
  most: number,
): string[] {
  const tests = files.filter(isTest)
  const folder = dirname(module)
  const namedAfter = (file: string) =>
    tests.filter((test) => dirname(test) === dirname(file) && stemOf(test) === stemOf(file))
  const found = new Set<string>(namedAfter(module))
  let ring = [module]
  for (let step = 0; step < 3 && found.size < most; step++) {
    const users = ring.flatMap((file) => [...(imports.get(file) ?? [])])
    for (const test of users.filter(isTest)) found.add(test)
    ring = users.filter((file) => !isTest(file) && !/fixture|\/index\.ts$/.test(file))
    for (const test of ring.flatMap(namedAfter)) found.add(test)
  }
  const parts = stemOf(module).split('-')
  /** Those that say most of the words, each counted the less the more often it comes. */
  const speaking = (among: readonly string[], words: readonly string[]) =>
    among
      .map((test) => {
        const text = readFileSync(join(root, test), 'utf8')
        const said = words.map((word) => Math.log1p(timesIn(text, word)))
        return { test, weight: said.reduce((sum, one) => sum + one, 0) }
      })
      .filter(({ weight }) => weight > 0)
      .sort((one, other) => other.weight - one.weight)
      .map(({ test }) => test)
  const inFolder = tests.filter((test) => dirname(test) === folder)
  for (const test of speaking(inFolder, parts.slice(0, 1))) found.add(test)
  if (found.size < spoken) {
    const [, context = folder] = /^(\w+\/[\w-]+\/)/.exec(module) ?? []
    const around = tests.filter(
      (test) => test.startsWith(context) || test.startsWith('apps/server/'),
    )
    const words = [basename(folder), ...parts]
    const far = [...speaking(inFolder, words), ...speaking(around, words)]
    for (const test of far.slice(0, spoken)) found.add(test)
  }
  return [...found].slice(0, most)
}
