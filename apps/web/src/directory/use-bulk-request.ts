import type { DocumentType } from '@countersign/contracts/trust'
import { ApiError } from '@countersign/kit/client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, refresh } from '../api/index.ts'
import { wordsOf } from '../ui/value/words-of.ts'
import type { Named } from './use-ticked.ts'

/** Requests that one company may send in a day, and so at once. */
export const maxAtOnce = 50

/** One request to one company, and what became of it. */
export interface Asked {
  company: Named
  documentType: string
  /** `already` waits for an answer or was approved; `failed` never got an answer and can be tried again. */
  outcome?: 'sent' | 'already' | 'refused' | 'failed'
  /** Why not, in a sentence. */
  words?: string
}

function outcomeOf(error: unknown): Pick<Asked, 'outcome' | 'words'> {
  if (!(error instanceof ApiError) || error.status >= 500)
    return { outcome: 'failed', words: 'No response. Try again.' }
  return { outcome: error.status === 409 ? 'already' : 'refused', words: wordsOf(error) }
}

/**
 * Asks one after the other. What was asked stands, whatever becomes of the next: the server takes a
 * request for a document once, so that trying again asks nobody twice.
 */
export function useBulkRequest(company: string) {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<readonly Asked[]>([])
  const [running, setRunning] = useState(false)
  const stopped = useRef(false)
  const run = async (list: readonly Asked[], message: string) => {
    stopped.current = false
    setRunning(true)
    let now = list
    setAsked(now)
    for (const [at, one] of list.entries()) {
      if (stopped.current) break
      if (one.outcome && one.outcome !== 'failed') continue
      const result = await api.documentRequest
        .act({
          did: one.company.did,
          query: {
            requestingVASPdid: company,
            documentType: one.documentType as DocumentType,
            accessAction: 'REQUEST',
            ...(message && { metadata: message }),
          },
        })
        .then(() => ({ outcome: 'sent' }) as const, outcomeOf)
      now = now.with(at, { company: one.company, documentType: one.documentType, ...result })
      setAsked(now)
    }
    setRunning(false)
    void refresh(queryClient, api.documentRequest.list)
    return now
  }
  return {
    asked,
    running,
    run,
    /** Nothing more is sent; what is under way comes to its end. */
    stop: () => {
      stopped.current = true
    },
  }
}
