import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { background } from '../api.ts'

/**
 * A list that is asked for again every five seconds while the tab is visible. Those calls do not count
 * as activity of the person. A list that failed keeps what it showed last.
 */
export function usePolled<T>(queryKey: QueryKey, load: (init: RequestInit) => Promise<T>) {
  const queryClient = useQueryClient()
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const again = queryClient.getQueryData(queryKey) !== undefined
      return load({ signal, ...(again && { headers: background }) })
    },
    refetchInterval: 5000,
    refetchIntervalInBackground: false,
  })
}

/**
 * Rows that hold still: what is on the screen changes in place and keeps its order, new rows wait until
 * they are asked for.
 */
export function useHeldRows<Row>(rows: readonly Row[] | undefined, keyOf: (row: Row) => string) {
  const [held, setHeld] = useState<readonly string[]>()
  if (rows && !held) setHeld(rows.map(keyOf))
  const byKey = new Map((rows ?? []).map((row) => [keyOf(row), row]))
  const known = new Set(held ?? [])
  const shown = held?.flatMap((key) => byKey.get(key) ?? [])
  const waiting = (rows ?? []).filter((row) => held && !known.has(keyOf(row))).length
  return { shown, waiting, show: () => setHeld((rows ?? []).map(keyOf)) }
}
