import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@countersign/kit/embedded-postgres'
import { migrate } from '@countersign/kit/migrate'
import { run, templateDatabase } from '@countersign/kit/testing'
import { passingSettings } from '@countersign/kit/testing-query'
import { guardRun } from '@countersign/kit/testing-run'
import type { TestProject } from 'vitest/node'
import { allMigrations } from './apps/server/src/migrations.ts'

/** A PostgreSQL with a migrated template that each test file clones. */
export async function testPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-test-'))
  const postgres = await startPostgres({ dataDir, settings: passingSettings })
  await run(postgres.url(), `create database ${templateDatabase}`)
  await migrate(postgres.url(templateDatabase), allMigrations)
  return {
    url: postgres.url(),
    stop: async () => {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** One for the whole test run, or the one of a run around it, whose address is in `TEST_POSTGRES`. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  guardRun()
  const { TEST_POSTGRES: given } = process.env
  const { url, stop } = given ? { url: given, stop: undefined } : await testPostgres()
  project.provide('postgres', url)
  return stop
}
