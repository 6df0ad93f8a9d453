import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countUsage, meter } from '@countersign/billing'
import { connect } from '@countersign/kit/db'
import { ensureDatabase, startPostgres } from '@countersign/kit/embedded-postgres'
import { migrate } from '@countersign/kit/migrate'
import { testPool } from '@countersign/kit/testing-query'
import { allMigrations } from '../apps/server/src/migrations.ts'
import { quantiles, table } from './figures.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 20)
const clients = 8
/** As large as the ledger is made before it is counted. */
const toCount = Number(process.env.BENCH_UNITS ?? 200_000)
const companies = Array.from({ length: 20 }, (_, n) => `did:web:bench${n}.example`)

/**
 * How many units a second become part of the ledger, each in a transaction of its own, while connections are
 * killed and one call in ten is repeated; and how fast a ledger of 200,000 more is counted. None may be there twice.
 */
export async function run(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-meter-'))
  const postgres = await startPostgres({ dataDir: dir })
  try {
    await ensureDatabase(postgres.url(), 'meter')
    const url = postgres.url('meter')
    await migrate(url, allMigrations)
    await measured(url)
  } finally {
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

async function measured(url: string): Promise<void> {
  const owner = testPool({ connectionString: url, max: 2 })
  const database = connect({ url, role: 'countersign_app', max: clients })
  const relay = connect({ url, role: 'countersign_relay', max: 2 })
  await owner.query(
    `insert into billing.subscription (vasp_did, plan, status, read_at)
     select did, 'standard', 'active', now() from unnest($1::text[]) did`,
    [companies],
  )
  const sent = new Set<string>()
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  let killed = 0
  const killer = setInterval(() => {
    void owner
      .query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'countersign' and pid <> pg_backend_pid() order by random() limit 1`,
      )
      .then(({ rowCount }) => (killed += rowCount ?? 0))
  }, 500)
  const client = async (n: number) => {
    for (let at = n; performance.now() < until; at++) {
      const did = companies[at % companies.length] ?? ''
      const transferId = randomUUID()
      // As acts of transfers do it: each connection plans the statement once.
      const call = () =>
        database.withTenant(did, (tx) => meter(tx, { did, transferId, at: new Date() }), {
          keepPlans: true,
        })
      const began = performance.now()
      const done = await call().then(
        () => true,
        // Cut off: whether it was committed is not known, so it is asked for again, as a sweep would.
        () =>
          call().then(
            () => true,
            () => false,
          ),
      )
      if (done) sent.add(transferId)
      times.push(performance.now() - began)
      if (at % 10 === 0) await call().catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, n) => client(n)))
  clearInterval(killer)
  const { rows } = await owner.query<{ id: string; count: number }>(
    'select id, count(*)::int as count from billing.usage_event group by id',
  )
  const twice = rows.filter(({ count }) => count > 1).length
  const there = new Set(rows.map(({ id }) => id))
  const missing = [...sent].filter((id) => !there.has(id)).length
  await owner.query(
    `insert into billing.usage_event (vasp_did, id, kind, payer_did, plan, billable, units, occurred_at)
     select did, gen_random_uuid(), 'transfer', did, 'standard', true, 1, now() - n * interval '1 millisecond'
     from unnest($1::text[]) did, generate_series(1, $2::int) n`,
    [companies, Math.ceil(toCount / companies.length)],
  )
  const began = performance.now()
  const counted = await countUsage({ relay, clock: Date.now })
  const tookSeconds = (performance.now() - began) / 1000
  const { p50, p99 } = quantiles(times)
  console.log(`meter: ${times.length} calls of ${clients} clients, ${killed} connections killed`)
  table([
    ['', 'measured', 'target'],
    ['calls a second', (times.length / seconds).toFixed(0), '1000'],
    ['ms a call, p50', p50.toFixed(2), ''],
    ['ms a call, p99', p99.toFixed(2), ''],
    ['there twice', String(twice), '0'],
    ['missing', String(missing), '0'],
    ['counted a second', (counted / tookSeconds).toFixed(0), '50000'],
  ])
  await Promise.all([database.close(), relay.close(), owner.end()])
}
