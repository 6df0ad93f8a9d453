import { Link } from '@tanstack/react-router'
import { api, useOperation } from '../api/index.ts'
import { buttonClass } from '../ui/button.tsx'
import { Endpoints } from '../webhooks/endpoint/index.ts'
import { WebhookShell } from './shell.tsx'

/** The company’s endpoints, in the dashboard. */
export function EndpointsPage() {
  const { data: receiver } = useOperation(api.receiver.get, {})
  return (
    <WebhookShell place="endpoints">
      <Endpoints
        actions={
          receiver && (
            <Link to="/developers/webhooks/receiver" className={buttonClass()}>
              Demo receiver
            </Link>
          )
        }
      />
    </WebhookShell>
  )
}
