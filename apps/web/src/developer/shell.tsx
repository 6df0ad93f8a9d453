import { planRefusal } from '@countersign/contracts/billing'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, useOperation } from '../api/index.ts'
import { NotForYou } from '../page/index.ts'
import { useCan } from '../session/index.ts'
import { type Place, PlacesProvider, ServiceProvider, WebhookNav } from '../webhooks/index.ts'
import { usePortal } from './open.ts'
import { addressOf, PlaceLink, useAddressSearch } from './places.tsx'

interface WebhookShellProps {
  /** The screen inside. */
  place: Place['to']
  children: ReactNode
}

/** The dashboard around a webhook screen, for those who may manage the company’s webhooks. */
export function WebhookShell(props: WebhookShellProps) {
  const { allowed } = useCan(api.webhookApp.open)
  if (!allowed) return <NotForYou call={api.webhookApp.open} />
  return <Open {...props} />
}

function Open({ place, children }: WebhookShellProps) {
  const router = useRouter()
  const opened = usePortal()
  const { data: demo } = useOperation(api.receiver.get, {})
  return (
    <PlacesProvider
      value={{
        Link: PlaceLink,
        go: (to) => void router.navigate(addressOf(to)),
        useSearch: useAddressSearch,
      }}
    >
      <ServiceProvider
        value={{
          portal: opened.data,
          error: opened.error,
          retry: () => void opened.refetch(),
          // The token of the dashboard has every capability.
          can: () => true,
          endpointRefusal: (has) =>
            planRefusal('webhook_endpoints', opened.data?.planLimit ?? null, has),
          demo,
        }}
      >
        <WebhookNav place={place} />
        {children}
      </ServiceProvider>
    </PlacesProvider>
  )
}
