import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { readIdleness } from './idle-note.ts'
import { configQuery } from './session.ts'

const route = getRouteApi('/auth')

const problems = {
  unavailable: [
    'Sign-in is unavailable',
    'The identity provider isn’t responding. Public pages still work. Try again in a moment.',
  ],
  cancelled: ['Sign-in was cancelled', 'Nothing has changed. You can try again.'],
  failed: ['Sign-in failed', 'Try again. If it keeps failing, give support the reference below.'],
  limited: ['Too many sign-in attempts', 'Wait a minute, then try again. Nothing has changed.'],
  unverified: [
    'Your email address isn’t verified',
    'Verify your email address with your identity provider, then sign in again.',
  ],
} as const

/** Where a visitor of a protected page lands: what this is, and the way in. */
export function SignIn() {
  const { redirect, error, reference, signedOut } = route.useSearch()
  const { data: config } = useQuery(configQuery)
  const [title, words] = error ? problems[error] : []
  const [idleAt] = useState(readIdleness)
  const target = redirect ?? idleAt
  const query = target ? `?${new URLSearchParams({ redirect: target })}` : ''
  return (
    <div className="mx-auto max-w-[34rem] py-6">
      <PageHeader
        title="Sign in to Countersign"
        description="Know the companies you exchange Travel Rule data with: find them, check their status, and get notified when it changes."
      />
      {title && (
        <Notice tone={error === 'cancelled' ? 'info' : 'danger'} title={title}>
          {words}
          {reference && (
            <>
              {' '}
              Reference <span className="font-mono">{reference}</span>.
            </>
          )}
        </Notice>
      )}
      {!error && idleAt !== null && (
        <Notice tone="info" title="You were signed out after 30 minutes of inactivity">
          Sign in again to continue where you left off. Your unsaved text is kept, and only you can
          see it.
        </Notice>
      )}
      {!error && idleAt === null && signedOut !== undefined && (
        <Notice tone="success" title="You’re signed out" />
      )}
      <div className="my-5 flex flex-wrap items-center gap-3">
        {/* A navigation of the browser, not a route: the identity provider is another site. */}
        <a href={`/api/auth/login${query}`} className={buttonClass('primary')}>
          Sign in
        </a>
        <Link to="/auth/get-started" className={buttonClass()}>
          Get started
        </Link>
        <Link to="/network/search" className={linkClass}>
          Search directory without signing in
        </Link>
      </div>
      {config && config.demoUsers.length > 0 && (
        <Panel
          title="Demo sign-ins"
          description="Choose one on the next page, or copy an address. The password is always “demo”."
        >
          <ul className="-my-2 divide-y divide-line">
            {config.demoUsers.map(({ email, name, about }) => (
              <li key={email} className="py-2">
                <div className="flex flex-wrap items-center justify-between gap-x-4">
                  <span className="font-medium">{name}</span>
                  <CopyText value={email} label="address" whole />
                </div>
                <p className="text-sm text-muted">{about}</p>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}
