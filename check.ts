import { spawnSync } from 'node:child_process'

/** The static checks, in the order in which they are quickest to fail. `npm run check -- NAME` runs one. */
const checks: Record<string, string[]> = {
  format: ['biome', 'ci', '--error-on-warnings', '--colors=off'],
  boundaries: ['node', 'boundaries.ts'],
  types: ['tsc', '-b'],
  unused: ['knip'],
  dependencies: ['knip', '--strict', '--dependencies'],
  lockfile: [
    ...['lockfile-lint', '--path', 'package-lock.json', '--type', 'npm'],
    ...['--validate-https', '--allowed-hosts', 'npm', '--validate-integrity'],
  ],
  components: ['node', 'sbom.ts'],
  asvs: ['node', 'asvs.ts'],
  derived: ['node', 'apps/server/src/derive/main.ts'],
  redocly: ['redocly', 'lint', 'docs/api/product.json', 'docs/api/webhooks.json'],
  spectral: ['spectral', 'lint', '--quiet', 'docs/api/product.json', 'docs/api/webhooks.json'],
  diff: ['git', 'diff', '--exit-code', '--stat', '--', 'docs/api', '*.gen.ts', '*/tsconfig.json'],
}

const [only] = process.argv.slice(2)
for (const [name, [command = '', ...args]] of Object.entries(checks)) {
  if (only && only !== name) continue
  const started = performance.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`check ${name}: ${status === 0 ? 'ok' : 'failed'} (${seconds} s)`)
  if (status !== 0) process.exit(1)
}
