import { EventTypes } from '../webhooks/event-type/index.ts'
import { WebhookShell } from './shell.tsx'

/** Event catalogue, in the dashboard. */
export const EventTypesPage = () => (
  <WebhookShell place="event-types">
    <EventTypes />
  </WebhookShell>
)
