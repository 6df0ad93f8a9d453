import { useRef, useState } from 'react'
import { ranged, type Selection, toggled } from '../ui/table/data-table-types.ts'

/** A company as a list shows it. */
export interface Named {
  did: string
  name: string
}

/**
 * The companies that are ticked in a list, by DID with their names, those of other pages too; and the
 * keys: x ticks a row, with Shift all rows from the one before.
 */
export function useTicked(rows: readonly Named[] | undefined, own: string | null) {
  const [ticked, setTicked] = useState<ReadonlyMap<string, string>>(new Map())
  const last = useRef<string>(undefined)
  const keys = new Set(ticked.keys())
  const change = (next: ReadonlySet<string>) =>
    setTicked(
      new Map(
        [...next].map((did) => [
          did,
          rows?.find((row) => row.did === did)?.name ?? ticked.get(did) ?? did,
        ]),
      ),
    )
  const tick = (row: number | null, range: boolean) => {
    const did = row === null ? undefined : rows?.[row]?.did
    if (did === undefined) return
    const dids = rows?.map((one) => one.did) ?? []
    change(range && last.current ? ranged(keys, dids, last.current, did) : toggled(keys, did))
    last.current = did
  }
  return {
    ticked,
    /** Nobody asks their own company for anything. */
    others: [...ticked].flatMap(([did, name]) => (did === own ? [] : [{ did, name }])),
    selection: { keys, onChange: change } satisfies Selection,
    clear: () => setTicked(new Map()),
    rowKeys: Object.fromEntries(
      ['x', 'X'].map((key) => [key, (row: number | null) => tick(row, key === 'X')]),
    ),
  }
}
