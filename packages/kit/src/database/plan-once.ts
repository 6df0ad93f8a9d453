import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'

const mark = '/* planned once */'
const transactionMark = '/* plans kept */'

/**
 * In front of a statement that nearly every request asks: each connection plans it once. Policies make
 * planning take several times what finding a row does. The text must not differ from call to call.
 */
export const planOnce = sql.raw(mark)

/** In the first statement of a transaction: all that follow are planned once, until it ends. */
export const keepsPlans = sql.raw(transactionMark)

/** So many plans are kept for a connection; texts beyond are planned each time. */
const maxPlans = 400
const endings = new Set(['commit', 'rollback'])

/** The driver keeps the plan of a statement that has a name: gives names to those that are to be planned once. */
export function keepPlans(client: pg.ClientBase): void {
  const { query } = client
  const names = new Map<string, string>()
  const state = { isHot: false, generation: 0 }
  const nameOf = (text: string) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= maxPlans) return known
    // Of at most 63 bytes, as names in PostgreSQL are.
    const hash = createHash('sha256').update(text).digest('base64url')
    const name = `${state.generation}_${hash}`
    names.set(text, name)
    return name
  }
  Reflect.set(client, 'query', (text: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string') return Reflect.apply(query, client, [text, ...rest])
    const isBeginning = text.includes(transactionMark)
    if (isBeginning) state.isHot = true
    const isEnd = endings.has(text)
    if (isEnd) state.isHot = false
    // A message of two statements, which begins a transaction, can't have a name.
    const isNamed = !isBeginning && !isEnd && (state.isHot || text.includes(mark))
    const name = isNamed ? nameOf(text) : undefined
    if (name === undefined) return Reflect.apply(query, client, [text, ...rest])
    const answer = Reflect.apply(query, client, [{ name, text }, ...rest])
    // A migration changed what a kept statement returns: the next transaction plans anew.
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        if (Reflect.get(Object(error), 'code') !== '0A000') return
        names.clear()
        state.generation += 1
      })
    return answer
  })
}
