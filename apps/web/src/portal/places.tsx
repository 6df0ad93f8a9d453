import { type MouseEvent, useSyncExternalStore } from 'react'
import { store } from '../browser/index.ts'
import type { GoProps, Place, Places } from '../webhooks/index.ts'
import { nextOf, pathOf, placeAt } from './places.rules.ts'

const path = store(location.pathname)
addEventListener('popstate', () => path.set(location.pathname))

/** Goes to an address of ours. A frame that may not change its address still changes its screen. */
function move(to: string, how: 'pushState' | 'replaceState'): void {
  try {
    history[how](null, '', to)
  } catch {
    // A sandboxed frame of an older browser.
  }
  path.set(to)
}

/** Leaves the address of the link for that of the screen that it asks for. */
export function leaveLogin(): void {
  const next = nextOf(location.search)
  if (next) move(next, 'replaceState')
  else if (/^\/portal\/?(login\/?)?$/.test(location.pathname))
    move(pathOf({ to: 'endpoints' }) + location.search, 'replaceState')
}

function go(place: Place): void {
  move(pathOf(place), 'pushState')
  scrollTo(0, 0)
}

/** Goes where the page around the frame wants, if that is a screen of ours. */
export function goTo(next: string): void {
  const to = nextOf(`?next=${encodeURIComponent(next)}`)
  if (to) move(to, 'pushState')
}

function Link({ place, className, children }: GoProps) {
  const follow = (event: MouseEvent) => {
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (elsewhere || event.button !== 0 || event.defaultPrevented) return
    event.preventDefault()
    go(place)
  }
  return (
    <a href={pathOf(place)} className={className} onClick={follow}>
      {children}
    </a>
  )
}

/** How the portal moves between its screens. */
export const places: Places = { Link, go }

/** The screen that is open. */
export const usePlace = (): Place =>
  placeAt(useSyncExternalStore(path.subscribe, path.get).replace(/\?.*/, ''))
