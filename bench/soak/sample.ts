import { residentOfTree } from '../cpu.ts'
import { type Quantiles, quantiles } from '../figures.ts'
import type { House } from '../house/house.ts'

/** How the house stands at one moment. */
export type Sample = {
  /** Megabytes of the processes of the product, each. */
  readonly products: readonly number[]
  readonly webhooks: number
  readonly connections: number
  readonly dead: number
  /** Megabytes. */
  readonly size: number
  /** Megabytes since the server began. */
  readonly wal: number
  readonly steps: number
  readonly outbox: number
  readonly received: number
}

const figures = `select (select count(*) from pg_stat_activity where datname = current_database())::int as connections,
  (select coalesce(sum(n_dead_tup), 0) from pg_stat_user_tables)::int as dead,
  pg_database_size(current_database()) / 1e6::float8 as size,
  pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 / 1e6 as wal,
  (select count(*) from transactions.step where done_at is null and not timer)::int as steps,
  (select count(*) from outbox.event)::int as outbox`

export async function sampleOf(house: House): Promise<Sample> {
  type Row = Omit<Sample, 'products' | 'webhooks' | 'received'>
  const { rows } = await house.owner.query<Row>(figures)
  const [row] = rows
  if (!row) throw new Error('The database says nothing')
  const { count } = await house.receiver.ask<{ count: number } & Quantiles>({})
  return {
    ...row,
    products: house.products.map(({ pid }) => residentOfTree(pid) / 1e6),
    webhooks: residentOfTree(house.webhooks.pid) / 1e6,
    received: count,
  }
}

const ms = (values: readonly number[] | undefined) => {
  if (!values?.length) return '–'
  const { p50, p99 } = quantiles(values)
  return `${p50.toFixed(0)}/${p99.toFixed(0)}`
}

/** What each minute's line says, in order. */
export const columns = [
  ...[
    'minute',
    'transfers/s',
    'MB of Node',
    'of the webhook service',
    'connections',
    'dead tuples',
  ],
  ...['MB of the database', 'MB of WAL', 'steps', 'outbox', 'webhooks received', 'late', 'failed'],
]

/** Milliseconds of each act in a minute, p50 and p99. */
export const actsLine = (times: ReadonlyMap<string, readonly number[]>): string =>
  [...times].map(([act, all]) => `${act} ${ms(all)}`).join(', ')

/** The cells of a minute's line, but for what the load itself counts. */
export const cellsOf = (now: Sample, before: Sample): string[] => [
  now.products.map((one) => one.toFixed(0)).join(' + '),
  now.webhooks.toFixed(0),
  ...[now.connections, now.dead].map(String),
  now.size.toFixed(0),
  (now.wal - before.wal).toFixed(0),
  ...[now.steps, now.outbox, now.received].map(String),
]
