import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importLimit } from '@countersign/contracts/trust'
import { connect } from '@countersign/kit/db'
import { ensureDatabase, startPostgres } from '@countersign/kit/embedded-postgres'
import { migrate } from '@countersign/kit/migrate'
import { vault } from '@countersign/kit/vault'
import type { TrustTables } from '@countersign/trust'
import { allMigrations } from '../apps/server/src/migrations.ts'
import { confirm, undo, upload } from '../contexts/trust/src/company/import/import.operations.ts'
import { importPage } from '../contexts/trust/src/company/import/page.ts'
import { fillDirectory, reviewer } from './directory/rows.ts'
import { table } from './figures.ts'
import { query } from './service.ts'

const companies = Number(process.env.BENCH_COMPANIES ?? 100_000)
const lines = Number(process.env.BENCH_LINES ?? importLimit)

const file = () => {
  const rows = Array.from({ length: lines }, (_, n) =>
    [
      ...[`Imported ${n} Exchange Ltd`, `Imported ${n} Holding Limited`],
      ...[`https://www.imported-${n}.example`, 'SG|MT', `imported-${n}.example`, 'SG', 'Singapore'],
      ...['Exchange|Custodian', '018989', `2018${n}`, 'A company from a file with a sentence'],
    ].join(','),
  )
  const head =
    'name,legalName,website,jurisdictions,emailDomains,country,city,serviceTypes,postCode,businessNumber,description'
  return Buffer.from([head, ...rows].join('\n'))
}

/** A file of 10,000 companies beside a directory of 100,000: read, imported and undone. */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const postgres = await startPostgres({ dataDir })
  try {
    await ensureDatabase(postgres.url(), 'import')
    const url = postgres.url('import')
    await migrate(url, allMigrations)
    await query(url, fillDirectory, [companies, reviewer])
    await query(url, 'vacuum (analyze) trust.vasp')
    const database = connect<TrustTables>({ url, role: 'countersign_app' })
    const relay = connect<TrustTables>({ url, role: 'countersign_relay' })
    const isPeopled = async () => false
    const sealing = vault([{ id: 'k1', key: randomBytes(32) }])
    const call = () => ({
      actor: { did: 'did:example:bench' },
      at: new Date(),
      deps: { database, vault: sealing },
    })
    const bytes = file()
    let peak = 0
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss())
    }, 10)
    const figures: string[][] = []
    const measured = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const before = process.memoryUsage.rss()
      peak = before
      const began = performance.now()
      const done = await work()
      const seconds = (performance.now() - began) / 1000
      const megabytes = (peak - before) / 1_048_576
      figures.push([
        ...[name, seconds.toFixed(1), (lines / seconds).toFixed(0), megabytes.toFixed(0)],
      ])
      return done
    }
    const all = async () => {
      while (await importPage({ database, relay, isPeopled, clock: Date.now }));
    }
    const given = { name: 'a.csv', mediaType: 'text/csv', bytes: inChunks(bytes) }
    const { id, counts } = await measured('upload and preview', () =>
      upload(call(), { body: {}, file: given }),
    )
    console.log(`import: ${lines} lines, ${bytes.length} bytes: ${JSON.stringify(counts)}`)
    await database.withTenant('network', (tx) =>
      confirm(tx, call(), { importId: id, body: { alsoLines: [] } }),
    )
    await measured('import', all)
    await database.withTenant('network', (tx) => undo(tx, call(), id))
    await measured('undo', all)
    clearInterval(watch)
    await Promise.all([database.close(), relay.close()])
    table([['step', 's', 'lines/s', 'memory added, MB'], ...figures])
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function* inChunks(bytes: Buffer) {
  for (let start = 0; start < bytes.length; start += 65_536)
    yield bytes.subarray(start, start + 65_536)
}
