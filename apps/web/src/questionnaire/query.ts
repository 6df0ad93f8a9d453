import { type Answer, DraftAnswer } from '@countersign/contracts/trust'
import { ApiError } from '@countersign/kit/client'
import * as z from 'zod/mini'
import { api, operationQuery } from '../api/index.ts'
import { wordsOf } from '../ui/value/words-of.ts'
import type { Outcome } from './saver.ts'

/** A questionnaire, refreshed every five seconds while in view. */
export const ddqQuery = (did: string, requester?: string) =>
  operationQuery(
    api.questionnaire.get,
    { did, ...(requester && { query: { requestingVASPdid: requester } }) },
    { polls: 5000 },
  )

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
