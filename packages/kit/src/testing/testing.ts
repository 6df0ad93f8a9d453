import { randomBytes } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { inject } from 'vitest'
import type { Fetcher } from '../http/client.ts'
import { cloneDatabase, query, run } from './query.ts'

export { query, run }

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection of the test cluster's superuser, to its maintenance database. */
    postgres: string
  }
}

/** The migrated database that every test's own one is cloned from. */
export const templateDatabase = 'countersign_template'

/** A database of a test file's own, cloned from the migrated template. */
export async function testDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const admin = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  await cloneDatabase(admin, templateDatabase, name)
  const url = new URL(admin)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(admin, `drop database if exists ${name} with (force)`) }
}

const spare: { url: string; emptying: string }[] = []

/**
 * The same for tests that each want a database of their own and leave its tables as they are: one that
 * was given back before is emptied, which takes a fraction of the time.
 */
export async function emptyDatabase(): Promise<Awaited<ReturnType<typeof testDatabase>>> {
  const before = spare.pop()
  if (before) await run(before.url, before.emptying)
  const { url, emptying } = before ?? (await emptiable())
  return { url, drop: async () => void spare.push({ url, emptying }) }
}

/** A new one, and what brings its rows back to those of the migrations, past the triggers that forbid it. */
async function emptiable(): Promise<{ url: string; emptying: string }> {
  const { url } = await testDatabase()
  const tables = await query(
    url,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema', 'webhooks')
     order by 1`,
  )
  const statements = [
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
    'set session_replication_role = replica',
  ]
  for (const { name } of tables) {
    if (name === 'public.migration') continue
    const [row] = await query(url, `select from ${name} limit 1`)
    statements.push(`delete from ${name}`)
    if (row) statements.push(await keepRows(url, String(name)))
  }
  return { url, emptying: statements.join(';') }
}

/** Copies the rows that the migrations made. @returns what puts them back */
async function keepRows(url: string, table: string): Promise<string> {
  const copy = `kept.${table.replaceAll(/\W/g, '_')}`
  await run(url, 'create schema if not exists kept')
  await run(url, `create table ${copy} as table ${table}`)
  const [columns] = await query(
    url,
    `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
     where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  )
  return `insert into ${table} (${columns?.names}) overriding system value select ${columns?.names} from ${copy}`
}

/** A clock that stands still until it is moved. */
export function testClock(start = Date.UTC(2026, 10, 21, 12)) {
  let now = start
  const clock = () => now
  return Object.assign(clock, {
    /** Moves the clock forward by milliseconds. */
    advance: (ms: number) => {
      now += ms
    },
  })
}

/** A `fetch` that calls a server in the same process, through its whole HTTP stack but no socket. */
export const injected =
  (app: FastifyInstance): Fetcher =>
  async (url, init) => {
    const answer = await app.inject({
      method: methodOf(init.method),
      url,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && { payload: init.body }),
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers))
      for (const one of [value].flat()) if (one !== undefined) headers.append(name, String(one))
    const empty = answer.statusCode === 204 || answer.statusCode === 304
    return new Response(empty ? null : answer.body, { status: answer.statusCode, headers })
  }

/** Requests by hand to a server in the same process, each with these headers besides its own. */
export const injecting = (app: FastifyInstance, headers: Readonly<Record<string, string>>) => ({
  inject: (request: InjectOptions) =>
    app.inject({ ...request, headers: { ...request.headers, ...headers } }),
})

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

function methodOf(name: string | undefined): (typeof methods)[number] {
  const found = methods.find((method) => method === (name ?? 'GET'))
  if (!found) throw new Error(`No such method: ${name}`)
  return found
}

/** The refusal that a promise ends in, as status and body; a success is an error of the test. */
export async function refusal(work: Promise<unknown>): Promise<{ status: number; body: unknown }> {
  try {
    await work
  } catch (error) {
    if (error instanceof Error && 'status' in error && 'body' in error)
      return { status: Number(error.status), body: error.body }
    throw error
  }
  throw new Error('The call succeeded although it should have been refused')
}
