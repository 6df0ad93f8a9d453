import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, useOperation } from '../api/index.ts'
import { NotForYou } from '../page/index.ts'
import { useCan } from '../session/index.ts'
import { PlacesProvider, ServiceProvider } from '../webhooks/index.ts'
import { portalPermission, usePortal } from './open.ts'
import { addressOf, PlaceLink } from './places.tsx'

/** The dashboard around a webhook screen, for those who may manage the company’s webhooks. */
export function WebhookShell({ children }: { children: ReactNode }) {
  const { allowed } = useCan(portalPermission)
  if (!allowed) return <NotForYou permission={portalPermission} />
  return <Open>{children}</Open>
}

function Open({ children }: { children: ReactNode }) {
  const router = useRouter()
  const opened = usePortal()
  const { data: demo } = useOperation(api.receiver.get, {})
  return (
    <PlacesProvider
      value={{ Link: PlaceLink, go: (place) => void router.navigate(addressOf(place)) }}
    >
      <ServiceProvider
        value={{
          portal: opened.data,
          error: opened.error,
          retry: () => void opened.refetch(),
          // The token of the dashboard has every capability.
          can: () => true,
          demo,
        }}
      >
        {children}
      </ServiceProvider>
    </PlacesProvider>
  )
}
