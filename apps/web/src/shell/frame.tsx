import type { SiteConfig } from '@countersign/contracts/site'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { connection } from '../connection.ts'
import { hasDrafts } from '../drafts.ts'
import { configQuery, isSignedIn, useViewer, viewerQuery } from '../session.ts'
import { sessionEnded } from '../session-end.ts'
import { useAppearance } from '../theme.ts'
import { Button } from '../ui/button.tsx'
import { EnvironmentBanner } from '../ui/environment-banner.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { SkipLink } from '../ui/skip-link.tsx'
import { SpinnerPage } from '../ui/spinner-page.tsx'
import { TimeZoneProvider } from '../ui/time-zone.ts'
import { Toaster } from '../ui/toaster.tsx'
import { Commands } from './commands.tsx'
import { isUnreachable } from './connection.rules.ts'
import './look-channel.ts'
import { Navigation } from './navigation.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { Privacy } from './privacy-layer.tsx'
import { SwitchedBar } from './switched-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { usePageChange } from './use-page-change.ts'

const IdleGuard = lazy(() =>
  import('./idle-guard.tsx').then(({ IdleGuard }) => ({ default: IdleGuard })),
)
const DraftsBar = lazy(() =>
  import('./drafts-bar.tsx').then(({ DraftsBar }) => ({ default: DraftsBar })),
)
const ObservingBar = lazy(() =>
  import('./observing-bar.tsx').then(({ ObservingBar }) => ({ default: ObservingBar })),
)
const SessionEnded = lazy(() =>
  import('./session-ended.tsx').then(({ SessionEnded }) => ({ default: SessionEnded })),
)
// Blocked or unreachable, the services are as if they were not configured.
const Services = lazy(() =>
  import('../vendors/services.tsx').then(
    ({ Services }) => ({ default: Services }),
    () => ({ default: () => null }),
  ),
)

/** Everything around a page. It is drawn once the viewer is known. */
export function Frame() {
  const viewer = useQuery(viewerQuery)
  const config = useQuery(configQuery)
  const away = viewer.failureReason ?? config.failureReason
  const retry = useRetry(viewer.isError || config.isError)
  if (viewer.data && config.data) return <Shell config={config.data} />
  if (!away) return <SpinnerPage text="Loading" />
  return (
    <SpinnerPage
      text={isUnreachable(away) ? 'No server connection' : 'The server cannot answer right now'}
      action={(viewer.isError || config.isError) && <Button onClick={retry}>Try again</Button>}
    />
  )
}

/** Begins anew what gave up: when asked, and when the browser is back on a network or in view. */
function useRetry(gaveUp: boolean): () => void {
  const queryClient = useQueryClient()
  const router = useRouter()
  const retry = () => {
    Promise.all([queryClient.fetchQuery(viewerQuery), queryClient.fetchQuery(configQuery)]).then(
      () => router.invalidate(),
      () => undefined,
    )
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

function Shell({ config }: { config: SiteConfig }) {
  const place = usePageChange()
  const { zone } = useAppearance()
  const viewer = useViewer()
  const { observing } = viewer
  const signedIn = isSignedIn(viewer)
  const ended = sessionEnded.use()
  const { environment, vendors, flags } = config
  const [kept] = useState(hasDrafts)
  useEffect(fetchParts, [])
  return (
    <TimeZoneProvider value={zone === 'utc' ? 'UTC' : localZone}>
      <SkipLink to="main" />
      {environment && <EnvironmentBanner kind={environment} />}
      <OfflineBar />
      <div className="flex min-h-[calc(100dvh-var(--bottom-inset))]">
        <Navigation />
        <div className="flex min-w-0 flex-1 flex-col">
          <TopBar />
          <SwitchedBar />
          <Suspense>
            {observing ? <ObservingBar look={observing} /> : signedIn && kept && <DraftsBar />}
          </Suspense>
          <main id="main" className="mx-auto w-full max-w-[1280px] flex-1 px-4 py-6 sm:px-6">
            <Outlet />
          </main>
        </div>
      </div>
      <Privacy policyUrl={config.privacyPolicyUrl ?? '/privacy'} path={place.path} />
      <Commands />
      <Toaster />
      <LiveRegion />
      <Suspense>
        {signedIn && flags.dashboardIdleUserLogout && <IdleGuard />}
        {signedIn && ended && <SessionEnded />}
        {Object.values(vendors).some(Boolean) && <Services vendors={vendors} place={place} />}
      </Suspense>
    </TimeZoneProvider>
  )
}

const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Once the page stands, the layers come that somebody may open: also where the network is lost later. */
function fetchParts(): (() => void) | undefined {
  if (!('requestIdleCallback' in globalThis)) return
  const load = [
    () => import('../ui/menu-parts.tsx'),
    () => import('../ui/tooltip-layer.tsx'),
    () => import('../ui/dialog-window.tsx'),
    () => import('./palette.tsx'),
  ]
  const handle = requestIdleCallback(() => {
    if (!connection.current().lost) for (const part of load) part().catch(() => undefined)
  })
  return () => cancelIdleCallback(handle)
}
