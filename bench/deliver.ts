import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureDatabase, startPostgres } from '@countersign/kit/embedded-postgres'
import { id } from '@countersign/kit/ids'
import { migrate } from '@countersign/kit/migrate'
import { vault } from '@countersign/kit/vault'
import pg from 'pg'
import { webhooksMigrations } from '../apps/server/src/migrations.ts'
import { fixtureKey } from '../contexts/webhooks/src/crash-fixture.ts'
import { newSecret, sealSecret } from '../contexts/webhooks/src/endpoint-secret.ts'
import { type Child, child } from './child.ts'
import { cpuOf, cpuOfTree } from './cpu.ts'
import { table } from './figures.ts'

const connections = 128
const seconds = Number(process.env['BENCH_SECONDS'] ?? 8)
const openLoopRate = 500

type Receipt = { count: number; p50: number; p99: number }
type Accepted = { accepted: number; refused: number; seconds: number; p50: number; p99: number }
type Service = { pid: number; port: number; stop: () => Promise<void> }
type Figures = { saturated: Saturated; paced: { accept: Accepted; receipt: Receipt } }
type Saturated = { perSecond: number; node: number; postgres: number; statements: number }

/** Delivered messages a second, CPU and latency of the webhook service, beside the naive way. */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const postgres = await startPostgres({ dataDir })
  const receiver = await child('./deliver-receiver.ts', {})
  try {
    const pidFile = await readFile(join(dataDir, 'cluster/data/postmaster.pid'), 'utf8')
    const postmaster = Number(pidFile.split('\n')[0])
    const target = `http://127.0.0.1:${receiver.hello}/hook`
    const measure = async (name: string, start: (place: Place) => Promise<Service>) => {
      await ensureDatabase(postgres.url(), name)
      const url = postgres.url(name)
      await migrate(url, webhooksMigrations)
      const place = await endpointIn(url, target)
      const service = await start(place)
      const load = await child('./deliver-load.ts', {
        ...{ port: service.port, path: `/${place.orgId}/${place.appId}`, bytes: 900 },
      })
      try {
        return await figuresOf({ url, postmaster, service, load, receiver })
      } finally {
        await load.stop()
        await service.stop()
      }
    }
    const ours = await measure('ours', startEngineProcess)
    const naive = process.env['BENCH_ONLY'] ? ours : await measure('naive', startNaive)
    print(ours, naive)
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
}

async function endpointIn(url: string, target: string): Promise<Place> {
  const [orgId, appId, endpointId] = [
    id('org', Date.now()),
    id('app', Date.now()),
    id('ep', Date.now()),
  ]
  const secret = newSecret('hmac256')
  const sealed = sealSecret(vault([fixtureKey]), endpointId, secret)
  await query(url, 'insert into webhooks.organisation (org_id) values ($1)', [orgId])
  await query(
    url,
    `insert into webhooks.application (org_id, id, name, created_at, updated_at)
     values ($1, $2, 'Bench', now(), now())`,
    [orgId, appId],
  )
  await query(
    url,
    `insert into webhooks.endpoint (org_id, app_id, id, url, signing_keys, created_at, updated_at)
     values ($1, $2, $3, $4, $5, now(), now())`,
    [orgId, appId, endpointId, target, JSON.stringify([{ sealed, expiresAt: null }])],
  )
  return { url, target, secret, orgId, appId, endpointId }
}

