import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { mayFail } from '../http/errors.ts'

/** The right to a running server: as long as somebody holds one, nobody stops the server. */
export type Lease = {
  /** Gives the lease back. After the last one the answer is the server's process, to be stopped. */
  giveBack(): Promise<number | undefined>
  /** Closes the connection. */
  close(): Promise<void>
}

/** The advisory lock of database `postgres` that stands for "in use": the letters 'inuse'. */
const IN_USE = '0x696e757365'

const CONNECT_TIMEOUT_MS = 5_000

/** For how long a lost connection is tried again: a server recovers from a crashed session. */
const REGAIN_FOR_MS = 30_000

/**
 * Takes a lease: a connection that holds a shared advisory lock. The server drops it by itself
 * when this process dies in whatever way, so nothing stale is left behind, and only the last user
 * can get the lock exclusively. The connection does not keep the process from ending. When it is
 * lost and the server lives, it is made again.
 *
 * @param url of database `postgres`, as superuser.
 * @returns undefined when the server is just being stopped by its last user.
 * @throws pg.DatabaseError, or a network error, when the server does not let us in.
 */
export async function takeLease(
  url: string,
  log: (line: string) => void,
): Promise<Lease | undefined> {
  let over = false
  let regaining: Promise<void> | undefined
  let client = await acquire(url, lost)
  if (!client) return undefined

  function lost(): void {
    client = undefined
    if (!over) regaining = regain()
  }

  async function regain(): Promise<void> {
    const deadline = Date.now() + REGAIN_FOR_MS
    while (!over && Date.now() < deadline) {
      client = await acquire(url, lost).catch(() => undefined)
      if (client) return
      await sleep(200, undefined, { ref: false })
    }
    if (!over) log('The embedded PostgreSQL has gone away')
  }

  return {
    async giveBack() {
      over = true
      await regaining
      client ??= await acquire(url, lost).catch(() => undefined)
      // Without a connection there is no server any more, or another user is stopping it.
      return client && release(client).catch(() => undefined)
    },
    async close() {
      if (client) await mayFail('a stopped server has closed it already', client.end())
    },
  }
}

async function acquire(url: string, lost: () => void): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'countersign-lease',
    options: '-c idle_session_timeout=0',
  })
  // Without a listener a broken connection would end the process; 'end' follows and is acted on.
  client.on('error', () => undefined)
  await client.connect()
  if (await ask(client, `pg_try_advisory_lock_shared(${IN_USE})`)) {
    client.on('end', lost)
    keepAlive(client, false)
    return client
  }
  await client.end()
  return undefined
}

async function release(client: pg.Client): Promise<number | undefined> {
  keepAlive(client, true)
  // First back, then all of it: two who leave at once must not each take the other for a user.
  await ask(client, `pg_advisory_unlock_shared(${IN_USE})`)
  if (!(await ask(client, `pg_try_advisory_lock(${IN_USE})`))) return undefined
  return Number(await ask(client, `split_part(pg_read_file('postmaster.pid'), e'\\n', 1)`))
}

async function ask(client: pg.Client, expression: string): Promise<unknown> {
  const { rows } = await client.query<{ answer: unknown }>(`select ${expression} as answer`)
  return rows[0]?.answer
}

/** May an open connection keep the process from ending? `ref` is missing in pg's types. */
function keepAlive(client: pg.Client, keep: boolean): void {
  const socket = client as pg.Client & { ref(): void; unref(): void }
  if (keep) socket.ref()
  else socket.unref()
}
