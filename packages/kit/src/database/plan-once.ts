import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { KeptQuery, type Shape } from './kept-query.ts'

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
  const shapes = new Map<string, Shape>()
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
    if (text.includes(transactionMark)) state.isHot = true
    else if (endings.has(text)) state.isHot = false
    const name = state.isHot || text.includes(mark) ? nameOf(text) : undefined
    if (name === undefined) return Reflect.apply(query, client, [text, ...rest])
    const [values] = rest
    const answer = new Promise((done, failed) => {
      const kept = new KeptQuery({ name, text, values }, shapes, (error, result) =>
        error ? failed(error) : done(result),
      )
      Reflect.apply(query, client, [kept])
    })
    // A migration changed what a kept statement returns: the next transaction plans anew.
    answer.catch((error: unknown) => {
      if (Reflect.get(Object(error), 'code') !== '0A000') return
      names.clear()
      shapes.clear()
      state.generation += 1
    })
    return answer
  })
}
