import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureDatabase } from '@countersign/kit/embedded-postgres'
import { killablePostgres } from '@countersign/kit/testing-postgres'
import { query, type Service, startService } from '../service.ts'
import { watchFencing } from './check.ts'
import type { Fault, FaultKind } from './history.ts'
import type { Plant } from './plants.ts'

/** The processes that are hurt. */
export type House = {
  readonly url: string
  /** Addresses of the processes that accept messages. */
  fronts(): readonly string[]
  /** Does one kind of harm, and makes good for it. */
  harm(kind: FaultKind): Promise<Fault>
  close(): Promise<void>
}

const commands = { api: 'api', worker: 'worker', both: 'webhooks' } as const
type Role = keyof typeof commands
const roles: readonly Role[] = ['both', 'api', 'worker']

/** Attempts of a delivery: the first, and two retries. */
export const attempts = 3

/** Starts PostgreSQL with durable commits, and three processes on it. */
export async function startHouse(options: {
  readonly leaseMs: number
  readonly plant: Plant | undefined
  readonly random: () => number
}): Promise<House> {
  const { leaseMs, plant, random } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-faults-'))
  const postgres = await killablePostgres({ dataDir, settings: { ...plant?.settings } })
  await ensureDatabase(postgres.url(), 'faults')
  const url = postgres.url('faults')
  const preload = new URL('./preload.ts', import.meta.url).href
  const start = (role: Role) =>
    startService(commands[role], {
      ...{ databaseUrl: url, dataDir },
      flags: plant?.changes ? ['--import', preload] : [],
      env: {
        ...{ WEBHOOKS_LEASE_MS: String(leaseMs), WEBHOOKS_RETRY_SCHEDULE_MS: '300,700' },
        ...{ LOG_LEVEL: 'silent', ...(plant && { BENCH_PLANT: plant.name }) },
      },
    })
  const services = new Map<Role, Service>()
  // The first one makes the tables.
  for (const role of roles) services.set(role, await start(role))
  await query(url, watchFencing)

  const serviceOf = (role: Role): Service => {
    const service = services.get(role)
    if (!service) throw new Error(`There is no ${role}`)
    return service
  }
  const hurt = async (kind: FaultKind) => {
    if (kind === 'postgres') {
      await postgres.kill()
      await sleep(random() * 500)
      return postgres.start()
    }
    if (kind === 'pause') {
      const service = serviceOf(random() < 0.5 ? 'both' : 'worker')
      service.signal('SIGSTOP')
      await sleep(leaseMs * 1.6)
      return service.signal('SIGCONT')
    }
    await serviceOf(kind).end('SIGKILL')
    services.set(kind, await start(kind))
  }
  return {
    url,
    fronts: () => [serviceOf('both').url, serviceOf('api').url],
    async harm(kind) {
      const at = performance.now()
      await hurt(kind)
      return { kind, at, back: performance.now() }
    },
    async close() {
      await Promise.all([...services.values()].map((service) => service.end('SIGKILL')))
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
