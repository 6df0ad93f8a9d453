import { useQuery } from '@tanstack/react-query'
import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { configQuery, useCompany, useCompanyName, viewerQuery } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { EnvironmentBanner, type EnvironmentKind } from '../ui/environment-banner.tsx'
import { announce, LiveRegion } from '../ui/live-region.tsx'
import { focusPageHeading } from '../ui/page-header.tsx'
import { SkipLink } from '../ui/skip-link.tsx'
import { SpinnerPage } from '../ui/spinner-page.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { Navigation } from './navigation.tsx'
import { TopBar } from './top-bar.tsx'

/** Everything around a page. It is drawn once the viewer is known. */
export function Frame() {
  const viewer = useQuery(viewerQuery)
  const config = useQuery(configQuery)
  const away = viewer.failureReason ?? config.failureReason
  if (viewer.data && config.data) return <Shell environment={config.data.environment} />
  const retry = () => void Promise.all([viewer.refetch(), config.refetch()])
  if (!away) return <SpinnerPage text="Loading" />
  return (
    <SpinnerPage
      text="No server connection"
      action={viewer.isError && <Button onClick={retry}>Try again</Button>}
    />
  )
}

function Shell({ environment }: { environment: EnvironmentKind | null }) {
  usePageChange()
  return (
    <>
      <SkipLink to="main" />
      {environment && <EnvironmentBanner kind={environment} />}
      <div className="flex min-h-dvh">
        <Navigation />
        <div className="flex min-w-0 flex-1 flex-col">
          <TopBar />
          <main id="main" className="mx-auto w-full max-w-[1280px] flex-1 px-4 py-6 sm:px-6">
            <Outlet />
          </main>
        </div>
      </div>
      <Toaster />
      <LiveRegion />
    </>
  )
}

/** A new page has its title, is announced, and takes focus at its heading. */
function usePageChange(): void {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const company = useCompanyName(useCompany())
  const first = useRef(true)
  useEffect(() => {
    document.title = [title, company, 'Countersign'].filter(Boolean).join(' · ')
  }, [title, company])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of path is the event itself
  useEffect(() => {
    if (path === undefined) return
    // The first page is read from its start anyway.
    if (first.current) first.current = false
    else {
      focusPageHeading()
      announce(title ?? 'Page')
    }
  }, [path])
}
