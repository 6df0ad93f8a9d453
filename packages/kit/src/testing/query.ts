import pg from 'pg'

/**
 * A connection of one's own, not opened yet. The server may end it at any time, as when its database is
 * dropped: that fails the statement, but without a listener it would end the whole test process.
 */
export function testClient(config: pg.ClientConfig): pg.Client {
  return new pg.Client(config).on('error', () => undefined)
}

/** The same as a pool. `end` resolves before its connections are closed, so they meet the dropping often. */
export function testPool(config: pg.PoolConfig): pg.Pool {
  return new pg.Pool(config)
    .on('error', () => undefined)
    .on('connect', (client) => void client.on('error', () => undefined))
}

/** Runs one statement on a connection of its own; a template being copied is waited for. */
export async function run(url: string, statement: string): Promise<void> {
  await query(url, statement)
}

/** How a server runs whose data ends with the tests: nothing of it need survive a crash. */
export const passingSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // It would look after hundreds of databases that live for seconds.
  autovacuum: 'off',
  max_connections: '300',
}

/** Copies a database to which nobody is connected, by its files: through the log it takes twice as long. */
export const cloneDatabase = (adminUrl: string, from: string, to: string): Promise<void> =>
  run(adminUrl, `create database ${to} template ${from} strategy file_copy`)

/** Runs one statement on a connection of its own. @returns its rows */
export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = testClient({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
