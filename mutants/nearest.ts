import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Imports } from './imports.ts'

const isTest = (file: string) => file.endsWith('.test.ts')
const isFixture = (file: string) => file.endsWith('.fixture.ts')
/** `document-name` of `document-name.rules.test.ts`. */
const stemOf = (file: string) => basename(file).replace(/\..*/, '')

/** How many folders two files share, from the root. */
function sharedParts(one: string, other: string): number {
  const [a, b] = [one.split('/'), other.split('/')]
  const differs = a.findIndex((part, at) => part !== b[at])
  return differs === -1 ? a.length : differs
}

const timesIn = (text: string, word: string) => text.toLowerCase().split(word).length - 1

/** How many tests of the module's folder come before what uses it farther off. */
const beside = 4
/** A word that so few tests of a context say at all means the module that is called so. */
const telling = 3
/** How many tests are tried that only speak of the module, where few are nearer. */
const spoken = 6

/**
 * The tests to try on a faulty module, nearest first: those named after it, those that import it, a few that speak
 * of it in its folder, the few of its context that say a word of its name or call a module that uses it, then the
 * same for the modules that use it, then what speaks of it in its folder or reaches it through a fixture. Where that
 * is not enough, those of its context and of the server that speak of it most: a test that calls by HTTP imports
 * nothing of it.
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
  const direct = [...(imports.get(module) ?? [])].filter(isTest)
  const [, context = folder] = /^(\w+\/[\w-]+\/)/.exec(module) ?? []
  const inContext = tests.filter((test) => test.startsWith(context))
  const alone = parts.flatMap((word) => {
    const saying = speaking(inContext, [word])
    return saying.length <= telling ? saying : []
  })
  // `bulkReplay`, of a test that calls `bulk-replay.worker.ts` through the API.
  const calling = [...(imports.get(module) ?? [])].map(stemOf).flatMap((stem) => {
    const word = stem.replaceAll('-', '')
    const saying = stem.includes('-') ? speaking(inContext, [word]) : []
    return saying.length <= telling ? saying : []
  })
  const found = new Set<string>([
    ...namedAfter(module),
    ...direct,
    // What is called by HTTP is proved beside the module, not where a fixture comes by.
    ...speaking(inFolder, parts).slice(0, beside),
    ...alone,
    ...calling,
  ])
  let ring = [module]
  // What the server starts uses everything: its tests would come for each module alike.
  const sameSide = (file: string) => module.startsWith('apps/') || !file.startsWith('apps/server/')
  const throughFixtures = new Set<string>()
  for (let step = 0; step < 4 && found.size < most; step++) {
    const users = [...new Set(ring.flatMap((file) => [...(imports.get(file) ?? [])]))]
    for (const test of users.filter(isTest)) found.add(test)
    ring = users.filter((file) => !isTest(file) && !isFixture(file) && sameSide(file))
    for (const test of ring.flatMap(namedAfter)) found.add(test)
    for (const fixture of users.filter(isFixture))
      for (const test of imports.get(fixture) ?? []) if (isTest(test)) throughFixtures.add(test)
  }
  for (const test of speaking(inFolder, parts.slice(0, 1))) found.add(test)
  const words = [basename(folder), ...parts]
  const byPlace = [...throughFixtures].sort(
    (one, other) => sharedParts(other, module) - sharedParts(one, module),
  )
  for (const test of [...speaking(byPlace, words), ...byPlace]) found.add(test)
  if (found.size < spoken) {
    const around = [...inContext, ...tests.filter((test) => test.startsWith('apps/server/'))]
    const far = [...speaking(inFolder, words), ...speaking(around, words)]
    for (const test of far.slice(0, spoken)) found.add(test)
  }
  return [...found].slice(0, most)
}
