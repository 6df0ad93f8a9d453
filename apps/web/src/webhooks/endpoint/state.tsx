import type { EndpointOut } from '@countersign/contracts/webhooks'
import { Badge } from '../../ui/value/badge.tsx'

/** Whether an endpoint is called. */
export function EndpointState({ endpoint }: { endpoint: EndpointOut }) {
  return endpoint.disabled ? (
    <Badge tone="warning">Disabled</Badge>
  ) : (
    <Badge tone="success">Enabled</Badge>
  )
}
