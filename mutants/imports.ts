import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Which modules and tests of the tree use which: through a folder's `index.ts` and by a package's name too. */
export type Imports = ReadonlyMap<string, ReadonlySet<string>>

const importing =
  /(?:^|\n)(?:import|export) (?:type )?(?:([\w$]+),? ?)?(?:\{([^}]*)\} )?from '([^']+)'/g
const defining = /(?:^|\n)export (?:default )?(?:async )?(?:const|let|function\*?|class) ([\w$]+)/g

/** Where names that come through an index may be from: the folder of the index, or the package. */
function placeOf(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier))
  const [, name = '', rest = ''] = /^@countersign\/([\w-]+)(\/.*)?$/.exec(specifier) ?? []
  if (name === 'contracts') return `packages/contracts/src${rest}/index.ts`
  const home = ['kit', 'pdf'].includes(name) ? 'packages' : 'contexts'
  return `${home}/${name}/src/index.ts`
}

/** The names of an import's braces, as the module that has them calls them; types are left out: no fault is in one. */
const namesIn = (braces: string): string[] =>
  braces
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('type '))
    .map((part) => part.replace(/ as .*/, ''))

/** @param files all TypeScript files of the tree at `root` */
export function importsOf(files: readonly string[], root: string): Imports {
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const definers = new Map<string, string[]>()
  for (const [file, source] of sources)
    for (const [, name = ''] of source.matchAll(defining))
      definers.set(name, [...(definers.get(name) ?? []), file])
  const users = new Map<string, Set<string>>()
  const add = (used: string, user: string) =>
    users.set(used, (users.get(used) ?? new Set()).add(user))
  for (const [file, source] of sources)
    for (const [, , braces = '', specifier = ''] of source.matchAll(importing)) {
      if (!/^(\.|@countersign\/)/.test(specifier)) continue
      const place = placeOf(file, specifier)
      if (!place.endsWith('/index.ts')) add(place, file)
      // What an index only hands on is used by those who take it from there.
      else if (!file.endsWith('/index.ts'))
        for (const name of namesIn(braces))
          for (const definer of definers.get(name) ?? [])
            if (definer.startsWith(`${dirname(place)}/`)) add(definer, file)
    }
  return users
}
