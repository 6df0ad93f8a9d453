import { CompiledQuery } from 'kysely'
import type { Tx } from './db.ts'
import { withNext } from './one-way.ts'

/** What each open transaction has yet to write. */
const waiting = new WeakMap<object, CompiledQuery[]>()

/** Lets a transaction take statements for its end. */
export function takeLast(tx: object): void {
  waiting.set(tx, [])
}

/**
 * Runs a statement whose answer nobody needs, and whose rows nothing reads before the commit: together with all
 * such statements of the transaction as one, which saves their ways to the database. At once where the
 * transaction takes none.
 */
export async function atEnd<Tables>(
  tx: Tx<Tables>,
  statement: { readonly compile: (tx: Tx<Tables>) => CompiledQuery },
): Promise<void> {
  const compiled = statement.compile(tx)
  const mine = waiting.get(tx)
  if (mine) mine.push(compiled)
  else await tx.executeQuery(compiled)
}

/** Runs what waits for the end as one statement. */
export async function storeLast<Tables>(tx: Tx<Tables>): Promise<void> {
  const all = waiting.get(tx) ?? []
  waiting.delete(tx)
  const [first, ...more] = all
  if (!first) return
  const last = more.length === 0 ? first : asOne(all)
  // Nobody reads what it answers: it goes with the commit.
  await tx.executeQuery(CompiledQuery.raw(`${withNext} ${last.sql}`, [...last.parameters]))
}

/**
 * Statements as one: calls of functions first, then changes of tables, in their order. PostgreSQL makes changes that
 * nothing reads from the last one first.
 */
function asOne(all: readonly CompiledQuery[]): CompiledQuery {
  const parameters: unknown[] = []
  const placed = all.map((one) => {
    const before = parameters.length
    parameters.push(...one.parameters)
    return one.sql.replaceAll(/\$(\d+)/g, (_, no) => `$${before + Number(no)}`)
  })
  const isCall = (text: string) => text.trimStart().startsWith('select')
  const changes = placed
    .filter((text) => !isCall(text))
    .map((text, n) => `c${n} as (${text})`)
    .toReversed()
  const calls = placed.filter(isCall).map((text) => `(${text})`)
  const text = `${changes.length > 0 ? `with ${changes.join(', ')} ` : ''}select ${calls.join(', ') || '1'}`
  return CompiledQuery.raw(text, parameters)
}
