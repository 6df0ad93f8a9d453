import { type MouseEvent, useSyncExternalStore } from 'react'
import { store } from '../browser/index.ts'
import type { GoProps, Place, Places, Search } from '../webhooks/index.ts'
import { nextOf, pathOf, placeAt } from './places.rules.ts'

/** What a screen says of itself in the address; the rest is how the link dresses the portal, and stays. */
const dressing = /^(primaryColor\w*|icon|fontFamily|darkMode|hideNavigation|noGutters|lang|next)$/

const address = store(location.pathname + location.search)
addEventListener('popstate', () => address.set(location.pathname + location.search))

/** Goes to an address of ours. A frame that may not change its address still changes its screen. */
function move(to: string, how: 'pushState' | 'replaceState'): void {
  try {
    history[how](null, '', to)
  } catch {
    // A sandboxed frame of an older browser.
  }
  address.set(to)
}

/** The part of an address that dresses the portal, to be kept from screen to screen. */
function dress(search: string): string {
  const kept = [...new URLSearchParams(search)].filter(
    ([name]) => name !== 'next' && dressing.test(name),
  )
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''
}

/** Leaves the address of the link for that of the screen that it asks for. */
export function leaveLogin(): void {
  const next = nextOf(location.search)
  if (next) move(next + dress(location.search), 'replaceState')
  else if (/^\/portal\/?(login\/?)?$/.test(location.pathname))
    move(pathOf({ to: 'endpoints' }) + location.search, 'replaceState')
}

const addressOf = (place: Place) => pathOf(place) + dress(location.search)

function go(place: Place): void {
  move(addressOf(place), 'pushState')
  scrollTo(0, 0)
}

/** Goes where the page around the frame wants, if that is a screen of ours. */
export function goTo(next: string): void {
  const to = nextOf(`?next=${encodeURIComponent(next)}`)
  if (to) move(to + dress(location.search), 'pushState')
}

function Link({ place, className, children, ...rest }: GoProps) {
  const follow = (event: MouseEvent) => {
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (elsewhere || event.button !== 0 || event.defaultPrevented) return
    event.preventDefault()
    go(place)
  }
  return (
    <a href={addressOf(place)} className={className} onClick={follow} {...rest}>
      {children}
    </a>
  )
}

const useAddress = () => useSyncExternalStore(address.subscribe, address.get)

function useSearch(): Search {
  const [path = '', text = ''] = useAddress().split('?')
  const search = new URLSearchParams(text)
  return [
    search,
    (changes) => {
      for (const [name, value] of Object.entries(changes)) {
        if (!value) search.delete(name)
        else search.set(name, value)
      }
      move(search.size > 0 ? `${path}?${search}` : path, 'replaceState')
    },
  ]
}

/** How the portal moves between its screens. */
export const places: Places = { Link, go, useSearch }

/** The screen that is open. */
export const usePlace = (): Place => placeAt(useAddress().replace(/\?.*/, ''))
