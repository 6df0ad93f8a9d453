import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isUnreachable } from '../api/index.ts'
import { configQuery, viewerQuery } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { SpinnerPage } from '../ui/page/spinner-page.tsx'

/**
 * The pages, once the viewer and the configuration are known; until then a spinner that says why it takes so
 * long. It stands outside the router, which draws nothing while a route waits for the viewer.
 */
export function App({ router }: { router: AnyRouter }) {
  const viewer = useQuery(viewerQuery)
  const config = useQuery(configQuery)
  const gaveUp = viewer.isError || config.isError
  const retry = useRetry(gaveUp)
  const isRouted = useRouterState({ router, select: ({ matches }) => matches.length > 0 })
  if (viewer.data && config.data)
    return (
      <>
        {!isRouted && <SpinnerPage text="Loading" />}
        <RouterProvider router={router} />
      </>
    )
  const away = viewer.failureReason ?? config.failureReason
  if (!away) return <SpinnerPage text="Loading" />
  return (
    <SpinnerPage
      text={isUnreachable(away) ? 'No server connection' : 'The server isn’t responding'}
      action={gaveUp && <Button onClick={retry}>Try again</Button>}
    />
  )
}

/** Retries failed loads: on request, and when the browser is back online or in view. */
function useRetry(gaveUp: boolean): () => void {
  const queryClient = useQueryClient()
  const retry = () => {
    void queryClient.prefetchQuery(viewerQuery)
    void queryClient.prefetchQuery(configQuery)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what retries is the same each time
  useEffect(() => {
    if (!gaveUp) return
    const again = () => document.visibilityState === 'visible' && retry()
    addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [gaveUp])
  return retry
}
