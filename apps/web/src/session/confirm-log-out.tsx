import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '../ui/button.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { logOut } from './log-out.ts'
import { isSignedIn, useViewer } from './session.ts'

/** Asks before logging out when another site led here: a foreign link must not end a session. */
export function ConfirmLogOut() {
  const signedIn = isSignedIn(useViewer())
  return (
    <div className="mx-auto max-w-[34rem] py-6">
      <PageHeader
        title={signedIn ? 'Sign out?' : 'You’re signed out'}
        description={
          signedIn
            ? 'A link from another site brought you here. You’re still signed in.'
            : undefined
        }
      />
      <div className="flex flex-wrap gap-3">
        {signedIn ? (
          <Button variant="primary" onClick={logOut}>
            Sign out{' '}
          </Button>
        ) : (
          <Link to="/auth" className={buttonClass('primary')}>
            Sign in again
          </Link>
        )}
        <Link to="/network/search" className={buttonClass()}>
          Go to directory
        </Link>
      </div>
    </div>
  )
}
