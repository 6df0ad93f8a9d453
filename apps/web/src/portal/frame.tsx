import { lazy, Suspense, useEffect, useRef } from 'react'
import { Toaster } from '../ui/overlay/toaster.tsx'
import { announce, LiveRegion } from '../ui/page/live-region.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { focusPageHeading } from '../ui/page/page-header.tsx'
import { SkeletonPanels } from '../ui/page/skeleton.tsx'
import { type Place, PlacesProvider, ServiceProvider } from '../webhooks/index.ts'
import { tell } from './message.ts'
import { pathOf } from './places.rules.ts'
import { places, usePlace } from './places.tsx'
import { ended, type Opened } from './session.ts'

const Endpoints = lazy(() =>
  import('../webhooks/endpoint/endpoints.tsx').then(({ Endpoints }) => ({ default: Endpoints })),
)
const Endpoint = lazy(() =>
  import('../webhooks/endpoint/endpoint.tsx').then(({ Endpoint }) => ({ default: Endpoint })),
)
const Message = lazy(() =>
  import('../webhooks/message/message.tsx').then(({ Message }) => ({ default: Message })),
)

const titles = { endpoints: 'Webhooks', endpoint: 'Endpoint', message: 'Message' } as const

/** The open portal around its screens. */
export function Frame({ opened: { session, portal } }: { opened: Opened }) {
  const place = usePlace()
  const isEnded = ended.use()
  usePageChange(place, session.displayName ?? session.name)
  const changes = !session.readOnly
  return (
    <PlacesProvider value={places}>
      <ServiceProvider
        value={{
          portal,
          error: null,
          retry: () => undefined,
          can: (capability) =>
            session.capabilities.includes(capability) &&
            (changes || capability === 'ViewBase' || capability === 'ViewEndpointSecret'),
        }}
      >
        <header className="border-b border-line bg-panel px-4 py-3 sm:px-6">
          <p className="mx-auto max-w-[1280px] font-semibold wrap-anywhere">
            {session.displayName ?? session.name}
          </p>
        </header>
        <main id="main" className="mx-auto w-full max-w-[1280px] px-4 py-6 sm:px-6">
          {isEnded && (
            <div className="mb-5">
              <Notice tone="warning">
                This link has expired. Get a new link from the page where you opened it. What you
                have typed stays here until then.
              </Notice>
            </div>
          )}
          <Suspense fallback={<SkeletonPanels panels={2} label="Loading" />}>
            <Screen place={place} />
          </Suspense>
        </main>
        <Toaster />
        <LiveRegion />
      </ServiceProvider>
    </PlacesProvider>
  )
}

function Screen({ place }: { place: Place }) {
  switch (place.to) {
    case 'endpoints':
      return <Endpoints />
    case 'endpoint':
      return <Endpoint key={place.id} endpointId={place.id} />
    case 'message':
      return <Message key={place.id} messageId={place.id} />
  }
}

/** A new screen has its title, is announced, and takes focus; the first one doesn’t, for it may be in a frame. */
function usePageChange(place: Place, name: string): void {
  const path = pathOf(place)
  const title = titles[place.to]
  const last = useRef(path)
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
  useEffect(() => {
    if (last.current === path) return
    last.current = path
    focusPageHeading()
    announce(title)
    tell({ event: 'navigated', path })
  }, [path, title])
}
