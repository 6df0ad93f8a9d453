import { getRouteApi } from '@tanstack/react-router'
import { Message } from '../webhooks/message/index.ts'
import { WebhookShell } from './shell.tsx'

const route = getRouteApi('/signed-in/developers/webhooks/messages/$messageId')

/** One message, in the dashboard. */
export function MessagePage() {
  const { messageId } = route.useParams()
  return (
    <WebhookShell place="message">
      <Message messageId={messageId} />
    </WebhookShell>
  )
}
