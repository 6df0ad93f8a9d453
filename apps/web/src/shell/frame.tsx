import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { connection, sessionEnded } from '../api/index.ts'
import { Privacy } from '../privacy/index.ts'
import { hasDrafts, isShutOut, isSignedIn, useConfig, useViewer } from '../session/index.ts'
import { hasAppearance, useAppearance } from '../theme.ts'
import { soonMs } from '../ui/overlay/soon.tsx'
import { Toaster } from '../ui/overlay/toaster.tsx'
import { EnvironmentBanner } from '../ui/page/environment-banner.tsx'
import { LiveRegion } from '../ui/page/live-region.tsx'
import { SkipLink } from '../ui/page/skip-link.tsx'
import { TimeZoneProvider } from '../ui/value/time-zone.ts'
import { Commands } from './commands.tsx'
import { KeptDensity } from './kept-density.tsx'
import { Navigation } from './navigation.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { SwitchedBar } from './switched-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { usePageChange } from './use-page-change.ts'

const IdleGuard = lazy(() =>
  import('./idle-guard.tsx').then(({ IdleGuard }) => ({ default: IdleGuard })),
)
const DraftsBar = lazy(() =>
  import('./drafts-bar.tsx').then(({ DraftsBar }) => ({ default: DraftsBar })),
)
const CompanyDisabled = lazy(() =>
  import('./company-disabled.tsx').then(({ CompanyDisabled }) => ({ default: CompanyDisabled })),
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

/** Everything around a page. The viewer and the configuration are there before it is drawn. */
export function Frame() {
  const place = usePageChange()
  const { zone, density } = useAppearance()
  const [first] = useState(() => ({ density, isKnown: hasAppearance() }))
  const viewer = useViewer()
  const { observing } = viewer
  const signedIn = isSignedIn(viewer)
  const shutOut = isShutOut(viewer) && !openPaths.includes(place.path)
  const ended = sessionEnded.use()
  const { environment, vendors, flags, privacyPolicyUrl } = useConfig()
  const [kept] = useState(hasDrafts)
  useEffect(fetchParts, [])
  return (
    <TimeZoneProvider value={zone === 'utc' ? 'UTC' : localZone}>
      <SkipLink to="main" />
      {environment && <EnvironmentBanner kind={environment} />}
      <OfflineBar />
      <div className="flex min-h-[calc(100dvh-var(--bottom-inset))]">
        {!shutOut && <Navigation />}
        <div className="flex min-w-0 flex-1 flex-col">
          {!shutOut && <TopBar />}
          <SwitchedBar />
          <Suspense>
            {observing ? <ObservingBar look={observing} /> : signedIn && kept && <DraftsBar />}
          </Suspense>
          <main id="main" className="mx-auto w-full max-w-[1280px] flex-1 px-4 py-6 sm:px-6">
            {shutOut ? (
              <Suspense>
                <CompanyDisabled viewer={viewer} />
              </Suspense>
            ) : (
              <Outlet />
            )}
          </main>
        </div>
      </div>
      <Privacy policyUrl={privacyPolicyUrl ?? '/privacy'} path={place.path} />
      {!shutOut && <Commands />}
      <Toaster />
      <LiveRegion />
      <Suspense>
        {signedIn && flags.dashboardIdleUserLogout && <IdleGuard />}
        {signedIn && !observing && !shutOut && (!first.isKnown || first.density !== density) && (
          <KeptDensity changed={first.density !== density} />
        )}
        {signedIn && ended && <SessionEnded />}
        {Object.values(vendors).some(Boolean) && <Services vendors={vendors} place={place} />}
      </Suspense>
    </TimeZoneProvider>
  )
}

/** Pages that everybody may read, and the one that ends the session. */
const openPaths: readonly string[] = ['/privacy', '/verify', '/auth/signed-out']

const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Once the page is ready, preload the layers a user may open, in case the network is lost later. */
function fetchParts(): (() => void) | undefined {
  if (!('requestIdleCallback' in globalThis)) return
  const load = [
    () => import('../ui/overlay/menu-parts.tsx'),
    () => import('../ui/overlay/tooltip-layer.tsx'),
    () => import('../ui/overlay/dialog-window.tsx'),
    () => import('../ui/overlay/drawer-window.tsx'),
    () => import('./palette.tsx'),
  ]
  let handle = 0
  // The screen's own requests come first.
  const timer = setTimeout(() => {
    handle = requestIdleCallback(() => {
      if (!connection.current().lost) for (const part of load) part().catch(() => undefined)
    })
  }, soonMs)
  return () => {
    clearTimeout(timer)
    cancelIdleCallback(handle)
  }
}
