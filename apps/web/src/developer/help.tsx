import { Help } from '../webhooks/help/index.ts'
import { WebhookShell } from './shell.tsx'

/** Help, in the dashboard. */
export const HelpPage = () => (
  <WebhookShell place="help">
    <Help />
  </WebhookShell>
)
