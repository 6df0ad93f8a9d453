import { ApiError } from '@countersign/kit/client'
import { type ErrorComponentProps, Link, useNavigate, useRouter } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { ErrorCard } from '../ui/error-card.tsx'
import { linkClass } from '../ui/link.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { wordsOf } from '../ui/words-of.ts'

/** No page has this address. */
export function NotFound() {
  const navigate = useNavigate()
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const q = new FormData(event.currentTarget).get('q')
    void navigate({
      to: '/network/search',
      search: typeof q === 'string' && q.trim() ? { q: q.trim() } : {},
    })
  }
  return (
    <>
      <PageHeader
        title="There is no such page"
        description="The address may be mistyped, or the page may have moved."
      />
      <form onSubmit={search} className="flex max-w-[34rem] gap-2">
        <input
          type="search"
          name="q"
          aria-label="Search companies"
          placeholder="Name, website, LEI or DID"
          maxLength={200}
          className="control min-w-0 flex-1"
        />
        <button type="submit" className={buttonClass('primary')}>
          Search the directory
        </button>
      </form>
      <p className="mt-4">
        <Link to="/" className={linkClass}>
          Go to the start
        </Link>
      </p>
    </>
  )
}

/** A page that failed to draw; the shell around it keeps working. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <>
      <PageHeader title="This page failed" />
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
