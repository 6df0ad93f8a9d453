import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** Where a context keeps its migrations: `0001-….sql`, forward only. */
export type MigrationSource = { readonly context: string; readonly dir: string }

/** A number of our own for the lock that keeps two migrations apart. */
const lockKey = 7_206_116_283

/**
 * Applies what is missing, in order, each file in a transaction of its own, as the owner of the
 * database. Safe to run twice at once: the second waits for the first and finds nothing to do.
 * @param url the owner's connection
 * @returns the names of the files applied now, `context/file`
 * @throws when an applied file was changed or is gone: the database is of another release
 */
export async function migrate(url: string, sources: readonly MigrationSource[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'countersign-migrate' })
  // A broken connection fails its statement; without a listener it would end the process as well.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(`create table if not exists public.migration (
      context text not null, file text not null, hash text not null,
      applied_at timestamptz not null default now(), primary key (context, file))`)
    const { rows } = await client.query<{ context: string; file: string; hash: string }>(
      'select context, file, hash from public.migration',
    )
    const done = new Map(rows.map((row) => [`${row.context}/${row.file}`, row.hash]))
    const applied: string[] = []
    for (const source of sources) {
      for (const file of (await readdir(source.dir)).filter((f) => f.endsWith('.sql')).sort()) {
        const text = await readFile(join(source.dir, file), 'utf8')
        if (await apply(client, source.context, file, text, done))
          applied.push(`${source.context}/${file}`)
        done.delete(`${source.context}/${file}`)
      }
    }
    const contexts = new Set(sources.map((source) => source.context))
    const unknown = [...done.keys()].filter((name) => contexts.has(name.split('/')[0] ?? ''))
    if (unknown.length > 0)
      throw new Error(`The database has migrations of a newer release: ${unknown.join(', ')}`)
    return applied
  } finally {
    await client.end()
  }
}

async function apply(
  client: pg.Client,
  context: string,
  file: string,
  text: string,
  done: ReadonlyMap<string, string>,
): Promise<boolean> {
  const hash = createHash('sha256').update(text).digest('hex')
  const before = done.get(`${context}/${file}`)
  if (before === hash) return false
  if (before) throw new Error(`Migration ${context}/${file} was changed after it was applied`)
  await client.query('begin')
  try {
    await client.query("set local lock_timeout = '10s'")
    await client.query(text)
    await client.query('insert into public.migration (context, file, hash) values ($1, $2, $3)', [
      context,
      file,
      hash,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${context}/${file} failed`, { cause: error })
  }
  return true
}
