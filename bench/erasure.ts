import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@countersign/kit/db'
import { ensureDatabase, startPostgres } from '@countersign/kit/embedded-postgres'
import { migrate } from '@countersign/kit/migrate'
import { run as execute, query } from '@countersign/kit/testing-query'
import type { TransactionsTables } from '@countersign/transactions'
import { allMigrations } from '../apps/server/src/migrations.ts'
import { eraseDue } from '../contexts/transactions/src/retention/erase.worker.ts'
import { quantiles, table } from './figures.ts'

const rows = Number(process.env.BENCH_ROWS ?? 200_000)
const [ours, theirs] = ['did:bench:ours', 'did:bench:theirs']

/** Transfers that ended six years ago, each with three parts, their keys, look-ups and acts, in bulk. */
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
  analyze`

/** How fast data is erased whose day has come, beside a plain delete of as many rows of the same tables. */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const postgres = await startPostgres({ dataDir })
  await ensureDatabase(postgres.url(), 'erasure')
  const url = postgres.url('erasure')
  await migrate(url, allMigrations)
  const database = connect<TransactionsTables>({ url, role: 'countersign_app' })
  const relay = connect<TransactionsTables>({ url, role: 'countersign_relay' })
  try {
    const began = performance.now()
    await execute(url, fill)
    console.log(
      `erasure: ${rows} transfers in ${((performance.now() - began) / 1000).toFixed(0)} s`,
    )
    const others: number[] = []
    let done = false
    const other = (async () => {
      while (!done) {
        const from = performance.now()
        await database.withTenant(theirs, (tx) =>
          tx.selectFrom('transactions.side').select('status').limit(50).execute(),
        )
        others.push(performance.now() - from)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })()
    const deps = {
      database,
      clock: Date.now,
      log: { warn: (facts: object) => console.error(facts) },
      companies: async () => [],
      jurisdictions: async () => [],
      forgetPdfs: async () => undefined,
    }
    const from = performance.now()
    const erased = await eraseDue({ deps, relay })
    const seconds = (performance.now() - from) / 1000
    done = true
    await other
    console.log(`erased: ${erased}, ${(erased / seconds).toFixed(0)} a second`)
    const left = await query(url, 'select count(*)::int as n from transactions.part')
    const memory = process.memoryUsage().rss / 1e6
    const baseline = await plainDelete(url)
    const { p50, p99 } = quantiles(others)
    table([
      ['', 'transfers/s', 'left', 'MB', 'others p50 ms', 'p99 ms'],
      [
        'erasure',
        (erased / seconds).toFixed(0),
        String(left[0]?.n),
        memory.toFixed(0),
        p50.toFixed(1),
        p99.toFixed(1),
      ],
      ['delete of as many', baseline.toFixed(0), '', '', '', ''],
    ])
  } finally {
    await Promise.all([database.close(), relay.close()])
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The same rows deleted by plain statements, without policies and triggers. @returns transfers a second */
async function plainDelete(url: string): Promise<number> {
  await execute(url, 'truncate transactions.transfer, transactions.side, transactions.part cascade')
  await execute(url, 'truncate transactions.sealed_key, transactions.lookup')
  await execute(url, fill)
  const from = performance.now()
  await execute(
    url,
    `alter table transactions.sealed_key disable trigger all;
     delete from transactions.sealed_key; delete from transactions.part; delete from transactions.lookup;
     delete from transactions.side`,
  )
  return rows / ((performance.now() - from) / 1000)
}
