import { getRouteApi } from '@tanstack/react-router'
import { Endpoint } from '../webhooks/endpoint/index.ts'
import { WebhookShell } from './shell.tsx'

const route = getRouteApi('/signed-in/developers/webhooks/endpoints/$endpointId')

/** One endpoint, in the dashboard. */
export function EndpointPage() {
  const { endpointId } = route.useParams()
  return (
    <WebhookShell place="endpoint">
      <Endpoint endpointId={endpointId} />
    </WebhookShell>
  )
}
