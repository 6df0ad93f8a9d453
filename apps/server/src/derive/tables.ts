import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ensureDatabase, startPostgres } from '@countersign/kit/embedded-postgres'
import { migrate } from '@countersign/kit/migrate'
import { allMigrations } from '../migrations.ts'

const root = new URL('../../../../', import.meta.url)

/** Migrates an empty database and writes the column types of each context into its `tables.gen.ts`. */
export async function deriveTables(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-derive-'))
  const postgres = await startPostgres({ dataDir, settings: { fsync: 'off' } })
  try {
    await ensureDatabase(postgres.url(), 'derive')
    await migrate(postgres.url('derive'), allMigrations)
    for (const { context } of allMigrations)
      if (context !== 'kit') await derive(postgres.url('derive'), context)
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function derive(url: string, schema: string): Promise<void> {
  const file = new URL(`contexts/${schema}/src/tables.gen.ts`, root)
  await promisify(execFile)(process.execPath, [
    new URL('node_modules/kysely-codegen/dist/cli/bin.js', root).pathname,
    ...['--dialect', 'postgres', '--url', url, '--out-file', file.pathname],
    ...['--include-pattern', `${schema}.*`, '--log-level', 'error'],
    ...['--type-mapping', '{"int8":"number"}'],
  ])
}
