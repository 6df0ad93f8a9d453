import { type Answer, DraftAnswer } from '@countersign/contracts/trust'
import { ApiError } from '@countersign/kit/client'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { api, background } from '../api/index.ts'
import { wordsOf } from '../ui/value/words-of.ts'
import type { Outcome } from './saver.ts'

/** A questionnaire, refreshed every five seconds while in view. */
export const ddqQuery = (queryClient: QueryClient, did: string, requester?: string) => {
  const queryKey = ['questionnaire.get', did, requester ?? null]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => {
      // Only the first read is a user action; the rest come from the timer.
      const polls = queryClient.getQueryData(queryKey) !== undefined
      return api.questionnaire.get(
        { did, query: { ...(requester && { requestingVASPdid: requester }) } },
        { signal, ...(polls && { headers: background }) },
      )
    },
    refetchInterval: 5_000,
    refetchIntervalInBackground: false,
  })
}

const Theirs = z.object({ theirs: DraftAnswer })

/** Saves one answer, and tells a failure that may pass from one that will not. */
export async function sendAnswer(
  where: { did: string; version: number },
  questionId: string,
  value: Answer,
  revision: number,
): Promise<Outcome> {
  const { did, version } = where
  try {
    const answer = await api.questionnaire.answer({
      did,
      questionId,
      body: { version, value, revision },
    })
    if ('revision' in answer) return { kind: 'saved', answer }
    return { kind: 'failed', message: 'Unexpected response from the server' }
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'failed', message: 'No server connection' }
    const conflict = error.status === 409 ? z.safeParse(Theirs, error.body) : undefined
    if (conflict?.data) return { kind: 'conflict', theirs: conflict.data.theirs }
    const passes = error.status >= 500 || error.status === 429 || error.status === 401
    return { kind: passes ? 'failed' : 'refused', message: wordsOf(error) }
  }
}
