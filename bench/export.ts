import { createCipheriv, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { productExamples } from '@countersign/contracts/examples'
import { CreateIn } from '@countersign/contracts/transactions'
import { ensureDatabase, startPostgres } from '@countersign/kit/embedded-postgres'
import { migrate } from '@countersign/kit/migrate'
import { run as execute, query } from '@countersign/kit/testing-query'
import pg from 'pg'
import { allMigrations } from '../apps/server/src/migrations.ts'
import { bulkWorld } from '../apps/server/src/suites/crash/bulk-world.fixture.ts'
import { cpuOfTree } from './cpu.ts'
import { table } from './figures.ts'

const rows = Number(process.env.BENCH_ROWS ?? 200_000)
/** Transfers whose personal data is exported. */
const personal = 2_000
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

/** Pages of lines as plain SQL makes them without policies: of the columns of CSV, and of what JSON Lines say. */
const pageOf = (
  line: string,
) => `select string_agg(line, E'\n') as text, count(*)::int as n, max(at)::text as at from (
  select s.created_at as at, ${line} as line
  from transactions.side s join transactions.transfer t on t.id = s.transfer_id
    join transactions.act a on a.vasp_did = s.vasp_did and a.transfer_id = s.transfer_id
  where s.vasp_did = $1 and s.created_at > $2 order by s.created_at limit 10000) lines`
const csv =
  pageOf(`concat_ws(',', t.id, s.created_at, s.updated_at, t.sent_at, t.acked_at, t.decided_at, s.direction,
    t.type, t.status, t.reason_code, t.asset_symbol, t.asset_id, t.amount, s.value, s.currency, s.counterparty_did,
    s.transaction_ref, t.origin_tx_hash, t.destination, t.destination_tag, t.origin, a.by_kind, a.rule_id)`)
const json = pageOf(
  `json_build_object('transfer', to_json(t), 'side', to_json(s), 'act', to_json(a))::text`,
)

/** What one row takes. */
type Figure = { readonly rows: number; readonly seconds: number; readonly cpu: readonly number[] }

/**
 * How fast a company's transfers are exported: in both formats, with personal data, and beside pages of plain SQL that are
 * packed and sealed as the parts of an export are. The processor's time stands beside the clock's, which other work disturbs.
 */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const postgres = await startPostgres({ dataDir })
  await ensureDatabase(postgres.url(), 'export')
  const url = postgres.url('export')
  await migrate(url, allMigrations)
  const pid = await readFile(join(dataDir, 'cluster', 'data', 'postmaster.pid'), 'utf8')
  const measured = async (work: () => Promise<number>): Promise<Figure> => {
    const node = process.cpuUsage()
    const before = cpuOfTree(Number(pid.split('\n')[0]))
    const from = performance.now()
    const done = await work()
    const seconds = (performance.now() - from) / 1000
    const { user, system } = process.cpuUsage(node)
    return {
      rows: done,
      seconds,
      cpu: [user + system, cpuOfTree(Number(pid.split('\n')[0])) - before],
    }
  }
  try {
    const world = bulkWorld(url, dataDir)
    const found = [
      ['', 'rows', 'rows/s', 'µs of Node', 'of PostgreSQL', 'MB, first half', 'second'],
    ]
    const add = (name: string, { rows, seconds, cpu }: Figure, memory: readonly number[] = []) => {
      const half = Math.floor(memory.length / 2)
      const most = (values: readonly number[]) => Math.max(...values, 0).toFixed(0)
      const each = cpu.map((all) => (all / rows).toFixed(0))
      const both = [most(memory.slice(0, half)), most(memory.slice(half))]
      found.push([name, String(rows), (rows / seconds).toFixed(0), ...each, ...both])
    }
    const exported = async (name: string, more: Parameters<typeof world.export>[0]) => {
      const memory: number[] = []
      const watch = setInterval(() => memory.push(process.memoryUsage.rss() / 1e6), 100)
      const { id, pieces } = await world.export(more)
      const figure = await measured(async () => {
        for (;;) {
          const sql = `select state, done from transactions.export_request where id = '${id}'`
          const [seen] = await query(url, sql)
          if (seen?.state === 'READY') return Number(seen.done)
          if (seen?.state !== 'WAITING' && seen?.state !== 'RUNNING')
            throw new Error(`${seen?.state}`)
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
      })
      clearInterval(watch)
      let lines = 0
      for await (const piece of await pieces())
        lines += Buffer.from(piece).toString().split('\n').length - 1
      if (lines < figure.rows) throw new Error(`${lines} lines of ${figure.rows} transfers`)
      add(name, figure, memory)
    }
    await world.prepare(personal)
    const stop = world.work()
    await exported('JSON Lines with personal data', {
      includePersonalData: true,
      reason: { code: 'AUDIT' },
    })
    await execute(url, fill)
    await exported('JSON Lines', {})
    await exported('CSV', { format: 'CSV', zone: 'Asia/Singapore' })
    await stop()
    add('plain SQL, JSON Lines', await measured(() => plain(url, dataDir, json)))
    add('plain SQL, CSV', await measured(() => plain(url, dataDir, csv)))
    table(found)
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function plain(url: string, folder: string, page: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let at = '-infinity'
  let done = 0
  for (;;) {
    const { rows: found } = await client.query(page, [ours, at])
    const { text, n, at: end } = Object(found[0])
    if (n === 0) break
    const key = randomBytes(32)
    const cipher = createCipheriv('aes-256-gcm', key, randomBytes(12))
    const packed = await promisify(gzip)(String(text), { level: 1 })
    await writeFile(
      join(folder, `plain-${done}`),
      Buffer.concat([cipher.update(packed), cipher.final()]),
    )
    done += n
    at = end
  }
  await client.end()
  return done
}
