import type { Transaction } from '@countersign/contracts/transactions'
import { useQueryClient } from '@tanstack/react-query'
import { api, keyOf, operationQuery, refresh, usePages } from '../api/index.ts'
import type { TransferView } from './search.ts'

/** How many transfers a page of the list has. */
const pageSize = 50

/** The filters of a list, without its order. */
export type ListFilters = NonNullable<Parameters<typeof api.bulk.prepare>[0]['body']['filter']>

/** What each view of the list leaves. */
export const filters: Readonly<Record<TransferView, ListFilters>> = {
  inbox: { txGroup: 'INBOX' },
  outgoing: { txDirection: ['outgoing'] },
  incoming: { txDirection: ['incoming'] },
  all: {},
}

/** A company's transfers, page by page. */
export const useTransferPages = (company: string, view: TransferView, narrowed: ListFilters) =>
  usePages(
    api.tx.list,
    {
      query: {
        vaspDID: company,
        resultsPerPage: pageSize,
        ...filters[view],
        ...(view === 'inbox' && { sort: 'dueAt:ASC' as const }),
        ...narrowed,
      },
    },
    { polls: 5000 },
  )

/** What waits for a company. */
export const countsQuery = (company: string) =>
  operationQuery(api.tx.counts, { query: { vaspDID: company } })

/** One transfer, with what the company can do now. */
export const transferQuery = (company: string, id: string) =>
  operationQuery(api.tx.info, { query: { vaspDID: company, id } })

/** Loads everything about a company's transfers again, after one of them has changed. */
export function useTransfersChanged(company: string) {
  const client = useQueryClient()
  return async ({ id }: Pick<Transaction, 'id'>) => {
    await refresh(client, keyOf(api.tx.info, { query: { vaspDID: company, id } }))
    void refresh(client, api.comments.list, api.tx.list, api.tx.counts)
  }
}
