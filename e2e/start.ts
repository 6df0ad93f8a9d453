import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@countersign/kit/embedded-postgres'
import { cloneDatabase, passingSettings, run } from '@countersign/kit/testing-query'
import { guardRun } from '@countersign/kit/testing-run'
import { endHost, serve } from './host.ts'

/** Everything as `npm start` runs it. */
export type Server = {
  readonly url: string
  /** The database of its own, as its owner sees it; undefined where it brought one along. */
  readonly databaseUrl?: string
  stop(): Promise<void>
}

/** Where the journeys find the files and the database of the demo as they are after a first start. */
const firstFiles = 'E2E_FIRST_FILES'
const firstDatabase = 'E2E_FIRST_DATABASE'

/**
 * Starts everything as `npm start` does, on free ports and with data of its own: a copy of the first
 * data where there is some, else what a first start makes.
 * @param environment more keys of the configuration
 */
export async function startServer(environment: Record<string, string> = {}): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-e2e-'))
  const { [firstFiles]: files, [firstDatabase]: template } = process.env
  const database = files && template ? await copyOf(template) : undefined
  if (files) await cp(files, dataDir, { recursive: true })
  const server = await serve({
    ...onFreePorts(dataDir),
    ...database?.environment,
    ...environment,
  })
  return {
    url: server.url,
    ...(database && { databaseUrl: database.environment.DATABASE_URL }),
    stop: async () => {
      await server.stop()
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A database with what stands in another one of the same server, to which nobody is connected. */
async function copyOf(template: string) {
  const url = new URL(template)
  const [from, name] = [url.pathname.slice(1), `e2e_${randomBytes(6).toString('hex')}`]
  url.pathname = '/postgres'
  const admin = url.href
  await cloneDatabase(admin, from, name)
  url.pathname = `/${name}`
  return {
    environment: { DATABASE_URL: url.href, DEMO: 'on' },
    drop: () => run(admin, `drop database ${name} with (force)`),
  }
}

const onFreePorts = (dataDir: string): NodeJS.ProcessEnv => ({
  ...process.env,
  ...{ PORT: '0', WEBHOOKS_PORT: '0', IDP_PORT: '0', OPS_PORT: '0', RECEIVER_PORT: '0' },
  ...{ DATA_DIR: dataDir, LOG_LEVEL: 'warn', DATABASE_URL: '' },
})

/**
 * Starts a database server for all journeys, and makes the data that each file of them starts from, so
 * that none sees what another one did.
 */
export default async function makeFirstData(): Promise<() => Promise<void>> {
  guardRun()
  const dir = await mkdtemp(join(tmpdir(), 'countersign-e2e-first-'))
  const postgres = await startPostgres({
    dataDir: join(dir, 'postgres'),
    settings: passingSettings,
  })
  await run(postgres.url(), 'create database first')
  const files = join(dir, 'files')
  const server = await serve({
    ...onFreePorts(files),
    ...{ DATABASE_URL: postgres.url('first'), DEMO: 'on' },
  })
  await server.stop()
  await endHost()
  process.env[firstFiles] = files
  process.env[firstDatabase] = postgres.url('first')
  return async () => {
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
