import pg from 'pg'
import { type ConnectOptions, connectionConfig } from './db.ts'

/** A statement that is parsed once per connection; the name must be its own. */
export type Statement = { readonly name: string; readonly text: string }

/**
 * One connection of one's own for hot statements: parsed and planned once, one statement at a time,
 * each its own transaction. Reconnects by itself with the next query.
 */
export type PinnedConnection = {
  /** @throws the database's error; `isServerError` tells whether the statement was refused or lost */
  query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/** A server that is silent for longer is given up: it may be stopped, or cut off without a word. */
const SILENCE_MS = 10_000

/**
 * Arrays of any length share one plan, made when the connection is young and tables may be empty:
 * to read a table whole is cheap then, and would stay the plan until somebody analyses the table.
 * Hot statements look rows up by index, so pages are free here and every row passed by costs.
 */
const planOnce =
  '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_bitmapscan=off ' +
  '-c enable_hashjoin=off -c enable_mergejoin=off -c random_page_cost=0 -c seq_page_cost=0 ' +
  '-c cpu_tuple_cost=1 -c cpu_index_tuple_cost=1'

/** Opens a line; nothing connects before the first query. */
export function openPinnedConnection(options: ConnectOptions): PinnedConnection {
  const { options: settings, ...config } = connectionConfig(options)
  let current: Promise<pg.Client> | undefined

  const connect = (): Promise<pg.Client> => {
    const client = new pg.Client({
      ...config,
      options: `${settings} ${planOnce}`,
      query_timeout: SILENCE_MS,
      keepAlive: true,
    })
    const opened = client.connect().then(() => client)
    const lost = () => {
      if (current === opened) current = undefined
    }
    client.on('error', lost)
    client.on('end', lost)
    opened.catch(lost)
    return opened
  }

  const ask = async <Row extends object>(
    { name, text }: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> => {
    current ??= connect()
    const line = current
    const client = await line
    try {
      const { rows } = await client.query<Row>({ name, text, values: [...values] })
      return rows
    } catch (error) {
      // Whatever is not the server's answer leaves the connection in a state that nobody knows.
      if (!isServerError(error)) {
        if (current === line) current = undefined
        client.end().catch(() => undefined)
      }
      throw error
    }
  }

  let last: Promise<unknown> = Promise.resolve()
  return {
    query<Row extends object>(statement: Statement, values: readonly unknown[]) {
      const answer = last.then(() => ask<Row>(statement, values))
      last = answer.catch(() => undefined)
      return answer
    },
    async close() {
      const line = current
      current = undefined
      await line?.then((client) => client.end()).catch(() => undefined)
    },
  }
}

/** True when the server has refused the statement, so that nothing of it was done. */
export const isServerError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !/^(08|57P0)/.test(error.code ?? '')

/** True when the statement was refused for a value in it, so that another try meets the same. */
export const isDataError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^2[123]/.test(error.code ?? '')

const TEXT_OID = 25

/**
 * A `text[]` parameter in PostgreSQL's binary form. The text form would escape every quote of every
 * JSON payload here and undo it there; `pg` sends a Buffer as it is.
 */
export function textArray(values: readonly (string | null)[]): Buffer {
  let size = 20
  for (const value of values) size += 4 + (value === null ? 0 : Buffer.byteLength(value))
  const buffer = Buffer.allocUnsafe(size)
  buffer.writeInt32BE(values.length === 0 ? 0 : 1, 0)
  buffer.writeInt32BE(values.includes(null) ? 1 : 0, 4)
  buffer.writeInt32BE(TEXT_OID, 8)
  if (values.length === 0) return buffer.subarray(0, 12)
  buffer.writeInt32BE(values.length, 12)
  buffer.writeInt32BE(1, 16)
  let at = 20
  for (const value of values) {
    const length = value === null ? -1 : buffer.write(value, at + 4)
    buffer.writeInt32BE(length, at)
    at += 4 + Math.max(0, length)
  }
  return buffer
}

/** A `text[]` as text, for a place where an array of arrays would be flattened. */
export const arrayLiteral = (values: readonly string[] | null): string | null =>
  values && `{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
