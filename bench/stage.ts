import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDatabase, startPostgres } from '@countersign/kit/embedded-postgres'
import { type Child, child } from './child.ts'
import { type Service, startService, type Tenant, tenantAt } from './service.ts'

/** A webhook service on a database of its own, and an organisation at it. */
export type Actor = {
  readonly service: Service
  readonly databaseUrl: string
  readonly tenant: Tenant
}

/** What a benchmark plays on; all of it ends with the work. */
export type Stage = {
  /** Counts webhooks, see `deliver-receiver.ts`. */
  readonly receiver: Child
  /** An address at the receiver. */
  target(path: string): string
  readonly postmaster: number
  /** Where files are kept, until the work is done. */
  readonly dataDir: string
  /** Starts a webhook service. */
  actor(name: string, env?: Readonly<Record<string, string>>): Promise<Actor>
  /** Ends a child with the work, at the latest. */
  keep(child: Child): Child
}

/** Runs work on a PostgreSQL with durable commits and a receiver. */
export async function onStage(work: (stage: Stage) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const postgres = await startPostgres({ dataDir })
  const pidFile = await readFile(join(dataDir, 'cluster/data/postmaster.pid'), 'utf8')
  const ends: (() => Promise<void>)[] = []
  const keep = (one: Child) => {
    ends.push(one.stop)
    return one
  }
  try {
    const receiver = await child('./deliver/receiver.ts', {})
    keep(receiver)
    await work({
      receiver,
      dataDir,
      keep,
      target: (path) => `http://127.0.0.1:${receiver.hello}/${path}`,
      postmaster: Number(pidFile.split('\n')[0]),
      async actor(name, env = {}) {
        await ensureDatabase(postgres.url(), name)
        const databaseUrl = postgres.url(name)
        const service = await startService('webhooks', {
          ...{ databaseUrl, dataDir: join(dataDir, name), env },
        })
        ends.push(() => service.end('SIGKILL'))
        return { service, databaseUrl, tenant: tenantAt(service) }
      },
    })
  } finally {
    for (const end of ends.reverse()) await end()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Makes an application with endpoints at these addresses, through the API. @returns its id and theirs */
export async function application(
  { call }: Tenant,
  urls: readonly string[],
): Promise<{ appId: string; endpointIds: string[] }> {
  const appId = String((await call('/app/', { name: 'Bench' })).id)
  const endpointIds: string[] = []
  for (const url of urls)
    endpointIds.push(String((await call(`/app/${appId}/endpoint/`, { url })).id))
  return { appId, endpointIds }
}

/** The load of one service, see `deliver-load.ts`. */
export const loadOf = async ({ keep }: Stage, { service, tenant }: Actor): Promise<Child> =>
  keep(await child('./deliver/load.ts', { port: service.port, token: tenant.token }))
