import { type ComponentType, createContext, type ReactNode, use } from 'react'

/** The parts of an endpoint's screen. */
export const endpointTabs = ['overview', 'testing', 'advanced'] as const
export type EndpointTab = (typeof endpointTabs)[number]

/** The webhook screens that stand for themselves. */
export const mainPlaces = [
  'endpoints',
  'messages',
  'event-types',
  'statistics',
  'activity',
  'pollers',
  'integrations',
  'help',
] as const
export type MainPlace = (typeof mainPlaces)[number]

/** Where the webhook screens lead; the shell around them knows the addresses. */
export type Place =
  | { readonly to: MainPlace }
  | { readonly to: 'endpoint'; readonly id: string; readonly tab?: EndpointTab | undefined }
  | { readonly to: 'message'; readonly id: string }

/** Props of the link to a place. */
export interface GoProps {
  readonly place: Place
  readonly className?: string
  readonly children: ReactNode
  readonly 'aria-current'?: 'page' | undefined
}

/** The part of the address that a screen can be seen again by: names and their values; null takes one out. */
export type Search = readonly [
  search: URLSearchParams,
  change: (changes: Readonly<Record<string, string | null | undefined>>) => void,
]

/** How a shell moves between the webhook screens. */
export interface Places {
  readonly Link: ComponentType<GoProps>
  readonly go: (place: Place) => void
  readonly useSearch: () => Search
}

const PlacesContext = createContext<Places | null>(null)

/** Tells the screens below it how to move. */
export const PlacesProvider = PlacesContext

/** How to move between the webhook screens. */
export function usePlaces(): Places {
  const places = use(PlacesContext)
  if (!places) throw new Error('The webhook screens stand in no shell')
  return places
}

/** A link to another webhook screen. */
export function Go(props: GoProps) {
  const { Link } = usePlaces()
  return <Link {...props} />
}

/** What the address says besides the screen, and how to change it. */
export function useSearch(): Search {
  const places = usePlaces()
  return places.useSearch()
}
