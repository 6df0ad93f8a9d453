import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Prints the rows of the specification that no test names at the start of its title. */
const rows = readFileSync(new URL('docs/rows.md', import.meta.url), 'utf8')
const tests = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx', '*.e2e.ts'], {
  encoding: 'utf8',
})
const named = tests
  .split('\n')
  .filter(Boolean)
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
const missing = [...rows.matchAll(/^- ([A-Z]{2}-\d{2}) (.*)$/gm)].filter(
  ([, id]) => !named.includes(`[${id}]`),
)
for (const [, id, text] of missing) console.log(`${id}  ${text}`)
console.log(`${missing.length} rows without a test`)
