import { useEffect, useRef } from 'react'
import { cx } from '../ui/cx.ts'
import { t } from '../ui/language.ts'
import { Toaster } from '../ui/overlay/toaster.tsx'
import { announce, LiveRegion } from '../ui/page/live-region.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { focusPageHeading } from '../ui/page/page-header.tsx'
import {
  type Place,
  PlacesProvider,
  placeTitles,
  ServiceProvider,
  WebhookNav,
} from '../webhooks/index.ts'
import { tell } from './message.ts'
import { pathOf } from './places.rules.ts'
import { places, usePlace } from './places.tsx'
import { Screen } from './screen.tsx'
import { ended, type Opened } from './session.ts'

/** How many capabilities there are: more cannot be had. */
const allCapabilities = 6

/** The open portal around its screens. */
export function Frame({ opened: { session, portal } }: { opened: Opened }) {
  const place = usePlace()
  const isEnded = ended.use()
  usePageChange(place, session.displayName ?? session.name)
  const changes = !session.readOnly
  const asked = new URLSearchParams(location.search)
  const isBare = asked.get('hideNavigation') === 'true'
  const hasGutters = asked.get('noGutters') !== 'true'
  return (
    <PlacesProvider value={places}>
      <ServiceProvider
        value={{
          portal,
          error: null,
          retry: () => undefined,
          can: (capability) =>
            (capability === 'all'
              ? session.capabilities.length === allCapabilities
              : session.capabilities.includes(capability)) &&
            (changes || capability === 'ViewBase' || capability === 'ViewEndpointSecret'),
        }}
      >
        {!isBare && (
          <header className="border-b border-line bg-panel px-4 py-3 sm:px-6">
            <p className="mx-auto max-w-[1280px] font-semibold wrap-anywhere">
              {session.displayName ?? session.name}
            </p>
          </header>
        )}
        <main
          id="main"
          className={cx('mx-auto w-full max-w-[1280px]', hasGutters && 'px-4 py-6 sm:px-6')}
        >
          {isEnded && (
            <div className="mb-5">
              <Notice tone="warning">
                {t(
                  'This link has expired. Get a new link from the page where you opened it. What you have typed stays here until then.',
                )}
              </Notice>
            </div>
          )}
          {!isBare && <WebhookNav place={place.to} />}
          <Screen place={place} />
        </main>
        <Toaster />
        <LiveRegion />
      </ServiceProvider>
    </PlacesProvider>
  )
}

/** A new screen has its title, is announced, and takes focus; the first one doesn’t, for it may be in a frame. */
function usePageChange(place: Place, name: string): void {
  const path = pathOf(place)
  const title = t(placeTitles[place.to])
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
