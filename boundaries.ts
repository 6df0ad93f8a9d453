import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { posix as path } from 'node:path'
import { permissions } from '@countersign/contracts'

/** The boundaries of CONTRIBUTING.md that no other check of `check.ts` holds: `node boundaries.ts`. */

/**
 * What the files of `within` may not import or contain, but for `except`. A relative import is given as
 * its path from the root. Tests and fixtures are free.
 */
type Rule = {
  readonly says: string
  readonly within: RegExp
  readonly except?: RegExp
  readonly imports?: RegExp
  readonly contains?: RegExp
}

/** Permissions, but for the one that is a word of its own. */
const permissionNames = permissions.filter((permission) => permission.includes('.'))

const rules: readonly Rule[] = [
  {
    says: 'A context imports no other context',
    within: /^contexts\//,
    imports: /^@countersign\/(?!contracts\b|kit\/)/,
  },
  {
    says: 'Rules are pure: they import contracts and other rules',
    within: /^contexts\/.*\.rules\.ts$/,
    imports: /\.(store|operations|worker)\.ts$|^(kysely|pg|fastify|undici|node:)/,
  },
  {
    says: 'Stores speak SQL and know nothing of requests',
    within: /\.store\.ts$/,
    imports: /\.operations\.ts$|^fastify/,
  },
  {
    says: 'SQL stands in stores and seeds',
    within: /^(apps|contexts)\//,
    except: /\.(store|seed)\.ts$|\/(tables|database-clock)\.ts$|^apps\/server\/src\/database\.ts$/,
    contains:
      /\bsql[`<]|\.(selectFrom|insertInto|updateTable|deleteFrom)\(|[`'"]\s*(select|insert into|update [\w."]+ set|delete from|with \w+ as)\s/,
  },
  {
    says: 'The server composes: no rules, stores or operations of its own',
    within: /^apps\/server\/.*\.(rules|store|operations)\.ts$/,
    contains: /^/,
  },
  {
    says: 'HTTP is served by kit/http and composed in apps/server',
    within: /^(apps|contexts|packages|clients)\//,
    except: /^apps\/server\/|^packages\/kit\/src\/(http|testing)\//,
    imports: /^@?fastify\b/,
  },
  {
    says: 'Calls to the outside go through kit/egress',
    within: /^(contexts|packages)\//,
    except: /^packages\/kit\/src\/(egress|testing|embedded-postgres)\/|\/(document-)?scan\.ts$/,
    imports: /^(undici|node:(https|http2|tls|dns|dns\/promises|dgram))$/,
    contains: /(?<![\w.])fetch\(|\b(net|http)\.(connect|createConnection|request)\(/,
  },
  {
    says: 'Random choices are injected; only secrets and ids are drawn, from node:crypto',
    within: /^(contexts|packages)\//,
    except: /^packages\/kit\/src\/testing\//,
    contains: /\bMath\.random\b/,
  },
  {
    says: 'The clock is injected',
    within: /^(contexts|packages)\//,
    except:
      /^packages\/kit\/src\/(embedded-postgres|testing)\/|^packages\/kit\/src\/http\/(http|client-error)\.ts$|\/(database-)?clock\.ts$/,
    contains: /\bDate\.now\b|\bnew Date\(\)/,
  },
  {
    says: 'The environment is read by main.ts alone',
    within: /^(apps\/server|contexts|packages)\//,
    except: /^apps\/server\/src\/main\.ts$|^packages\/kit\/src\/(testing\/|egress\/hosts-file)/,
    contains: /\bprocess\.env\b/,
  },
  {
    says: 'The webhook screens know no router, no session and no API of the product',
    within: /^apps\/web\/src\/webhooks\//,
    imports: /^apps\/web\/src\/(?!webhooks\/|ui\/|query\/)|^@tanstack\/react-router/,
  },
  {
    says: 'Screens name the operation they call, never its permission: useCan(api.tx.list)',
    within: /^apps\/web\/src\//,
    // Some operations are called like a permission.
    except: /\/audit\/words\.ts$/,
    contains: new RegExp(`['"](${permissionNames.join('|')})['"]`),
  },
  {
    says: 'ui/ knows no routes and no API',
    within: /^apps\/web\/src\/ui\//,
    imports: /^apps\/web\/src\/(?!ui\/)|^@countersign\/kit|^@tanstack/,
  },
]

const largestFolder = 40

const isTest = (file: string) => /\.(test|fixture)\.tsx?$/.test(file)
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /^(apps|contexts|packages|clients)\/[^/]+\/src\/.*\.tsx?$/.test(file))
  .filter((file) => !file.endsWith('.gen.ts'))
const kit: { exports: Record<string, string> } = JSON.parse(
  readFileSync('packages/kit/package.json', 'utf8'),
)
const publicOfKit = new Set(
  Object.values(kit.exports).map((file) => path.join('packages/kit', file)),
)

/** Whether a file may import another of its package: of its own folder, of one around it, or an entry point. */
function isOpen(from: string, to: string): boolean {
  const folder = path.dirname(to)
  return (
    `${path.dirname(from)}/`.startsWith(`${folder}/`) ||
    /\/index\.tsx?$/.test(to) ||
    publicOfKit.has(to) ||
    to.startsWith('apps/web/src/ui/') ||
    (isTest(from) && to.endsWith('.fixture.ts'))
  )
}

/** An export without JSDoc; an enum has its list's. */
const undocumented =
  /(?<!\*\/\n(?:\/\/.*\n)*)^export (?:async )?(?:const|function|class) (\w+)\b(?! = z\.enum\()/gm

const found: string[] = []
for (const file of files) {
  const source = readFileSync(file, 'utf8')
  if (file.startsWith('packages/') && !isTest(file))
    for (const [, name] of source.matchAll(undocumented))
      found.push(`An export of contracts and kit has JSDoc: ${name} in ${file}`)
  const text = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  const rooted = (name: string) =>
    name.startsWith('.') ? path.join(path.dirname(file), name) : name
  const named = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, name = '']) => rooted(name))
  const whole = named(/(?:\bfrom|\bimport)\s*'([^']+)'/g)
  // A screen is loaded when it is opened, by its own file: an index.ts would bring its folder along.
  const imports = [...whole, ...named(/\bimport\s*\(\s*'([^']+)'/g)]
  for (const { says, within, except, imports: forbidden, contains } of isTest(file) ? [] : rules) {
    if (!within.test(file) || except?.test(file)) continue
    const wrong = imports.find((name) => forbidden?.test(name)) ?? contains?.exec(text)?.[0]
    if (wrong !== undefined) found.push(`${says}: ${file} (${wrong.trim()})`)
  }
  for (const to of whole.filter((one) => /^\w+\/.*\/src\//.test(one))) {
    if (!isOpen(file, to)) found.push(`A folder is imported by its index.ts: ${file} imports ${to}`)
  }
}
const folders = Map.groupBy(files, (file) => path.dirname(file))
for (const [folder, { length }] of folders)
  if (length > largestFolder)
    found.push(`A folder has at most ${largestFolder} files: ${folder} has ${length}`)

for (const line of found) console.error(line)
if (found.length > 0) process.exit(1)
