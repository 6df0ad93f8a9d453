import { existsSync, readFileSync } from 'node:fs'
import { titlesOf } from '@countersign/kit/testing-titles'
import { parse } from 'csv-parse/sync'

/**
 * Checks `security/asvs.csv`: each requirement of OWASP ASVS 5.0 that applies to us names the test that proves
 * it, or the reason why there is none. Prints the rows with neither and those that are open; fails when a row
 * has neither, or names a test that does not exist.
 */
type Row = { id: string; requirement: string; test: string; title: string; reason: string }

const rows: Row[] = parse(readFileSync(new URL('security/asvs.csv', import.meta.url), 'utf8'), {
  columns: true,
})

const problemOf = ({ test, title, reason }: Row): string | undefined => {
  if (!test) return reason ? undefined : 'names neither a test nor a reason'
  if (!existsSync(test)) return `names a file that does not exist: ${test}`
  return titlesOf(readFileSync(test, 'utf8')).some((one) => one.includes(title))
    ? undefined
    : `names no test of ${test}: ${title}`
}

const wrong = rows.flatMap((row) => {
  const problem = problemOf(row)
  return problem ? [`${row.id} ${problem}`] : []
})
const open = rows.filter(({ reason }) => reason.startsWith('open:'))
const proved = rows.filter(({ test }) => test)
for (const { id, requirement, reason } of open) console.log(`${id}  ${requirement} (${reason})`)
for (const line of wrong) console.error(line)
console.log(
  `${rows.length} requirements: ${proved.length} proved by a test, ${open.length} open, ` +
    `${rows.length - proved.length - open.length} with another reason, ${wrong.length} wrong`,
)
process.exit(wrong.length === 0 ? 0 : 1)
