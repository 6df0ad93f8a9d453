import { Activity } from '../webhooks/task/index.ts'
import { WebhookShell } from './shell.tsx'

/** Activity, in the dashboard. */
export const ActivityPage = () => (
  <WebhookShell place="activity">
    <Activity />
  </WebhookShell>
)
