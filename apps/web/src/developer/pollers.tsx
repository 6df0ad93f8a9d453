import { Pollers } from '../webhooks/poller/index.ts'
import { WebhookShell } from './shell.tsx'

/** Polling, in the dashboard. */
export const PollersPage = () => (
  <WebhookShell place="pollers">
    <Pollers />
  </WebhookShell>
)
