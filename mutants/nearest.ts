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

/**
 * The tests to try on a faulty module, nearest first: those named after it, those that import it, then the
 * same for the modules that use it.
 * @param most how many at most
 */
export function nearestTests(
  module: string,
  files: readonly string[],
  imports: Imports,
  most: number,
): string[] {
  const tests = files.filter(isTest)
  const folder = dirname(module)
  const namedAfter = (file: string) =>
    tests.filter((test) => dirname(test) === folder && stemOf(test) === stemOf(file))
  const found = new Set<string>(namedAfter(module))
  let ring = [module]
  for (let step = 0; step < 3 && found.size < most; step++) {
    const users = ring.flatMap((file) => [...(imports.get(file) ?? [])])
    for (const test of users.filter(isTest)) found.add(test)
    ring = users.filter((file) => !isTest(file) && !/fixture|\/index\.ts$/.test(file))
    for (const test of ring.flatMap(namedAfter)) found.add(test)
  }
  // Where nothing uses it by name: what begins with the same word.
  const [word = ''] = stemOf(module).split('-')
  for (const test of tests)
    if (dirname(test) === folder && stemOf(test).split('-')[0] === word) found.add(test)
  return [...found].slice(0, most)
}
