import { Messages } from '../webhooks/message/index.ts'
import { WebhookShell } from './shell.tsx'

/** Messages, in the dashboard. */
export const MessagesPage = () => (
  <WebhookShell place="messages">
    <Messages />
  </WebhookShell>
)
