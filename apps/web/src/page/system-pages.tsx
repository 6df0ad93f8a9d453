import { ApiError } from '@countersign/kit/client'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ErrorCard } from '../ui/page/error-card.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { wordsOf } from '../ui/value/words-of.ts'

/** A page that failed to draw; the shell around it keeps working. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <>
      <PageHeader title="This page couldn’t be shown" />
      <LoadError error={error} onRetry={retry} />
    </>
  )
}

/** What went wrong with a call, where its data would stand. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  // Support asks for the number that the words for people leave out.
  const message = error instanceof ApiError ? error.message : wordsOf(error)
  const requestId = error instanceof ApiError ? (error.requestId ?? undefined) : undefined
  return <ErrorCard message={message} requestId={requestId} onRetry={onRetry ?? reload} />
}

const reload = () => location.reload()
