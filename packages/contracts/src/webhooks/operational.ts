import * as z from 'zod/mini'
import { Name } from './values.ts'

const Id = (prefix: string) => z.string().check(z.regex(new RegExp(`^${prefix}_[A-Za-z0-9]{27}$`)))
const Instant = z.iso.datetime()

const endpoint = {
  appId: Id('app'),
  appUid: z.nullable(Name(256)),
  endpointId: Id('ep'),
  endpointUid: z.nullable(Name(256)),
}
const attempt = {
  appId: Id('app'),
  appUid: z.nullable(Name(256)),
  msgId: Id('msg'),
  msgEventId: z.nullable(Name(256)),
  endpointId: Id('ep'),
  lastAttempt: z.object({ id: Id('atmpt'), responseStatusCode: z.int(), timestamp: Instant }),
}

const event = <T extends string, D extends z.core.$ZodShape>(type: T, data: D) =>
  z.object({ type: z.literal(type), data: z.object(data) })

/**
 * The service's own webhooks: what it tells an organisation of its endpoints and messages, by event
 * type (contract 5.9). Names that were never given are null.
 */
export const operationalEvents = {
  'endpoint.created': event('endpoint.created', endpoint),
  'endpoint.updated': event('endpoint.updated', endpoint),
  'endpoint.deleted': event('endpoint.deleted', endpoint),
  'endpoint.disabled': event('endpoint.disabled', { ...endpoint, failSince: Instant }),
  'message.attempt.failing': event('message.attempt.failing', attempt),
  'message.attempt.exhausted': event('message.attempt.exhausted', attempt),
  'message.attempt.recovered': event('message.attempt.recovered', attempt),
} as const

/** What stands in the body of an endpoint's event, the failing time of a disabled one aside. */
export type EndpointEvent = z.infer<(typeof operationalEvents)['endpoint.created']>['data']
