import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureDatabase, startPostgres } from '@countersign/kit/embedded-postgres'
import { type Child, child } from '../child.ts'
import { cpuOf, cpuOfTree, residentOfTree } from '../cpu.ts'
import { type Accepted, delivered, type Receipt } from '../delivered.ts'
import { table } from '../figures.ts'
import { query, type Service, startService, tenantAt } from '../service.ts'

const connections = 128
const seconds = Number(process.env.BENCH_SECONDS ?? 8)
const openLoopRate = 500
const bytes = Number(process.env.BENCH_BYTES ?? 900)
const orderingKeys = 1000

type Target = Pick<Service, 'pid' | 'port' | 'end'>
type Figures = { saturated: Saturated; paced: { accept: Accepted; receipt: Receipt } }
type Saturated = {
  perSecond: number
  node: number
  postgres: number
  statements: number
  /** Bytes a message. */
  wal: number
  /** Megabytes of all its processes, once all is delivered. */
  resident: number
}

/** Delivered messages a second, CPU and latency of the webhook service, beside the naive way. */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const postgres = await startPostgres({ dataDir })
  const receiver = await child('./deliver/receiver.ts', {})
  try {
    const pidFile = await readFile(join(dataDir, 'cluster/data/postmaster.pid'), 'utf8')
    const postmaster = Number(pidFile.split('\n')[0])
    const target = `http://127.0.0.1:${receiver.hello}/hook`
    const measure = async (
      name: string,
      start: (service: Service, place: Place) => Promise<Target>,
      keys = 0,
    ) => {
      await ensureDatabase(postgres.url(), name)
      const url = postgres.url(name)
      const flags = (process.env.BENCH_FLAGS ?? '').split(' ').filter(Boolean)
      const engine = await startService('webhooks', {
        ...{ databaseUrl: url, dataDir: join(dataDir, name), flags },
      })
      const place = await endpointAt(engine, url, target, keys > 0)
      const service = await start(engine, place)
      const load = await child('./deliver/load.ts', {
        ...{ port: service.port, token: place.token },
      })
      const what = { paths: [`/api/v1/app/${place.appId}/msg/`], bytes, keys }
      try {
        return await figuresOf({ url, postmaster, service, load, receiver, what })
      } finally {
        await load.stop()
        await service.end('SIGTERM')
      }
    }
    const ours = await measure('ours', async (service) => service)
    if (process.env.BENCH_ONLY) return print(ours, ours, ours)
    const ordered = await measure('ordered', async (service) => service, orderingKeys)
    const naive = await measure('naive', startNaive)
    print(ours, ordered, naive)
  } finally {
    await receiver.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Place = {
  url: string
  target: string
  secret: string
  orgId: string
  appId: string
  endpointId: string
  token: string
}

/** An application with one endpoint, made through the API as a customer would. */
async function endpointAt(
  service: Service,
  url: string,
  target: string,
  ordered: boolean,
): Promise<Place> {
  const { orgId, token, call } = tenantAt(service)
  const appId = String((await call('/app/', { name: 'Bench' })).id)
  const endpointId = String((await call(`/app/${appId}/endpoint/`, { url: target, ordered })).id)
  const secret = String((await call(`/app/${appId}/endpoint/${endpointId}/secret/`)).key)
  return { url, target, secret, orgId, appId, endpointId, token }
}

/** On the same tables, with the service that made them out of the way. */
async function startNaive(service: Service, place: Place): Promise<Target> {
  await service.end('SIGTERM')
  const naive = await child('./deliver/naive.ts', { ...place, workers: 32 })
  return { pid: naive.pid, port: Number(naive.hello), end: naive.stop }
}

type What = { paths: string[]; bytes: number; keys: number }
type Scene = {
  url: string
  postmaster: number
  service: Target
  load: Child
  receiver: Child
  what: What
}

async function figuresOf(scene: Scene): Promise<Figures> {
  const { load, receiver, what } = scene
  const warm = await load.ask<Accepted>({ ...what, seconds: 2, connections })
  await delivered(receiver, warm.accepted)
  const saturated = await saturation(scene)
  await receiver.ask({ reset: true })
  const accept = await load.ask<Accepted>({
    ...{ ...what, seconds, connections: 64, perSecond: openLoopRate },
  })
  const receipt = await delivered(receiver, accept.accepted)
  return { saturated, paced: { accept, receipt } }
}

async function saturation(scene: Scene): Promise<Saturated> {
  const { url, postmaster, service, load, receiver, what } = scene
  await receiver.ask({ reset: true })
  const before = [cpuOf(service.pid), cpuOfTree(postmaster), ...(await written(url))] as const
  const began = performance.now()
  const accept = await load.ask<Accepted>({ ...what, seconds, connections })
  const { count } = await delivered(receiver, accept.accepted)
  const took = (performance.now() - began) / 1000
  // Until the last outcome is on record and the statistics are written.
  await sleep(1500)
  const after = [cpuOf(service.pid), cpuOfTree(postmaster), ...(await written(url))] as const
  const each = (i: 0 | 1 | 2 | 3) => (after[i] - before[i]) / count
  const resident = residentOfTree(service.pid) / 1e6
  const [node, postgres, statements, wal] = [each(0), each(1), each(2), each(3)]
  return { perSecond: count / took, node, postgres, statements, wal, resident }
}

/** Transactions of the database and bytes of WAL so far. */
const written = async (url: string): Promise<[number, number]> => {
  const sql = `select pg_stat_clear_snapshot(), xact_commit,
      pg_current_wal_insert_lsn() - '0/0'::pg_lsn as wal
    from pg_stat_database where datname = current_database()`
  const [row] = await query<{ xact_commit: number; wal: number }>(url, sql)
  return [Number(row?.xact_commit), Number(row?.wal)]
}

function print(ours: Figures, ordered: Figures, naive: Figures): void {
  const round = (value: number, digits = 0) => value.toFixed(digits)
  const row = (name: string, aim: string, of: (figures: Figures) => number, digits = 0) => {
    const [mine, other, its] = [of(ours), of(ordered), of(naive)]
    const ratio = (to: number) => (to === 0 || mine === 0 ? '' : `${round(mine / to, 2)}×`)
    const kept = mine === 0 ? '' : `${round(other / mine, 2)}×`
    const mean = [round(mine, digits), round(other, digits), kept, round(its, digits), ratio(its)]
    return [name, ...mean, aim]
  }
  table([
    ['', 'ours', `${orderingKeys} keys`, 'of ours', 'naive', 'ratio', 'aim'],
    row('delivered/s at saturation', '≥ 3000', (f) => f.saturated.perSecond),
    row('CPU µs/message: Node', '≤ 200', (f) => f.saturated.node),
    row('CPU µs/message: PostgreSQL', '≤ 80', (f) => f.saturated.postgres),
    row('statements/message', '≤ 0.1', (f) => f.saturated.statements, 3),
    row('WAL bytes/message', '≤ 2900', (f) => f.saturated.wal),
    row('resident MB', '≤ 200', (f) => f.saturated.resident),
    row(`${openLoopRate}/s: accept p50 ms`, '≤ 2', (f) => f.paced.accept.p50, 1),
    row(`${openLoopRate}/s: accept p99 ms`, '≤ 15', (f) => f.paced.accept.p99, 1),
    row(`${openLoopRate}/s: request to receipt p50 ms`, '≤ 3', (f) => f.paced.receipt.p50, 1),
    row(`${openLoopRate}/s: request to receipt p99 ms`, '≤ 20', (f) => f.paced.receipt.p99, 1),
    row('lost', '0', (f) => f.paced.accept.accepted - f.paced.receipt.count),
  ])
}
