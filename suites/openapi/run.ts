import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { drawn, scaled, seed, volume } from '@countersign/kit/testing-volume'
import { startServer } from '../../e2e/start.ts'
import { startService } from '../clients/house.ts'
import { areHere, pythonPackages, runCommand } from '../command.ts'
import { type Caller, callers } from './callers.ts'
import { knownFailures } from './known-failures.ts'

// Both OpenAPI documents against the running services, with requests that schemathesis generates. A part
// of `npm run test:long`: TEST_SEED decides what is drawn, TEST_VOLUME how much of it and for how many
// callers. A name as argument runs that caller alone.

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const cache = here('../../.cache/openapi/')
const venv = `${cache}schemathesis`
const { tools, steps } = pythonPackages(venv, ['schemathesis==4.32.5'], 10)
const [only] = process.argv.slice(2)

/** What a run reports: https://schemathesis.readthedocs.io/en/stable/reference/reports/ */
type Report = {
  complete: boolean
  operations: { total: number; tested: number }
  test_cases: { generated: number }
  errors: unknown[]
  failures: { code: string; title: string; operations: string[] }[]
}

/**
 * The document as it is over http, where the cookie has another name. OAuth's scheme is described as the
 * bearer token that it ends in, so that schemathesis knows what to leave out.
 */
async function writeDocument(name: string): Promise<string> {
  const document = JSON.parse(await readFile(here(`../../docs/api/${name}.json`), 'utf8'))
  const { session, client } = document.components.securitySchemes
  if (session) session.name = 'countersign'
  if (client) document.components.securitySchemes.client = { type: 'http', scheme: 'bearer' }
  const path = `${cache}${name}.openapi.json`
  await writeFile(path, JSON.stringify(document))
  return path
}

/** @returns whether nothing failed but what is known */
async function check({ name, document, url, environment = {}, token }: Caller): Promise<boolean> {
  const path = `${cache}${name}.report.json`
  const output: string[] = []
  await runCommand(
    [
      `${venv}/bin/schemathesis`,
      ...['--config-file', here('schemathesis.toml')],
      ...['run', await writeDocument(document), '--url', url, '--no-color'],
      ...['--checks', 'all', '--exclude-checks', 'positive_data_acceptance'],
      ...['--seed', String(seed), '--max-examples', String(scaled(50, 3))],
      ...['--continue-on-failure', '--suppress-health-check', 'all', '--warnings', 'off'],
      ...['--generation-database', 'none', '--report', 'json', '--report-json-path', path],
      ...(token ? ['--header', `Authorization: Bearer ${token}`] : []),
    ],
    cache,
    {
      ...environment,
      SCHEMATHESIS_HOOKS: 'hooks',
      PYTHONPATH: here('.'),
      PYTHONDONTWRITEBYTECODE: '1',
    },
    (line) => output.push(line),
  )
  const report: Report = JSON.parse(await readFile(path, 'utf8'))
  const found = report.failures.flatMap(({ code, title, operations }) =>
    operations.map((operation) => ({ key: `${code} ${operation}`, title })),
  )
  const unknown = found.filter(({ key }) => knownFailures[key] === undefined)
  const { operations, test_cases, complete, errors } = report
  const isWell = complete && errors.length === 0 && unknown.length === 0
  console.log(
    `openapi ${name}: ${isWell ? 'ok' : 'FAILED'}: ${test_cases.generated} requests to ` +
      `${operations.tested} operations, ${unknown.length} failures, ${found.length - unknown.length} known`,
  )
  for (const { key, title } of unknown) console.log(`  ${key}: ${title}`)
  if (!isWell) console.log(output.map((line) => line.slice(0, 400)).join('\n'))
  return isWell
}

if (!areHere(tools)) {
  console.log('openapi: skipped, Python 3.10 is not here')
  process.exit(0)
}
await mkdir(cache, { recursive: true })
// What earlier runs found would be tried again, whatever the seed.
await rm(`${cache}.schemathesis`, { recursive: true, force: true })
for (const step of steps)
  if (!(await runCommand(step, cache, {}, console.log))) throw new Error('No schemathesis')
const [product, service] = [await startServer(), await startService()]
let isWell = true
try {
  const all = callers(product.url, service.url, service.token)
  const chosen = only ? all.filter(({ name }) => name === only) : drawn(all, 2)
  for (const caller of volume < 1 ? chosen : all) isWell = (await check(caller)) && isWell
} finally {
  await product.stop()
  await service.stop()
}
process.exit(isWell ? 0 : 1)
