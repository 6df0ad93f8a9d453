import { Integrations } from '../webhooks/integration/index.ts'
import { WebhookShell } from './shell.tsx'

/** Integrations, in the dashboard. */
export const IntegrationsPage = () => (
  <WebhookShell place="integrations">
    <Integrations />
  </WebhookShell>
)
