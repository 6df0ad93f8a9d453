import { ApiError } from '@countersign/kit/client'
import { ErrorCard } from '../ui/page/error-card.tsx'
import { wordsOf } from '../ui/value/words-of.ts'

/** What went wrong with a call, where its data would stand. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  // Support asks for the number that the words for people leave out.
  const message = error instanceof ApiError ? error.message : wordsOf(error)
  const requestId = error instanceof ApiError ? (error.requestId ?? undefined) : undefined
  return <ErrorCard message={message} requestId={requestId} onRetry={onRetry ?? reload} />
}

const reload = () => location.reload()
