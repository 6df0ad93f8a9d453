import type { Call } from '@countersign/kit/client'
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { background } from './background.ts'

type Polled = {
  /**
   * Asked for again after so many milliseconds, while the tab is visible. Calls after the first do not
   * count as activity of the person.
   */
  readonly polls?: number
}
type Options<R> = Omit<UseQueryOptions<R>, 'queryKey' | 'queryFn'> & Polled

/** The key of an operation's answers; with a part of the input, of those whose input has this part. */
export const keyOf = <I, R>(call: Call<I, R>, input?: Partial<NoInfer<I>>): readonly unknown[] =>
  input === undefined ? [call.operation] : [call.operation, input]

/** Answers that have changed: all of an operation, or those of a key. */
export type Changed = Call<never, unknown> | readonly unknown[]

/** Asks again for what has changed, where it is shown now. */
export const refresh = (client: QueryClient, ...changed: readonly Changed[]): Promise<unknown> =>
  Promise.all(
    changed.map((one) =>
      client.invalidateQueries({ queryKey: typeof one === 'function' ? [one.operation] : one }),
    ),
  )

/** What an operation answers, for hooks and the query client. It is cancelled when nobody waits. */
export const operationQuery = <I, R>(
  call: Call<I, R>,
  input: NoInfer<I>,
  { polls, ...options }: Options<NoInfer<R>> = {},
) =>
  queryOptions({
    ...(polls && { refetchInterval: polls }),
    ...options,
    queryKey: [call.operation, input],
    queryFn: ({ client, queryKey, signal }): Promise<R> => {
      const again = polls !== undefined && client.getQueryData(queryKey) !== undefined
      return call(input, { signal, ...(again && { headers: background }) })
    },
  })

/** What an operation answers, kept up to date. A list that failed keeps what it showed last. */
export const useOperation = <I, R>(
  call: Call<I, R>,
  input: NoInfer<I>,
  options?: Options<NoInfer<R>>,
) => useQuery(operationQuery(call, input, options))

type Paged = { query?: { cursor?: string | undefined } }
type Next = { readonly next: string | null }
type Page = Next | { readonly paginateInfo: Next }
const nextOf = (page: Page) => ('next' in page ? page : page.paginateInfo).next

/**
 * What an operation answers page by page, following `next`; pages that are shown are asked for again.
 * With `keeps`, the rows of the last input stay until those of the next are there.
 */
export const usePages = <I extends Paged, R extends Page>(
  call: Call<I, R>,
  input: NoInfer<I>,
  { polls, keeps }: Polled & { keeps?: boolean } = {},
) =>
  useInfiniteQuery({
    ...(polls && { refetchInterval: polls }),
    ...(keeps && { placeholderData: keepPreviousData }),
    queryKey: [call.operation, input, 'pages'],
    queryFn: ({ client, queryKey, signal, pageParam }): Promise<R> => {
      const known = client.getQueryData<{ pageParams: unknown[] }>(queryKey)?.pageParams
      const again = polls !== undefined && known?.includes(pageParam)
      const query = { ...input.query, ...(pageParam && { cursor: pageParam }) }
      return call({ ...input, query }, { signal, ...(again && { headers: background }) })
    },
    initialPageParam: '',
    getNextPageParam: nextOf,
  })
