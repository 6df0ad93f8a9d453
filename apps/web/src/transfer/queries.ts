import type { Transaction } from '@countersign/contracts/transactions'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/index.ts'
import type { TransferView } from './search.ts'

/** How many transfers a page of the list has. */
const pageSize = 50

const filters = {
  inbox: { txGroup: 'INBOX', sort: 'dueAt:ASC' },
  outgoing: { txDirection: 'outgoing' },
  incoming: { txDirection: 'incoming' },
  all: {},
} as const

/** A page of a company's transfers. */
export async function loadTransfers(
  company: string,
  view: TransferView,
  q: string | undefined,
  cursor: string | undefined,
  init: RequestInit,
) {
  const { transactions, paginateInfo } = await api.tx.list(
    {
      query: {
        vaspDID: company,
        resultsPerPage: pageSize,
        ...filters[view],
        ...(q && { q }),
        ...(cursor && { cursor }),
      },
    },
    init,
  )
  return { rows: transactions, total: paginateInfo.totalItems, next: paginateInfo.next }
}

/** What waits for a company. */
export const countsQuery = (company: string) =>
  queryOptions({
    queryKey: ['tx.counts', company],
    queryFn: ({ signal }) => api.tx.counts({ query: { vaspDID: company } }, { signal }),
  })

/** One transfer, with what the company can do now. */
export const transferQuery = (company: string, id: string) =>
  queryOptions({
    queryKey: ['tx.info', company, id],
    queryFn: ({ signal }) => api.tx.info({ query: { vaspDID: company, id } }, { signal }),
  })

/** Loads everything about a company's transfers again, after one of them has changed. */
export function useTransfersChanged(company: string) {
  const queryClient = useQueryClient()
  return async ({ id }: Pick<Transaction, 'id'>) => {
    await queryClient.invalidateQueries({ queryKey: ['tx.info', company, id] })
    void queryClient.invalidateQueries({ queryKey: ['tx.list', company] })
    void queryClient.invalidateQueries({ queryKey: ['tx.counts', company] })
  }
}
