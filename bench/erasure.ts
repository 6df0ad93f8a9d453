import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect } from '@countersign/kit/db'
import { ensureDatabase, startPostgres } from '@countersign/kit/embedded-postgres'
import { migrate } from '@countersign/kit/migrate'
import { run as execute, query } from '@countersign/kit/testing-query'
import type { TransactionsDeps, TransactionsTables } from '@countersign/transactions'
import { allMigrations } from '../apps/server/src/migrations.ts'
import { bulkDeps } from '../apps/server/src/suites/crash/bulk-world.fixture.ts'
import { eraseDue } from '../contexts/transactions/src/retention/erase.worker.ts'
import { alone, beside } from './beside.ts'
import { cpuOfTree } from './cpu.ts'
import { table } from './figures.ts'

const rows = Number(process.env.BENCH_ROWS ?? 200_000)
const [ours, theirs] = ['did:bench:ours', 'did:bench:theirs']

/** Transfers that ended six years ago, each with three parts, their keys and look-ups; of some the other company has its own side still. */
const fill = `
  insert into transactions.transfer (id, originator_did, beneficiary_did, status, type, asset_id, asset_symbol, decimals,
      amount, threshold, destination, address_key, sent_at, acked_at, decided_at, created_at, updated_at)
    select ('0190' || lpad(to_hex(n), 8, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid, '${ours}', '${theirs}',
      'ACCEPTED', 'TRAVELRULE', 'eip155:1/slip44:60', 'ETH', 18, n, '{}', '0x' || md5(n::text), sha256(n::text::bytea),
      at, at, at, at, at
    from generate_series(1, ${rows}) n, lateral (select now() - interval '6 years' - n * interval '1 second' as at) t;
  insert into transactions.side (vasp_did, transfer_id, role, direction, cell, counterparty_no, counterparty_did, status,
      version, created_at, updated_at, ended_at, value, currency, transaction_ref, tags)
    select '${ours}', id, 'O', 'outgoing', (amount % 40)::int, (amount % 200)::int, '${theirs}', 'ACCEPTED', 5, created_at,
      updated_at, updated_at, amount::bigint, 'SGD', 'ref-' || amount, '{a}' from transactions.transfer;
  insert into transactions.part (owner_did, transfer_id, part, version, tree, fields, created_at)
    select '${ours}', id, part, 1, to_jsonb(repeat('x', 1600)), '{}', created_at
    from transactions.transfer, unnest(array['ORIGINATOR', 'BENEFICIARY', 'COMMENTS']) part;
  insert into transactions.sealed_key (vasp_did, owner_did, transfer_id, part, version, key_no, box, created_at)
    select '${ours}', owner_did, transfer_id, part, 1, 1, decode(repeat('00', 80), 'hex'), created_at
    from transactions.part;
  insert into transactions.lookup (vasp_did, kind, key, transfer_id)
    select '${ours}', kind, sha256((kind || id)::bytea), id
    from transactions.transfer, unnest(array['NAME', 'HASH', 'ADDRESS']) kind;
  insert into transactions.side (vasp_did, transfer_id, role, direction, cell, counterparty_no, counterparty_did, status,
      version, created_at, updated_at, ended_at, value, currency, tags)
    select '${theirs}', id, 'B', 'incoming', (amount % 40)::int, 1, '${ours}', 'ACCEPTED', 5, created_at, updated_at, now(),
      amount::bigint, 'SGD', '{a}' from transactions.transfer where amount <= 2000;
  analyze`

/** Processes that die in the middle, each after a tenth of what there is. */
const deaths = 3
const pages = Math.max(1, Math.round(rows / 500 / 10))

