import pg from 'pg'
import { cpuOfTree } from '../cpu.ts'
import { quantiles } from '../figures.ts'
import type { Desk } from './desk.ts'

const clients = Number(process.env.BENCH_CLIENTS ?? 8)

/** Statements that this process has sent, beginnings and ends of transactions among them. */
let statements = 0
const { query } = pg.Client.prototype
Reflect.set(pg.Client.prototype, 'query', function counted(this: pg.Client, ...given: unknown[]) {
  statements += 1
  return Reflect.apply(query, this, given)
})

/** True for so many seconds from now. */
export function within(seconds: number): () => boolean {
  const until = performance.now() + seconds * 1_000
  return () => performance.now() < until
}

/** What the columns of a line say. */
export const columns = ['ms each, p50', 'p99', 'CPU ms of Node', 'of PostgreSQL', 'statements']

/** Does something again and again, by several clients at once, while there is more of it. */
export async function measured(
  desk: Desk,
  hasMore: (n: number) => boolean,
  once: (n: number) => Promise<unknown>,
  atOnce = clients,
) {
  const times: number[] = []
  const before = { statements, node: process.cpuUsage(), postgres: cpuOfTree(desk.postmaster) }
  const began = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async (_, client) => {
      for (let n = client; hasMore(n); n += atOnce) {
        const from = performance.now()
        await once(n)
        times.push(performance.now() - from)
      }
    }),
  )
  const took = (performance.now() - began) / 1_000
  const node = process.cpuUsage(before.node)
  const { p50, p99 } = quantiles(times)
  const each = (microseconds: number) => microseconds / 1_000 / times.length
  const cpu = {
    node: each(node.user + node.system),
    postgres: each(cpuOfTree(desk.postmaster) - before.postgres),
  }
  const rate = times.length / took
  return {
    rate,
    /** Milliseconds of the processor. */
    cpu,
    line: [
      ...[rate.toFixed(1), p50.toFixed(1), p99.toFixed(1)],
      ...[cpu.node.toFixed(2), cpu.postgres.toFixed(2)],
      ((statements - before.statements) / times.length).toFixed(0),
    ],
  }
}

/** Begins something at a steady rate. @returns milliseconds from the moment at which each was to begin */
export async function paced(
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
  once: (n: number) => Promise<unknown>,
): Promise<number[]> {
  const began = performance.now()
  const times: number[] = []
  await Promise.all(
    Array.from({ length: Math.round(rate * seconds) }, async (_, n) => {
      const due = began + (n * 1_000) / rate
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
      await once(n)
      times.push(performance.now() - due)
    }),
  )
  return times
}
