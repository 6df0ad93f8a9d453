import {
  type Review,
  type ReviewIn,
  reviewLabels,
  type WaitingReview,
} from '@countersign/contracts/trust'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { api, keyOf, refresh, useChange } from '../api/index.ts'
import { useCan, useCompany } from '../session/index.ts'
import { toasts } from '../ui/overlay/toasts.ts'
import { announce } from '../ui/page/live-region.tsx'

/** A verdict to give, with the name for the words about it. */
export type Verdict = Omit<z.input<typeof ReviewIn>, 'reviewedVaspDID'> & {
  did: string
  name: string
  /** What waits for a second person: the same verdict agrees to it. */
  waiting?: WaitingReview | null | undefined
}

type Verdicts = { review?: Review | null; waitingReview?: WaitingReview | null }
type WithReview = { vaspDID?: string; did?: string } & Verdicts

/** Whether the verdict has yet to be given by a second person. */
const isWaiting = (review: Review | WaitingReview): review is WaitingReview =>
  'waitsUntil' in review

/** Shows a verdict everywhere at once; what only the server counts is asked again. */
function show(queryClient: QueryClient, did: string, verdicts: Verdicts): void {
  const put = <T extends WithReview>(one: T): T =>
    (one.did ?? one.vaspDID) === did ? { ...one, ...verdicts } : one
  queryClient.setQueriesData<WithReview>(
    { queryKey: keyOf(api.vasp.get, { did }) },
    (one) => one && put(one),
  )
  queryClient.setQueriesData<{ vasps: WithReview[] }>(
    { queryKey: keyOf(api.vasp.list) },
    (page) => page && { ...page, vasps: page.vasps.map(put) },
  )
  queryClient.setQueriesData<{ results: WithReview[] }>(
    { queryKey: keyOf(api.counterparty.top) },
    (top) => top && { ...top, results: top.results.map(put) },
  )
  const { vasp, review: reviews, actionItems } = api
  void refresh(queryClient, vasp.facets, reviews.list, reviews.history, actionItems.list)
}

/** Gives verdicts for the active company; each can be undone from its toast. */
export function useReview() {
  const company = useCompany() ?? ''
  const { reason } = useCan(api.review.give)
  const queryClient = useQueryClient()
  const undo = useChange(
    ({ id }: { id: string; did: string }) => api.review.undo({ did: company, reviewId: id }),
    {
      onSuccess: ({ review }, { did }) => {
        show(queryClient, did, { review, waitingReview: null })
        announce('Verdict withdrawn')
      },
    },
  )
  const give = useChange(
    ({ did, name: _, waiting, ...verdict }: Verdict) =>
      api.review.give({
        did: company,
        body: { reviewedVaspDID: did, ...(waiting && { basedOn: waiting.id }), ...verdict },
      }),
    {
      onSuccess: (review, { did, name }) => {
        const waits = isWaiting(review)
        show(queryClient, did, waits ? { waitingReview: review } : { review, waitingReview: null })
        const verdict = `${name}: ${reviewLabels[review.reviewValue].toLowerCase()}`
        // What two people decided, one of them doesn't undo.
        if (review.agreedBy) toasts.success(verdict)
        else
          toasts.success(waits ? `${verdict}, once a colleague agrees` : verdict, {
            label: 'Undo',
            run: () => undo.mutate({ id: review.id, did }),
          })
      },
    },
  )
  return { give, discard: undo, reason }
}
