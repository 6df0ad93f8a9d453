import { type ComponentType, createContext, type ReactNode, use } from 'react'

/** Where the webhook screens lead; the shell around them knows the addresses. */
export type Place =
  | { readonly to: 'endpoints' }
  | { readonly to: 'endpoint'; readonly id: string }
  | { readonly to: 'message'; readonly id: string }

/** Props of the link to a place. */
export interface GoProps {
  readonly place: Place
  readonly className?: string
  readonly children: ReactNode
}

/** How a shell moves between the webhook screens. */
export interface Places {
  readonly Link: ComponentType<GoProps>
  readonly go: (place: Place) => void
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
