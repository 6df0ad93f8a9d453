import { Link, useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { linkClass } from '../ui/value/link.tsx'

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
        title="Page not found"
        description="The address may be wrong, or the page may have moved."
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
          Search directory
        </button>
      </form>
      <p className="mt-4">
        <Link to="/" className={linkClass}>
          Go to Home
        </Link>
      </p>
    </>
  )
}
