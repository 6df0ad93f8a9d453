import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productExamples } from '@countersign/contracts/examples'
import { CreateIn } from '@countersign/contracts/transactions'
import { ensureDatabase, startPostgres } from '@countersign/kit/embedded-postgres'
import { migrate } from '@countersign/kit/migrate'
import { run as execute, query } from '@countersign/kit/testing-query'
import { allMigrations } from '../apps/server/src/migrations.ts'
import { bulkWorld } from '../apps/server/src/suites/crash/bulk-world.fixture.ts'
import { manyOf } from '../apps/server/src/suites/crash/many.fixture.ts'

export const rows = Number(process.env.BENCH_ROWS ?? 200_000)
export const { originatorVASPdid: ours, beneficiaryVASPdid: theirs = '' } = CreateIn.parse(
  productExamples['tx.create']?.body,
)

export type World = ReturnType<typeof bulkWorld>
export type Place = { readonly url: string; readonly folder: string; readonly postmaster: number }

/** A database with some transfers that have personal data, until the work is done. */
export async function onExports(
  personal: number,
  work: (place: Place, world: World) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const postgres = await startPostgres({ dataDir: folder })
  try {
    await ensureDatabase(postgres.url(), 'export')
    const url = postgres.url('export')
    await migrate(url, allMigrations)
    const pid = await readFile(join(folder, 'cluster', 'data', 'postmaster.pid'), 'utf8')
    const world = bulkWorld(url, folder)
    await world.prepare(personal)
    // What was prepared with them is another bench's.
    await execute(url, `update transactions.bulk_task set state = 'CANCELLED'`)
    await work({ url, folder, postmaster: Number(pid.split('\n')[0]) }, world)
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

export const fillRows = (url: string): Promise<unknown> =>
  execute(url, `${manyOf(ours, theirs, rows)}; analyze`)

/** Waits until a file is ready. @returns how many transfers it has */
export async function ready(url: string, id: string): Promise<number> {
  for (;;) {
    const sql = `select state, done from transactions.export_request where id = '${id}'`
    const [seen] = await query(url, sql)
    if (seen?.state === 'READY') return Number(seen.done)
    if (seen?.state !== 'WAITING' && seen?.state !== 'RUNNING') throw new Error(`${seen?.state}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
