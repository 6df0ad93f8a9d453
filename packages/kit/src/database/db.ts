import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { storeMails, takeMails } from '../mail/mail.ts'
import { outboxChannel, storeEvents, takeEvents } from '../outbox/outbox.ts'
import { storeLast, takeLast } from './at-end.ts'
import { sendTogether, withNext } from './one-way.ts'
import { keepPlans, keepsPlans, planOnce } from './plan-once.ts'
import { keepMemory, takeMemory } from './remembered.ts'

/** 64-bit counts come back as numbers; ours stay far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A transaction in which the statements of one piece of work run. */
export type Tx<Tables> = Transaction<Tables>

/**
 * The only way to the database. Every piece of work says whose rows it may see: row-level security
 * then hides all others, whatever the statement forgets.
 */
export type Database<Tables> = {
  /** One transaction in which the rows of this company or organisation exist, and those open to all. */
  withTenant<T>(tenant: string, work: (tx: Tx<Tables>) => Promise<T>, how?: How): Promise<T>
  /** One transaction in which the rows of this user exist, over all companies. */
  withUser<T>(user: string, work: (tx: Tx<Tables>) => Promise<T>): Promise<T>
  /** One transaction that sees only what is open to all, and what the role's own policies allow. */
  withNobody<T>(work: (tx: Tx<Tables>) => Promise<T>): Promise<T>
  /** Calls `heard` for each NOTIFY on the channel; reconnects by itself. Returns how to stop. */
  listen(channel: string, heard: (payload: string) => void): () => Promise<void>
  /** Resolves when the database answers within 500 ms; rejects otherwise. */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * `keepPlans`: each connection plans the statements of this work once. For work that is done all the time, always by
 * the same few statements, which find rows by keys; not for lists, whose plans depend on what is asked.
 */
type How = { readonly keepPlans: true }

/** How to connect: `role` is what the connections become, so that row-level security binds them. */
export type ConnectOptions = {
  readonly url: string
  readonly role: string
  /** Connections at the most; 10 when absent. */
  readonly max?: number
  readonly name?: string
}

/** The settings of a connection of ours: an unprivileged role, bounded waits. */
export const connectionConfig = ({
  url,
  role,
  max = 10,
  name = 'countersign',
}: ConnectOptions) => ({
  connectionString: url,
  options: `-c role=${role} -c statement_timeout=30000 -c idle_in_transaction_session_timeout=30000`,
  application_name: name,
  max,
  connectionTimeoutMillis: 5_000,
})

/** Opens a pool; nothing connects before the first use. */
export function connect<Tables>(options: ConnectOptions): Database<Tables> {
  const pool = new pg.Pool({ ...connectionConfig(options), pipeline: true })
  // A connection that breaks while idle is replaced by the pool; the next use reports what is wrong.
  pool.on('error', () => undefined)
  // One that breaks in the middle of a transaction refuses its statement; its event says nothing more,
  // but would end the process if nobody heard it.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    keepPlans(client)
    sendTogether(client)
  })
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  // After the commit, not in it: NOTIFY in a transaction makes all commits of the server queue.
  const wake = oneAtATime(() => sql`select pg_notify(${outboxChannel}, '')`.execute(kysely))
  const memory = new Map<string, unknown>()
  const within = async <T>(
    tenant: string,
    user: string,
    work: (tx: Tx<Tables>) => Promise<T>,
    how?: How,
  ) => {
    let keep = () => {}
    const { result, told } = await kysely.transaction().execute(async (tx) => {
      if (tenant || user) await settle(tenant, user, how).execute(tx)
      takeMails(tx)
      takeEvents(tx)
      takeMemory(tx, memory)
      if (how) takeLast(tx)
      const result = await work(tx)
      await storeMails(tx)
      const told = await storeEvents(tx)
      await storeLast(tx)
      keep = () => keepMemory(tx)
      return { result, told }
    })
    keep()
    if (told) wake.call()
    return result
  }
  return {
    withTenant: (tenant, work, how) => within(tenant, '', work, how),
    withUser: (user, work) => within('', user, work),
    withNobody: (work) => within('', '', work),
    listen: (channel, heard) => listen(options, channel, heard),
    ping: async () => {
      const answer = pool.query('select 1')
      await Promise.race([answer, overdue(500)])
    },
    close: async () => {
      await wake.done()
      await pool.end()
    },
  }
}

/**
 * How kept plans are made: for any values, since PostgreSQL would otherwise plan anew whatever it takes to be cheaper
 * for some; and to find rows by keys, since a table that is small now would otherwise be read whole for as long as
 * nobody analyses it.
 */
const forKeeping = sql`set_config('plan_cache_mode', 'force_generic_plan', true),
  set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`

/** Says whose a transaction is, and how its statements are planned. */
function settle(tenant: string, user: string, how: How | undefined) {
  const owners = sql`set_config('app.tenant', ${tenant}, true), set_config('app.user', ${user}, true)`
  return how
    ? sql`${sql.raw(withNext)}${keepsPlans} select ${owners}, ${forKeeping}`
    : sql`${sql.raw(withNext)}${planOnce} select ${owners}`
}

/** Between two wakings of those who listen, in milliseconds: who writes all the time need not wake them each time. */
const wakePause = 20

/**
 * Work that is asked for more often than it needs to be done: a call while it runs, or shortly after, makes it run
 * once more. A failure is nobody's business, so the work must be something that others make up for.
 */
function oneAtATime(work: () => Promise<unknown>): { call(): void; done(): Promise<void> } {
  let again = false
  let running: Promise<void> | undefined
  let isEnding = false
  const run = async () => {
    do {
      again = false
      await work().catch(() => undefined)
      if (!isEnding) await pause(wakePause)
    } while (again)
    running = undefined
  }
  return {
    call: () => {
      again = true
      running ??= run()
    },
    done: async () => {
      isEnding = true
      await running
    },
  }
}

const overdue = (ms: number) =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms).unref()
  })

function listen(options: ConnectOptions, channel: string, heard: (payload: string) => void) {
  let stopped = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  const again = () => {
    if (stopped || retry) return
    retry = setTimeout(open, 500)
    retry.unref()
  }
  const open = () => {
    retry = undefined
    const fresh = new pg.Client(connectionConfig(options))
    client = fresh
    fresh.on('notification', (message) => heard(message.payload ?? ''))
    fresh.on('error', again)
    fresh.on('end', again)
    fresh
      .connect()
      .then(() => fresh.query(`listen ${pg.escapeIdentifier(channel)}`))
      // What was missed while away is unknown, so the listener is told to look.
      .then(() => heard(''))
      .catch(again)
  }
  open()
  return async () => {
    stopped = true
    clearTimeout(retry)
    await client?.end().catch(() => undefined)
  }
}
