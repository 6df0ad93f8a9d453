import { Link } from '@tanstack/react-router'
import type { GoProps, Place } from '../webhooks/index.ts'

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
  }
}

/** A link of the dashboard to a webhook screen. */
export const PlaceLink = ({ place, ...rest }: GoProps) => <Link {...addressOf(place)} {...rest} />
