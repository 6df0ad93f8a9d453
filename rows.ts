import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rowsOf, titlesOf } from '@countersign/kit/testing-titles'

/** Prints the rows of the specification that no test names at the start of its title. */
const rows = readFileSync(new URL('docs/rows.md', import.meta.url), 'utf8')
const tests = execFileSync('git', ['ls-files', '*.test.ts', '*.e2e.ts'], {
  encoding: 'utf8',
})
const named = new Set(
  tests
    .split('\n')
    .filter(Boolean)
    .flatMap((file) => titlesOf(readFileSync(file, 'utf8')))
    .flatMap(rowsOf),
)
const missing = [...rows.matchAll(/^- ([A-Z]{2}-\d{2}) (.*)$/gm)].filter(
  ([, id]) => id && !named.has(id),
)
for (const [, id, text] of missing) console.log(`${id}  ${text}`)
console.log(`${missing.length} rows without a test`)
