import { useState } from 'react'

/**
 * Rows that hold still: what is on the screen changes in place and keeps its order, new rows wait until
 * they are asked for. Rows of a page that somebody asked for come at the end, at once.
 */
export function useHeldRows<Row>(
  rows: readonly Row[] | undefined,
  keyOf: (row: Row) => string,
  pages = 1,
) {
  const [held, setHeld] = useState<{ keys: readonly string[]; pages: number }>()
  const keys = (rows ?? []).map(keyOf)
  if (rows && !held) setHeld({ keys, pages })
  else if (held && pages > held.pages) {
    const last = Math.max(-1, ...held.keys.map((key) => keys.indexOf(key)))
    setHeld({ keys: [...held.keys, ...keys.slice(last + 1)], pages })
  }
  const byKey = new Map((rows ?? []).map((row) => [keyOf(row), row]))
  const known = new Set(held?.keys ?? [])
  const shown = held?.keys.flatMap((key) => byKey.get(key) ?? [])
  const waiting = held ? keys.filter((key) => !known.has(key)).length : 0
  return { shown, waiting, show: () => setHeld({ keys, pages }) }
}
