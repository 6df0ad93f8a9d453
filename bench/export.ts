import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productExamples } from '@countersign/contracts/examples'
import { CreateIn } from '@countersign/contracts/transactions'
import { ensureDatabase, startPostgres } from '@countersign/kit/embedded-postgres'
import { migrate } from '@countersign/kit/migrate'
import { run as execute, query } from '@countersign/kit/testing-query'
import { allMigrations } from '../apps/server/src/migrations.ts'
import { bulkWorld } from '../apps/server/src/suites/crash/bulk-world.fixture.ts'
import { table } from './figures.ts'

const rows = Number(process.env.BENCH_ROWS ?? 200_000)
const { originatorVASPdid: ours, beneficiaryVASPdid: theirs } = CreateIn.parse(
  productExamples['tx.create']?.body,
)

/** Transfers of one company, a second apart, like the first one there is. */
const fill = `
  insert into transactions.transfer (id, originator_did, beneficiary_did, status, type, asset_id, asset_symbol, decimals,
      amount, threshold, destination, address_key, sent_at, acked_at, decided_at, created_at, updated_at)
    select ('0190' || lpad(to_hex(n), 8, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid, '${ours}', '${theirs}',
      'ACCEPTED', 'TRAVELRULE', 'eip155:1/slip44:60', 'ETH', 18, n, first.threshold, '0x' || md5(n::text), sha256(n::text::bytea),
      at, at, at, at, at
    from generate_series(1, ${rows}) n, lateral (select now() - interval '1 year' + n * interval '1 second' as at) t,
      (select threshold from transactions.transfer limit 1) first;
  insert into transactions.side (vasp_did, transfer_id, role, direction, cell, counterparty_no, counterparty_did, status,
      version, created_at, updated_at, ended_at, value, currency, transaction_ref, tags)
    select '${ours}', id, 'O', 'outgoing', (amount % 40)::int, (amount % 200)::int, '${theirs}', 'ACCEPTED', 5, created_at,
      updated_at, updated_at, amount::bigint, 'SGD', 'ref-' || amount, '{a}' from transactions.transfer where status = 'ACCEPTED';
  insert into transactions.act (vasp_did, transfer_id, seq, at, side, action, by_kind, by_did, company_did, from_status,
      to_status, version)
    select '${ours}', id, 1, decided_at, 'beneficiary', 'accept', 'SYSTEM', null, '${theirs}', 'ACK', 'ACCEPTED', 5
    from transactions.transfer where status = 'ACCEPTED';
  analyze`

/** The same columns by one statement, without policies, a file, compression or sealing. */
const plain = `select count(length(line)) from (select concat_ws(',', t.id, t.created_at, t.status, t.type, t.asset_symbol,
    t.amount, t.destination, s.transaction_ref, s.value, s.currency, s.counterparty_did) as line
  from transactions.side s join transactions.transfer t on t.id = s.transfer_id
  where s.vasp_did = '${ours}' order by s.created_at) lines`

/** How fast a company's transfers are exported, and in how much memory, beside one plain statement. */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const postgres = await startPostgres({ dataDir })
  await ensureDatabase(postgres.url(), 'export')
  const url = postgres.url('export')
  await migrate(url, allMigrations)
  try {
    const world = bulkWorld(url, dataDir)
    await world.prepare(1)
    await execute(url, fill)
    const memory: number[] = []
    const watch = setInterval(() => memory.push(process.memoryUsage().rss / 1e6), 100)
    const { id, text } = await world.export()
    const from = performance.now()
    const stop = world.work()
    const state = async () =>
      (
        await query(url, `select state, done from transactions.export_request where id = '${id}'`)
      )[0]
    let seen = await state()
    while (seen?.state === 'WAITING' || seen?.state === 'RUNNING') {
      await new Promise((resolve) => setTimeout(resolve, 100))
      seen = await state()
    }
    const seconds = (performance.now() - from) / 1000
    clearInterval(watch)
    const half = Math.floor(memory.length / 2)
    const most = (values: readonly number[]) => Math.max(...values, 0).toFixed(0)
    const lines = ((await text())?.split('\n').length ?? 1) - 1
    await stop()
    const began = performance.now()
    await query(url, plain)
    const baseline = (performance.now() - began) / 1000
    table([
      ['', 'state', 'rows', 'rows/s', 'MB, first half', 'MB, second half'],
      [
        'export',
        String(seen?.state),
        String(lines),
        (rows / seconds).toFixed(0),
        most(memory.slice(0, half)),
        most(memory.slice(half)),
      ],
      ['one statement', '', String(rows), (rows / baseline).toFixed(0), '', ''],
    ])
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
