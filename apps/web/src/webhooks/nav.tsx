import { useRef } from 'react'
import { cx } from '../ui/cx.ts'
import { msg, t } from '../ui/language.ts'
import { useActiveInView } from '../ui/page/use-active-in-view.ts'
import { useFailing } from './failing.ts'
import { Go, type MainPlace, mainPlaces, type Place } from './places.tsx'

/** What the screens are called. */
export const placeTitles: Readonly<Record<Place['to'], string>> = {
  endpoints: msg('Webhooks'),
  endpoint: msg('Endpoint'),
  messages: msg('Messages'),
  message: msg('Message'),
  'event-types': msg('Event catalogue'),
  statistics: msg('Statistics'),
  activity: msg('Activity'),
  pollers: msg('Polling'),
  integrations: msg('Integrations'),
  help: msg('Help'),
}

const above: Partial<Record<Place['to'], MainPlace>> = {
  endpoint: 'endpoints',
  message: 'messages',
}

/** The way between the webhook screens; it says where something fails. */
export function WebhookNav({ place }: { place: Place['to'] }) {
  const failing = useFailing().size
  const here = above[place] ?? place
  const row = useRef<HTMLElement>(null)
  useActiveInView(row, here)
  return (
    <nav
      ref={row}
      aria-label={t('Webhooks')}
      data-print="hide"
      className="relative mb-5 flex gap-5 overflow-x-auto overflow-y-hidden border-b border-line"
    >
      {mainPlaces.map((to) => (
        <Go
          key={to}
          place={{ to }}
          aria-current={here === to ? 'page' : undefined}
          className={cx(
            'flex h-9 shrink-0 items-center gap-1.5 border-b-2 px-0.5 text-sm font-medium',
            'whitespace-nowrap -outline-offset-2! hover:text-text',
            here === to ? 'border-accent text-text' : 'border-transparent text-muted',
          )}
        >
          {to === 'endpoints' ? t('Endpoints') : t(placeTitles[to])}
          {to === 'endpoints' && failing > 0 && (
            <span className="rounded-full bg-danger-soft px-1.5 text-xs text-danger tabular-nums">
              {failing}
              <span className="sr-only"> {t('failing')}</span>
            </span>
          )}
        </Go>
      ))}
    </nav>
  )
}
