import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, sessionEnded } from '../api/index.ts'
import { keepDrafts, useViewer } from '../session/index.ts'
import { buttonClass } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'

/** The session ended mid-work: sign in again and continue where you left off. */
export function SessionEnded() {
  const { did } = useViewer()
  const queryClient = useQueryClient()
  // The session may have been restored in another tab.
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState !== 'visible') return
      const viewer = await api.auth.viewer({})
      if (viewer.did === 'noUser') return
      // Another person: nothing of the previous user's may stay on the screen.
      if (viewer.did !== did) return location.reload()
      sessionEnded.set(false)
      toasts.success('You’re signed in again')
      await queryClient.invalidateQueries()
    }
    const quietly = () => void look().catch(() => undefined)
    addEventListener('focus', quietly)
    document.addEventListener('visibilitychange', quietly)
    return () => {
      removeEventListener('focus', quietly)
      document.removeEventListener('visibilitychange', quietly)
    }
  }, [did, queryClient])

  const here = location.pathname + location.search
  const signIn = `/api/auth/login?${new URLSearchParams({ redirect: here })}`
  return (
    <Dialog
      alert
      open
      title="You’re signed out"
      description="Sign in to continue. Your unsaved text is kept: sign in in a new tab to leave this page as it is, or sign in here and restore it."
      footer={
        <>
          <a
            href={signIn}
            className={buttonClass()}
            onClick={(event) => {
              event.preventDefault()
              void keepDrafts().then(() => location.assign(signIn))
            }}
          >
            Sign in here
          </a>
          <a href={signIn} target="_blank" rel="noopener" className={buttonClass('primary')}>
            Sign in in a new tab
          </a>
        </>
      }
    />
  )
}
