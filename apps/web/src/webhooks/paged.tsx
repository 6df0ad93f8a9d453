import type { Call } from '@countersign/kit/client'
import { type ReactNode, useState } from 'react'
import { Pagination } from '../ui/table/pagination.tsx'
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
      ...(polls && froms.length === 0 && { polls }),
    },
  )
  const next = data && !data.done ? data.iterator : null
  const pagination: ReactNode = (froms.length > 0 || next) && (
    <Pagination
      onPrevious={froms.length > 0 ? () => setSeen({ key, froms: froms.slice(0, -1) }) : undefined}
      onNext={next ? () => setSeen({ key, froms: [...froms, next] }) : undefined}
    />
  )
  return { rows: data?.data, error, retry, pagination, isFirst: froms.length === 0 }
}
