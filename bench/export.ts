import pg from 'pg'
import { cpuOfTree } from './cpu.ts'
import { fillRows, onExports, ours, ready, type World } from './export-desk.ts'
import { table } from './figures.ts'

/** Transfers whose personal data is exported. */
const personal = 5_000
/** How often each file and its baseline are made, in turn. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)

/** The same rows by plain SQL without policies: of the columns of CSV, and of what JSON Lines say. */
const told = (what: string) => `select ${what}
  from transactions.side s join transactions.transfer t on t.id = s.transfer_id
    join transactions.act a on a.vasp_did = s.vasp_did and a.transfer_id = s.transfer_id and a.seq = 1
  where s.vasp_did = '${ours}' order by s.created_at, s.transfer_id`
const csv =
  told(`t.id, s.created_at, s.updated_at, t.sent_at, t.acked_at, t.decided_at, s.direction,
    t.type, t.status, t.reason_code, t.asset_symbol, t.asset_id, t.amount, s.value, s.currency, s.counterparty_did,
    s.transaction_ref, t.origin_tx_hash, t.destination, t.destination_tag, t.origin, a.by_kind, a.rule_id`)
const json = told(
  `json_build_object('transfer', to_json(t), 'side', to_json(s), 'act', to_json(a))::text`,
)

/**
 * How fast a company's transfers are exported: with personal data, and in both formats beside `copy` of the same rows
 * through gzip and OpenSSL, in turn. The processor's time stands beside the clock's, which other work disturbs.
 */
export const run = (): Promise<void> =>
  onExports(personal, async ({ url, postmaster }, world) => {
    const found = [
      ['', 'rows', 'rows/s', 'µs of Node', 'of PostgreSQL', 'MB, first half', 'second', 'of copy'],
    ]
    /** @returns rows a second */
    const measured = async (name: string, work: () => Promise<number>, copy?: number) => {
      const memory: number[] = []
      const watch = setInterval(() => memory.push(process.memoryUsage.rss() / 1e6), 100)
      const node = process.cpuUsage()
      const before = cpuOfTree(postmaster)
      const from = performance.now()
      const rows = await work()
      const speed = rows / ((performance.now() - from) / 1_000)
      const { user, system } = process.cpuUsage(node)
      clearInterval(watch)
      const half = Math.floor(memory.length / 2)
      const most = (values: readonly number[]) => Math.max(...values, 0).toFixed(0)
      const cpu = [user + system, cpuOfTree(postmaster) - before].map((all) =>
        (all / rows).toFixed(1),
      )
      const both = [most(memory.slice(0, half)), most(memory.slice(half))]
      const share = copy === undefined ? '' : (speed / copy).toFixed(2)
      found.push([name, String(rows), speed.toFixed(0), ...cpu, ...both, share])
      return speed
    }
    const exported = async (more: Parameters<World['export']>[0]) => {
      const { id } = await world.export(more)
      return ready(url, id)
    }
    const stop = world.work()
    const names = { includePersonalData: true, reason: { code: 'AUDIT' as const } }
    for (let n = 0; n < rounds; n++)
      await measured('JSON Lines with personal data', () => exported(names))
    await fillRows(url)
    for (let n = 0; n < rounds; n++) {
      const lines = await measured('copy, JSON Lines', () => copied(url, json))
      await measured('JSON Lines', () => exported({}), lines)
      const plain = await measured('copy, CSV', () => copied(url, csv))
      const asked = { format: 'CSV' as const, zone: 'Asia/Singapore' }
      await measured('CSV', () => exported(asked), plain)
    }
    await stop()
    table(found)
  })

/** What PostgreSQL, gzip and OpenSSL do with the same rows. */
async function copied(url: string, what: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const program = 'gzip -1 | openssl enc -aes-256-ctr -pass pass:bench -pbkdf2 -out copied'
  const { rowCount } = await client.query(`copy (${what}) to program '${program}' csv`)
  await client.end()
  return rowCount ?? 0
}
