import { Link, useRouterState } from '@tanstack/react-router'
import { buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/page/notice.tsx'

/** What a visitor does not see, and the way in that leads back to this page. */
export function VisitorNotice() {
  const here = useRouterState({ select: ({ location }) => location.href })
  return (
    <Notice
      tone="info"
      action={
        <Link to="/auth" search={{ redirect: here }} className={buttonClass()}>
          Sign in to see more
        </Link>
      }
    >
      Members see contacts, protocols and sources, and can request documents.
    </Notice>
  )
}
