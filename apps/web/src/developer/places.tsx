import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import type { GoProps, Place, Search } from '../webhooks/index.ts'

/** Where the dashboard has a webhook screen. */
export function addressOf(place: Place) {
  switch (place.to) {
    case 'endpoints':
      return { to: '/developers/webhooks' } as const
    case 'endpoint':
      return {
        to: '/developers/webhooks/endpoints/$endpointId',
        params: { endpointId: place.id },
      } as const
    case 'message':
      return {
        to: '/developers/webhooks/messages/$messageId',
        params: { messageId: place.id },
      } as const
    default:
      return { to: `/developers/webhooks/${place.to}` } as const
  }
}

/** A link of the dashboard to a webhook screen. It is current on this screen alone, not on those below it. */
export const PlaceLink = ({ place, ...rest }: GoProps) => (
  <Link {...addressOf(place)} activeOptions={{ exact: true }} {...rest} />
)

/** What the dashboard’s address says besides the screen. */
export function useAddressSearch(): Search {
  const router = useRouter()
  const searchStr = useRouterState({ select: ({ location }) => location.searchStr })
  const search = new URLSearchParams(searchStr)
  return [
    search,
    (changes) => {
      for (const [name, value] of Object.entries(changes)) {
        if (!value) search.delete(name)
        else search.set(name, value)
      }
      const { pathname } = router.state.location
      router.history.replace(search.size > 0 ? `${pathname}?${search}` : pathname)
    },
  ]
}
