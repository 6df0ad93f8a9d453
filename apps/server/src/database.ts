import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ensureDatabase, startPostgres } from '@countersign/kit/embedded-postgres'
import { asFailure } from '@countersign/kit/errors'
import type { Logger } from '@countersign/kit/log'
import { type MigrationSource, migrate } from '@countersign/kit/migrate'
import pg from 'pg'
import type { Config } from './config.ts'

/** The PostgreSQL that everything runs on: the one configured, or the embedded one. */
export type Postgres = { readonly url: string; stop(): Promise<void> }

/** The address of the database; without `DATABASE_URL` the embedded server is started in `DATA_DIR`. */
export async function openPostgres(config: Config, log: Logger): Promise<Postgres> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, stop: async () => undefined }
  const embedded = await startPostgres({
    dataDir: join(config.DATA_DIR, 'postgres'),
    log: (line) => log.debug({ event: 'postgres', line }),
  })
  await ensureDatabase(embedded.url(), 'countersign')
  return { url: embedded.url('countersign'), stop: embedded.stop }
}

/**
 * Brings the database to this release. One that is away is waited for, so that the processes can
 * start before it; any other trouble is thrown.
 */
export async function prepareDatabase(
  url: string,
  sources: readonly MigrationSource[],
  config: Config,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      await checkServer(url, config, log)
      const applied = await migrate(url, sources)
      log.info({ event: 'migrated', applied })
      return
    } catch (error) {
      if (asFailure(error).code !== 'unavailable') throw error
      log.warn({ event: 'database_away', err: error })
      await wait(1000, undefined, { signal: stopping })
    }
  }
}

/**
 * Row-level security does not bind a superuser, so in production we do not serve as one. PostgreSQL
 * 18 crashes now and then under row locks on partitioned tables (decision 55), so we say so.
 */
async function checkServer(url: string, config: Config, log: Logger): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  // A broken connection fails its statement; without a listener it would end the process as well.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ above: boolean; version: number }>(
      `select rolsuper or rolbypassrls as above, current_setting('server_version_num')::int as version
      from pg_roles where rolname = current_user`,
    )
    if (rows[0]?.above && config.NODE_ENV === 'production')
      throw new Error(
        'DATABASE_URL: refusing to serve as a superuser in production; create an ordinary role that owns the database',
      )
    if ((rows[0]?.version ?? 0) >= 180000)
      log.warn({
        event: 'postgres_may_crash',
        version: rows[0]?.version,
        use: 'PostgreSQL 15 to 17',
      })
  } finally {
    await client.end()
  }
}
