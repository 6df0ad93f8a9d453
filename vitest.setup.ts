import { existsSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@countersign/kit/embedded-postgres'
import { migrate } from '@countersign/kit/migrate'
import { run, templateDatabase } from '@countersign/kit/testing'
import { guardRun } from '@countersign/kit/testing-run'
import type { TestProject } from 'vitest/node'
import { allMigrations } from './apps/server/src/migrations.ts'

/** One PostgreSQL for the whole test run, with a migrated template that each test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  guardRun()
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-test-'))
  const postgres = await startPostgres({
    dataDir,
    settings: { fsync: 'off', max_connections: '300' },
  })
  await run(postgres.url(), `create database ${templateDatabase}`)
  await migrate(
    postgres.url(templateDatabase),
    allMigrations.filter((source) => existsSync(source.dir)),
  )
  project.provide('postgres', postgres.url())
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
