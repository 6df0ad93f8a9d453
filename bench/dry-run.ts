import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import { productExamples } from '@countersign/contracts/examples'
import { CreateIn, RuleIn } from '@countersign/contracts/transactions'
import { ensureDatabase, startPostgres } from '@countersign/kit/embedded-postgres'
import { migrate } from '@countersign/kit/migrate'
import { run as execute } from '@countersign/kit/testing-query'
import { transactions } from '@countersign/transactions'
import { allMigrations } from '../apps/server/src/migrations.ts'
import { bulkDeps, bulkWorld } from '../apps/server/src/suites/crash/bulk-world.fixture.ts'
import { cpuOfTree } from './cpu.ts'
import { table } from './figures.ts'

const [count, rules] = [10_000, 50]
const { originatorVASPdid: ours, beneficiaryVASPdid: theirs } = CreateIn.parse(
  productExamples['tx.create']?.body,
)

/** Decided transfers of one company, a second apart. */
const fill = `
  insert into transactions.transfer (id, originator_did, beneficiary_did, status, type, asset_id, asset_symbol, decimals,
      amount, threshold, destination, address_key, sent_at, created_at, updated_at)
    select ('0190' || lpad(to_hex(n), 8, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid, '${ours}', '${theirs}',
      'SENT', 'TRAVELRULE', 'eip155:1/slip44:60', 'ETH', 18, n, first.threshold, '0x' || md5(n::text), sha256(n::text::bytea),
      at, at, at
    from generate_series(1, ${count}) n, lateral (select now() - interval '1 year' + n * interval '1 second' as at) t,
      (select threshold from transactions.transfer limit 1) first;
  insert into transactions.side (vasp_did, transfer_id, role, direction, cell, counterparty_no, counterparty_did, status,
      version, created_at, updated_at, value, currency, tags)
    select '${ours}', id, 'O', 'outgoing', 1, 1, '${theirs}', 'SENT', 2, created_at, updated_at, amount::bigint * 1000,
      'SGD', '{}' from transactions.transfer where destination like '0x%' and amount <= ${count};
  insert into transactions.decision (vasp_did, id, transfer_id, stage, rule_version, rule_id, action, facts, trace, at)
    select '${ours}', 'dec_' || s.transfer_id, s.transfer_id, 'NEW', 1, 'rul_1', 'APPROVE', jsonb_build_object(
        'VASP', array['${theirs}'], 'JURISDICTION', array['SG'], 'REVIEWED_VASP_LIST', array['TRUSTED'], 'ASSET',
        array['ETH', 'eip155:1/slip44:60'], 'NETWORK', array['eip155:1'], 'TRANSACTION_TYPE', array['TRAVELRULE'],
        'TRANSACTION_AMOUNT', jsonb_build_object('amount', (s.value / 10000) || '.0000', 'currency', 'SGD'), 'OWN_ACCOUNT',
        array['NO'], 'COUNTERPARTY', array['VERIFIED', 'ACTIVE', 'DDQ_VALID'], 'DATA_COMPLETE', array['YES'], 'RISK_SCORE',
        array[]::text[], 'TRANSACTION_CREATION_TIME', 0),
      '{"cause":"RULE","rules":[{"ruleId":"rul_1","result":"TRUE","conditions":["TRUE"]}]}', s.created_at
    from transactions.side s where s.vasp_did = '${ours}' and s.version = 2;
  analyze`

/** Rules of three conditions of which only the last can hold, for half of the transfers. */
const list = Array.from({ length: rules }, (_, index) =>
  RuleIn.parse({
    actionRule: index % 2 === 0 ? 'REJECT' : 'APPROVE',
    conditions: [
      { check: 'TRANSACTION_TYPE', operator: 'IN', values: ['TRAVELRULE'] },
      { check: 'JURISDICTION', operator: 'NOT_IN', values: ['KP', 'IR', 'MM'] },
      {
        check: 'TRANSACTION_AMOUNT',
        operator: '>',
        amount: index === rules - 1 ? String(count / 20) : String(1_000_000 + index),
        currency: 'SGD',
      },
    ],
  }),
)

/**
 * The longest time for which one turn of the event loop let no other have its own: by the clock, which other work of the
 * machine adds to, and of the processor's time, which it doesn't. The system counts the latter in ticks of up to 4 ms.
 */
function watchTurns() {
  const longest = { wall: 0, cpu: 0 }
  let [at, used] = [performance.now(), process.threadCpuUsage()]
  const watch = setInterval(() => {
    const { user, system } = process.threadCpuUsage(used)
    longest.wall = Math.max(longest.wall, performance.now() - at)
    longest.cpu = Math.max(longest.cpu, (user + system) / 1_000)
    ;[at, used] = [performance.now(), process.threadCpuUsage()]
  }, 1)
  return () => {
    clearInterval(watch)
    return [longest.wall, longest.cpu].map((ms) => ms.toFixed(1))
  }
}

/** What the same machine makes of a second of nothing, and of turns that end after a millisecond. */
const controls: readonly [string, () => Promise<unknown>][] = [
  ['(nothing)', () => pause(1_000)],
  [
    '(turns of 1 ms)',
    async () => {
      const end = performance.now() + 1_000
      while (performance.now() < end) {
        const { user, system } = process.threadCpuUsage()
        for (let used = 0; used < 1_000; ) {
          const now = process.threadCpuUsage()
          used = now.user + now.system - user - system
        }
        await setImmediate()
      }
    },
  ],
]

/** How long a dry run over 10,000 transfers takes, and for how long it lets no other request have its turn. */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const postgres = await startPostgres({ dataDir })
  await ensureDatabase(postgres.url(), 'dryrun')
  const url = postgres.url('dryrun')
  try {
    await migrate(url, allMigrations)
    const world = bulkWorld(url, dataDir)
    await world.prepare(1)
    await execute(url, fill)
    const deps = bulkDeps(url, dataDir)
    const handlers = transactions(deps)
    const caller = {
      viewer: { did: 'did:example:bench', grants: [] },
      requestId: 'bench',
      company: ours,
    }
    const head = [
      'facts',
      'seconds',
      'of Node',
      'of PostgreSQL',
      'longest turn, ms',
      'of Node',
      'tried',
      'differ',
    ]
    const found = [head]
    const pid = Number(
      (await readFile(join(dataDir, 'cluster', 'data', 'postmaster.pid'), 'utf8')).split('\n')[0],
    )
    for (const facts of ['THEN', 'THEN', 'NOW'] as const) {
      const before = process.cpuUsage()
      const theirsBefore = cpuOfTree(pid)
      const began = performance.now()
      const turns = watchTurns()
      const { considered, changed } = await handlers.rules.dryRun(caller, {
        body: { ruleSet: { outgoing: list }, direction: 'outgoing', last: count, facts },
      })
      const longest = turns()
      const { user, system } = process.cpuUsage(before)
      found.push([
        facts,
        ((performance.now() - began) / 1_000).toFixed(2),
        ((user + system) / 1e6).toFixed(2),
        ((cpuOfTree(pid) - theirsBefore) / 1e6).toFixed(2),
        ...longest,
        String(considered),
        String(changed),
      ])
    }
    for (const [name, work] of controls) {
      const turns = watchTurns()
      await work()
      found.push([name, '1.00', '', '', ...turns(), '', ''])
    }
    table(found)
    await deps.database.close()
    await world.work()()
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
