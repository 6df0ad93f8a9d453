import { allowance, meter } from '@countersign/billing'
import { cpuOfTree } from './cpu.ts'
import { table } from './figures.ts'
import { onDesk } from './transfer/desk.ts'
import { transferOf } from './transfer/life.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 12)
const perRound = 100
const clients = 4
const companies = Array.from({ length: 12 }, (_, n) => `did:web:bench${n}.example`)
const plans = {
  free: { key: 'free', type: 'SUNRISE', transfersPerMonth: 10 },
  paying: [{ key: 'standard', type: 'PAYING', transfersPerMonth: null }],
} as const

/**
 * What counting adds to a transfer from its creation to its acceptance: the limit that is asked for and the row of
 * the ledger. Rounds with and without alternate in one run, so that whatever else the machine does falls on both.
 */
export async function run(): Promise<void> {
  const switched = { on: true }
  await onDesk(
    companies,
    async (desk) => {
      await desk.owner.query(
        `insert into billing.subscription (vasp_did, plan, status, read_at)
         select did, 'standard', 'active', now() from unnest($1::text[]) did`,
        [companies],
      )
      const spent = { with: [0, 0, 0], without: [0, 0, 0] }
      let n = 0
      for (let round = -2; round < rounds * 2; round++) {
        switched.on = round % 2 === 0
        const before = { node: process.cpuUsage(), postgres: cpuOfTree(desk.postmaster) }
        const began = performance.now()
        await Promise.all(
          Array.from({ length: clients }, async () => {
            for (let left = perRound / clients; left > 0; left--)
              await transferOf(companies, desk.call, n++)
          }),
        )
        // The first two warm up.
        if (round < 0) continue
        const node = process.cpuUsage(before.node)
        const sums = switched.on ? spent.with : spent.without
        sums[0] = (sums[0] ?? 0) + (node.user + node.system) / 1_000
        sums[1] = (sums[1] ?? 0) + (cpuOfTree(desk.postmaster) - before.postgres) / 1_000
        sums[2] = (sums[2] ?? 0) + performance.now() - began
      }
      const count = rounds * perRound
      const cpu = ([ours = 0, theirs = 0]: readonly number[]) => ours + theirs
      const line = (sums: readonly number[]) => sums.map((sum) => (sum / count).toFixed(2))
      table([
        [`${count} transfers each`, 'CPU ms of Node', 'of PostgreSQL', 'ms of wall time'],
        ['with metering', ...line(spent.with)],
        ['without', ...line(spent.without)],
      ])
      const more = (cpu(spent.with) / cpu(spent.without) - 1) * 100
      console.log(`meter-cost: ${more.toFixed(1)} % more CPU with metering (goal: at most 6 %)`)
    },
    {
      meter: async (tx, usage) => {
        if (switched.on) await meter(tx, usage)
      },
      allowance: async (tx, did, counterparty) =>
        switched.on
          ? allowance(tx, plans, {
              did,
              counterparty,
              at: new Date(),
            })
          : true,
    },
  )
}