async function query(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

async function startEngineProcess({ url }: Place): Promise<Service> {
  const settings = {
    ...{ retryScheduleMs: [5000], disableAfterMs: 432_000_000, timeoutMs: 15_000 },
    ...{ defaultSignature: 'hmac256', role: 'all' },
  }
  const file = new URL('../contexts/webhooks/src/crash-fixture.ts', import.meta.url).pathname
  const flags = (process.env['BENCH_FLAGS'] ?? '').split(' ').filter(Boolean)
  const service = spawn(
    process.execPath,
    [...flags, file, JSON.stringify({ url, port: 0, settings })],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [line] = await once(createInterface(service.stdout), 'line')
  return {
    pid: service.pid ?? 0,
    port: Number(String(line).split(' ').at(-1)),
    stop: async () => {
      const exit = once(service, 'exit')
      service.kill('SIGTERM')
      await exit
    },
  }
}

async function startNaive(place: Place): Promise<Service> {
  const naive = await child('./deliver-naive.ts', { ...place, workers: 32 })
  return { pid: naive.pid, port: Number(naive.hello), stop: naive.stop }
}

type Scene = { url: string; postmaster: number; service: Service; load: Child; receiver: Child }

async function figuresOf(scene: Scene): Promise<Figures> {
  const { load, receiver } = scene
  await load.ask({ seconds: 2, connections })
  await delivered(receiver)
  const saturated = await saturation(scene)
  await receiver.ask({ reset: true })
  const accept = await load.ask<Accepted>({ seconds, connections: 64, perSecond: openLoopRate })
  const receipt = await delivered(receiver, accept.accepted)
  return { saturated, paced: { accept, receipt } }
}

async function saturation({ url, postmaster, service, load, receiver }: Scene): Promise<Saturated> {
  await receiver.ask({ reset: true })
  const before = [cpuOf(service.pid), cpuOfTree(postmaster), await transactions(url)] as const
  const began = performance.now()
  const accept = await load.ask<Accepted>({ seconds, connections })
  const { count } = await delivered(receiver, accept.accepted)
  const took = (performance.now() - began) / 1000
  // Until the last outcome is on record and the statistics are written.
  await sleep(1500)
  const after = [cpuOf(service.pid), cpuOfTree(postmaster), await transactions(url)] as const
  const each = (i: 0 | 1 | 2) => (after[i] - before[i]) / count
  return { perSecond: count / took, node: each(0), postgres: each(1), statements: each(2) }
}

const transactions = async (url: string): Promise<number> => {
  const sql = `select pg_stat_clear_snapshot(), xact_commit from pg_stat_database
    where datname = current_database()`
  return Number((await query(url, sql))[0].xact_commit)
}

/** Waits until as many have arrived as were accepted, 20 s at the most. */
async function delivered(receiver: Child, expected = Infinity): Promise<Receipt> {
  let last = await receiver.ask<Receipt>({})
  for (let still = 0; still < 20 && last.count < expected; ) {
    await sleep(expected === Infinity ? 50 : 5)
    const next = await receiver.ask<Receipt>({})
    still = next.count === last.count && expected === Infinity ? still + 5 : still + 0.005
    last = next
  }
  return last
}

function print(ours: Figures, naive: Figures): void {
  const round = (value: number, digits = 0) => value.toFixed(digits)
  const row = (name: string, aim: string, of: (figures: Figures) => number, digits = 0) => {
    const [mine, its] = [of(ours), of(naive)]
    return [name, round(mine, digits), round(its, digits), `${round(mine / its, 2)}×`, aim]
  }
  table([
    ['', 'ours', 'naive', 'ratio', 'aim'],
    row('delivered/s at saturation', '≥ 3000', (f) => f.saturated.perSecond),
    row('CPU µs/message: Node', '≤ 200', (f) => f.saturated.node),
    row('CPU µs/message: PostgreSQL', '≤ 80', (f) => f.saturated.postgres),
    row('statements/message', '≤ 0.1', (f) => f.saturated.statements, 3),
    row(`${openLoopRate}/s: accept p50 ms`, '≤ 2', (f) => f.paced.accept.p50, 1),
    row(`${openLoopRate}/s: accept p99 ms`, '≤ 15', (f) => f.paced.accept.p99, 1),
    row(`${openLoopRate}/s: request to receipt p50 ms`, '≤ 3', (f) => f.paced.receipt.p50, 1),
    row(`${openLoopRate}/s: request to receipt p99 ms`, '≤ 20', (f) => f.paced.receipt.p99, 1),
    row('lost', '0', (f) => f.paced.accept.accepted - f.paced.receipt.count),
  ])
}
