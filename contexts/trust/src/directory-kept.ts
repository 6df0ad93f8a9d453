import { recent } from '@countersign/kit/recent'
import { sql } from 'kysely'
import type { TrustTx } from './tables.ts'

/** How long an answer is kept, in milliseconds: when no change can be missing in it, and when one may. */
const settled = 600_000
const unsettled = 2_000

/**
 * Answers about all companies that hold until one of them changes. Each change of a company moves a
 * sequence before it commits: an answer read while one was on its way may lack it, and is soon read again.
 */
export function keptUntilChange<T>(max: number) {
  const kept = recent<{ value: T; lasting: boolean }>({
    ms: ({ lasting }) => (lasting ? settled : unsettled),
    max,
  })
  let newest: { key: string; value: T } | undefined
  const keyOf = async (tx: TrustTx, about: string) => `${await lastChange(tx)} ${about}`
  return {
    /** The answer about something, read when it is not there. */
    async get(tx: TrustTx, about: string, load: () => Promise<T>): Promise<T> {
      const key = await keyOf(tx, about)
      const read = async () => {
        const lasting = await isQuiet(tx)
        const value = await load()
        if (lasting) newest = { key, value }
        return { lasting, value }
      }
      const { value } = (await kept.get(key, read)) ?? (await read())
      return value
    },
    /** The same when it was the last that was read, so that nobody waits for it. */
    async peek(tx: TrustTx, about: string): Promise<T | undefined> {
      return newest && newest.key === (await keyOf(tx, about)) ? newest.value : undefined
    },
  }
}

async function lastChange(tx: TrustTx): Promise<string> {
  const { rows } = await sql<{ last: string }>`select last_value::text as last
    from trust.vasp_change`.execute(tx)
  return rows[0]?.last ?? ''
}

/** Whether nobody is changing a company. Asked after the sequence and before what is kept is read. */
async function isQuiet(tx: TrustTx): Promise<boolean> {
  const { rows } = await sql<{ quiet: boolean }>`select not exists (
    select from pg_locks where relation = 'trust.vasp'::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())) as quiet`.execute(
    tx,
  )
  return rows[0]?.quiet ?? false
}
