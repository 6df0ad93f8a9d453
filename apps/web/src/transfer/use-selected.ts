import { useRef, useState } from 'react'
import { useRowKeys } from '../review/index.ts'
import { ranged, toggled } from '../ui/table/data-table-types.ts'

/** The rows that are ticked in a list, as far as they are shown; `x` ticks one, with Shift all from the one before. */
export function useSelected<Row>(rows: readonly Row[] | undefined, keyOf: (row: Row) => string) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const shown = rows?.map(keyOf) ?? []
  const keys = new Set(shown.filter((key) => ticked.has(key)))
  const tick = (at: number | null, range: boolean) => {
    const key = at === null ? undefined : shown[at]
    if (key === undefined) return
    setTicked(range && last.current ? ranged(keys, shown, last.current, key) : toggled(keys, key))
    last.current = key
  }
  useRowKeys(
    Object.fromEntries(
      ['x', 'X'].map((key) => [key, (at: number | null) => tick(at, key === 'X')]),
    ),
  )
  return { keys, onChange: setTicked }
}
