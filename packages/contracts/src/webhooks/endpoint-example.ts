import * as z from 'zod/mini'
import type { Contract } from '../operation.ts'
import { MessageOut } from './message.ts'
import { EventTypeName } from './values.ts'

/** The event type to send an example of; `svix.ping` is always there. */
export const EventExampleIn = z.object({
  eventType: EventTypeName,
  /** Which of the examples that the schema gives; the first by default. */
  exampleIndex: z._default(z.int().check(z.minimum(0, 'exampleIndex must be at least 0')), 0),
})
export type EventExampleIn = z.infer<typeof EventExampleIn>

/** Examples for one endpoint. */
export const endpointExample = {
  sendExample: {
    method: 'POST',
    path: '/app/{app_id}/endpoint/{endpoint_id}/send-example',
    summary: 'Send an example of an event type to this endpoint only',
    access: 'application',
    body: EventExampleIn,
    raw: ['payload'],
    returns: { 202: MessageOut },
  },
} as const satisfies Contract[string]
