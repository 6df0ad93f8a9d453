import type pg from 'pg'

/** In front of a statement whose answer nobody reads: it is sent with the next one. */
export const withNext = '/* with the next */'

/** What a statement that waits seems to answer. */
const nothing = { command: '', rowCount: 0, rows: [] }

/**
 * Saves ways to the database: a transaction's beginning goes with its first statement, and its last changes with the
 * commit, in their order and in one write. If one of them fails, PostgreSQL refuses those behind it, and the last one
 * rejects with the first error. The connection needs `pipeline`.
 */
export function sendTogether(client: pg.Client): void {
  const query: (...given: unknown[]) => Promise<unknown> = client.query.bind(client)
  let held: unknown[][] = []
  Reflect.set(client, 'query', (...given: unknown[]) => {
    const [text] = given
    if (text === 'begin' || (typeof text === 'string' && text.startsWith(withNext))) {
      held.push(given)
      return Promise.resolve(nothing)
    }
    if (held.length === 0) return query(...given)
    const all = [...held, given]
    held = []
    const { stream } = client.connection
    stream.cork()
    const answers = all.map((one) => query(...one))
    stream.uncork()
    return Promise.all(answers).then((each) => each.at(-1))
  })
}
