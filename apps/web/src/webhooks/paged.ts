import type { Call } from '@countersign/kit/client'
import { useState } from 'react'
import { type Portal, useServiceOperation } from './service.tsx'

/** Where a page begins. */
type From = { readonly iterator?: string }
type Answer<Row> = {
  readonly data: readonly Row[]
  readonly iterator: string | null
  readonly done: boolean
}

/**
 * Reads a list of the service page by page. Only the first page is asked for again by itself.
 * @param inputFrom the input of a page, but for the application’s id
 * @param options.key what the list depends on: another one starts at the first page
 */
export function usePaged<I, Row>(
  pick: (service: Portal['service']) => Call<I, Answer<Row>>,
  inputFrom: (from: From) => Omit<NoInfer<I>, 'app_id'>,
  { key = '', polls }: { readonly key?: string; readonly polls?: number } = {},
) {
  const [seen, setSeen] = useState<{ key: string; froms: readonly string[] }>({ key, froms: [] })
  const froms = seen.key === key ? seen.froms : []
  const iterator = froms.at(-1)
  const { data, error, retry } = useServiceOperation(
    pick,
    inputFrom(iterator ? { iterator } : {}),
    {
      ...(polls && !iterator && { polls }),
    },
  )
  const next = data && !data.done ? data.iterator : null
  const onPrevious = iterator ? () => setSeen({ key, froms: froms.slice(0, -1) }) : undefined
  const onNext = next ? () => setSeen({ key, froms: [...froms, next] }) : undefined
  const turn = onPrevious || onNext ? { onPrevious, onNext } : undefined
  return { rows: data?.data, error, retry, turn, isFirst: !iterator }
}
