import { setTimeout as sleep } from 'node:timers/promises'
import { child } from '../child.ts'
import { cpuOf, cpuOfTree } from '../cpu.ts'
import { quantiles, table } from '../figures.ts'
import { type House, onHouse } from '../house/house.ts'
import { acts, light, type Times } from './light.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 20)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const clients = Number(process.env.BENCH_CLIENTS ?? 32)
/** Transfers a second of all the others together. */
const rate = Number(process.env.BENCH_RATE ?? 2)
const greedy = ['did:web:greedy.example', 'did:web:counterparty.example']
const others = Array.from({ length: 6 }, (_, n) => `did:web:bench${n}.example`)

type Load = { transfers: number; calls: number; refused: number; took: number }

/** What one company that does all it is allowed costs companies that have nothing to do with it. */
export const run = (): Promise<void> =>
  onHouse({ companies: [...greedy, ...others], processes: 1 }, async (house) => {
    const [first, second, ...people] = house.people
    const fronts = house.products.map(({ url }) => url)
    const glutton = house.keep(
      await child('./share/greedy.ts', { fronts, pair: [first, second], clients }),
    )
    const alone: Times[] = []
    const beside: Times[] = []
    const loads: Load[] = []
    const quietly = () => light(fronts, people, { rate, seconds })
    const spent: number[][] = []
    const together = async () => {
      const before = cpuIn(house)
      const load = glutton.ask<Load>({ seconds: seconds + 1 })
      await sleep(1_000)
      const found = await quietly()
      const made = await load
      spent.push(cpuIn(house).map((all, n) => (all - (before[n] ?? 0)) / 1e6 / made.took))
      return [found, made] as const
    }
    // Keys, cells, plans and compiled code that only the first pay for.
    await quietly()
    await together()
    spent.length = 0
    // In turn, so that whatever else this machine does meets both.
    for (let n = 0; n < rounds; n++) {
      alone.push(await quietly())
      const [found, made] = await together()
      beside.push(found)
      loads.push(made)
    }
    const median = (all: readonly number[]) => quantiles(all).p50
    const of = (act: keyof Times, which: 'p50' | 'p99', all: readonly Times[]) =>
      median(all.map((one) => quantiles(one[act])[which]))
    table([
      [`${rate} transfers/s of ${others.length} companies`, 'alone p50 ms', 'p99'].concat([
        'beside p50',
        'p99',
        'ratio p50',
        'p99',
      ]),
      ...acts.map((act) => {
        const [a, b] = [of(act, 'p50', alone), of(act, 'p99', alone)]
        const [c, d] = [of(act, 'p50', beside), of(act, 'p99', beside)]
        return [act, ...[a, b, c, d].map((one) => one.toFixed(1))].concat(
          [c / a, d / b].map((one) => `${one.toFixed(2)}×`),
        )
      }),
      ['goal', '', '', '', '', '', '1.20×'],
    ])
    const each = (of: (one: Load) => number) => median(loads.map((one) => of(one) / one.took))
    const share = (n: number) => median(spent.map((one) => one[n] ?? 0)).toFixed(2)
    console.log(
      `transfer-share: the greedy company had ${each(({ transfers }) => transfers).toFixed(1)} transfers/s, ` +
        `${each(({ calls }) => calls).toFixed(0)} calls/s by ${clients} clients, ${each(({ refused }) => refused).toFixed(1)}/s refused; ` +
        `cores used: ${share(0)} by the product, ${share(1)} by PostgreSQL`,
    )
  })

const cpuIn = ({ products, postmaster }: House) => [
  products.reduce((sum, { pid }) => sum + cpuOf(pid), 0),
  cpuOfTree(postmaster),
]
