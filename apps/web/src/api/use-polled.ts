import { type QueryKey, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { background } from './client.ts'

const everyFiveSeconds = { refetchInterval: 5000, refetchIntervalInBackground: false } as const

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
    ...everyFiveSeconds,
  })
}

/** The same for a list that comes in pages: those that are shown are asked for again. */
export function usePolledPages<Page extends { readonly next: string | null }>(
  queryKey: QueryKey,
  load: (cursor: string | undefined, init: RequestInit) => Promise<Page>,
) {
  const queryClient = useQueryClient()
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam, direction: _ }) => {
      const pages = queryClient.getQueryData<{ pageParams: unknown[] }>(queryKey)?.pageParams
      const again = pages?.includes(pageParam) === true
      return load(pageParam || undefined, { signal, ...(again && { headers: background }) })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    ...everyFiveSeconds,
  })
}

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