/**
 * How fast data is erased whose day has come, beside a plain delete of as many rows of the same tables, and what
 * another company notices. Three processes are killed on the way: no transfer is erased twice, and none is left.
 */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const postgres = await startPostgres({ dataDir })
  const pid = await readFile(join(dataDir, 'cluster', 'data', 'postmaster.pid'), 'utf8')
  const postmaster = Number(pid.split('\n')[0])
  await ensureDatabase(postgres.url(), 'erasure')
  const url = postgres.url('erasure')
  await migrate(url, allMigrations)
  const deps = bulkDeps(url, dataDir)
  const relay = connect<TransactionsTables>({ url, role: 'countersign_relay' })
  try {
    const began = performance.now()
    await execute(url, fill)
    const took = ((performance.now() - began) / 1000).toFixed(0)
    console.log(`erasure: ${rows} transfers in ${took} s`)
    const read = readPage(deps.database)
    const before = await alone(20, read)
    for (let n = 0; n < deaths; n++) await die(url, dataDir)
    const ended = beside(20, read)
    const from = { at: performance.now(), node: process.cpuUsage(), server: cpuOfTree(postmaster) }
    const erased = await eraseDue({ deps, relay })
    const seconds = (performance.now() - from.at) / 1000
    const node = process.cpuUsage(from.node)
    const server = cpuOfTree(postmaster) - from.server
    const during = await ended()
    const memory = process.memoryUsage().rss / 1e6
    await count(url)
    const plain = await plainDelete(url, postmaster)
    const each = (microseconds: number) => (microseconds / erased).toFixed(0)
    table([
      ['', 'transfers/s', 'CPU µs of Node', 'of PostgreSQL', 'MB'],
      [
        ...['erasure', (erased / seconds).toFixed(0), each(node.user + node.system), each(server)],
        memory.toFixed(0),
      ],
      ['delete of as many', plain.rate.toFixed(0), '0', plain.cpu.toFixed(0), ''],
      ['goal', '1000', '', '', ''],
    ])
    table([
      ['another company’s pages', 'p50 ms', 'p99'],
      ['alone', before.p50.toFixed(1), before.p99.toFixed(1)],
      ['during the erasure', during.p50.toFixed(1), during.p99.toFixed(1)],
    ])
    console.log(`another company: ${(during.p99 / before.p99).toFixed(2)} × at p99 (goal 1.2)`)
  } finally {
    await Promise.all([deps.database.close(), relay.close()])
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A process that dies after it has dropped the keys of a page, and before it has committed that. */
async function die(url: string, folder: string): Promise<void> {
  const file = fileURLToPath(
    new URL('../apps/server/src/suites/crash/export.fixture.ts', import.meta.url),
  )
  const point = `after-erase-keys-before-record:${pages}`
  const child: ChildProcess = spawn(process.execPath, [file, url, folder, point])
  await once(child, 'exit')
  const [seen] = await query(
    url,
    'select count(*)::int as n from transactions.side where erased_at is not null',
  )
  console.log(`${child.signalCode} with ${seen?.n} of ${rows} erased`)
}

/** What is left, and whether the records of erasures, each made with its page, come to as many transfers as there were. */
async function count(url: string): Promise<void> {
  const [left] = await query(
    url,
    `select (select count(*) from transactions.side where vasp_did = '${ours}' and erased_at is null)::int as sides,
       (select count(*) from transactions.part)::int as parts,
       (select count(*) from transactions.sealed_key)::int as keys,
       (select count(*) from transactions.lookup)::int as lookups,
       (select coalesce(sum((detail->>'transfers')::int), 0) from audit.entry
         where vasp_did = '${ours}' and action = 'transaction.erase')::int as recorded`,
  )
  const { sides, parts, keys, lookups, recorded } = Object(left)
  console.log(`left: ${sides} transfers, ${parts} parts, ${keys} keys, ${lookups} look-ups`)
  console.log(`recorded as erased: ${recorded} of ${rows}, ${recorded - rows} twice`)
}

/** A page of another company's transfers. */
const readPage = (database: TransactionsDeps['database']) => () =>
  database.withTenant(theirs, (tx) =>
    tx
      .selectFrom('transactions.side')
      .selectAll()
      .where('vasp_did', '=', theirs)
      .orderBy('created_at', 'desc')
      .limit(50)
      .execute(),
  )

/** The same rows deleted by plain statements, without policies and triggers. @returns transfers a second, and CPU of each */
async function plainDelete(
  url: string,
  postmaster: number,
): Promise<{ rate: number; cpu: number }> {
  await execute(url, 'truncate transactions.transfer, transactions.side, transactions.part cascade')
  await execute(url, 'truncate transactions.sealed_key, transactions.lookup')
  await execute(url, fill)
  const from = performance.now()
  const server = cpuOfTree(postmaster)
  await execute(
    url,
    `alter table transactions.sealed_key disable trigger all;
     delete from transactions.sealed_key; delete from transactions.part; delete from transactions.lookup;
     delete from transactions.side`,
  )
  return {
    rate: rows / ((performance.now() - from) / 1000),
    cpu: (cpuOfTree(postmaster) - server) / rows,
  }
}
