import * as z from 'zod/mini'
import { Instant } from '../common.ts'
import type { Contract } from '../operation.ts'
import { RawObjectIn, RawObjectOut } from '../raw-json.ts'
import { ApplicationIn } from './application.ts'
import { TransformationsParams } from './raw-payload.ts'
import {
  Channels,
  EventTypeName,
  Flag,
  Iterator,
  Limit,
  Name,
  Names,
  noneTwice,
  OrderingKey,
  page,
  Tag,
  tag,
  Uid,
  When,
} from './values.ts'

/** Largest payload, as compact JSON text. */
export const maxPayloadBytes = 1024 * 1024
/** Largest body that may hold it: whitespace does not count, and escapes make a raw payload longer. */
export const maxMessageBytes = 3 * maxPayloadBytes

/** An event to send. `application` is used only when that of the path does not exist. */
export const MessageIn = z.object({
  eventType: EventTypeName,
  /** A name of the sender's own, accepted once in an application. */
  eventId: z.optional(z.nullable(Uid('msg_'))),
  payload: RawObjectIn('Payload must be an object.'),
  channels: z.optional(z.nullable(Channels(5))),
  /** Days after which the payload is erased. */
  payloadRetentionPeriod: z._default(
    z.nullable(
      z
        .int()
        .check(
          z.minimum(5, 'Retention must be at least 5 days'),
          z.maximum(90, 'Retention must not exceed 90 days'),
        ),
    ),
    90,
  ),
  /**
   * Messages with the same key reach an ordered endpoint one at a time, in the order accepted. Others
   * don’t wait for them.
   */
  orderingKey: z.optional(z.nullable(OrderingKey)),
  application: z.optional(z.nullable(ApplicationIn)),
  transformationsParams: z.optional(z.nullable(TransformationsParams)),
  /** Labels to find it by. */
  tags: z.optional(
    z.nullable(
      z
        .array(Tag)
        .check(z.maxLength(5, 'At most 5 tags'), z.refine(noneTwice, 'Tags must be unique.')),
    ),
  ),
  /** When to send it, at most 30 days ahead; a time that has passed means at once. */
  deliverAt: z.optional(z.nullable(When)),
  /** Hours after which the payload is erased, in place of `payloadRetentionPeriod`. */
  payloadRetentionHours: z.optional(
    z.nullable(
      z
        .int()
        .check(
          z.minimum(1, 'Retention must be at least 1 hour'),
          z.maximum(2160, 'Retention must not exceed 2160 hours'),
        ),
    ),
  ),
})
export type MessageIn = z.infer<typeof MessageIn>

/**
 * A message. The payload is the object that was sent, `{"expired":true}` once erased, or `{}`. One that
 * was sent as a text and is no JSON object is shown as `{"rawPayload": text}`.
 */
export const MessageOut = z.object({
  id: z.string(),
  eventId: z.nullable(z.string()),
  eventType: z.string(),
  channels: z.nullable(z.array(z.string())),
  payload: RawObjectOut,
  timestamp: Instant,
  orderingKey: z.optional(z.nullable(z.string())),
  tags: z.optional(z.nullable(z.array(z.string()))),
  deliverAt: z.optional(z.nullable(Instant)),
})
/** What a handler gives for a message. */
export type MessageOut = z.input<typeof MessageOut>

/** Filters and page of a list of messages. */
export const MessageListQuery = z.object({
  limit: Limit,
  iterator: Iterator('msg_'),
  channel: z.optional(Name(128)),
  before: z.optional(When),
  after: z.optional(When),
  with_content: Flag(true),
  event_types: z.optional(Names),
  tag,
})
export type MessageListQuery = z.infer<typeof MessageListQuery>

const raw = ['payload'] as const
const query = z.object({ with_content: Flag(true) })

/** What applications are told. Messages are named by id or eventId. */
export const message = {
  list: {
    method: 'GET',
    path: '/app/{app_id}/msg',
    summary: 'List messages, newest first; at most 90 days',
    access: 'application',
    query: MessageListQuery,
    raw,
    returns: { 200: page(MessageOut) },
  },
  create: {
    method: 'POST',
    path: '/app/{app_id}/msg',
    summary: 'Send a message to all matching endpoints',
    access: 'organisation',
    query,
    body: MessageIn,
    bodyLimit: maxMessageBytes,
    raw,
    aliases: { data: 'payload', 'application.throttleRate': 'application.rateLimit' },
    returns: { 202: MessageOut },
  },
  get: {
    method: 'GET',
    path: '/app/{app_id}/msg/{msg_id}',
    summary: 'Get a message',
    access: 'application',
    query,
    raw,
    returns: { 200: MessageOut },
  },
  getRawPayload: {
    method: 'GET',
    path: '/app/{app_id}/msg/{msg_id}/raw',
    summary: 'Get a message’s payload exactly as sent',
    access: 'application',
    returns: { 200: z.object({ payload: z.string() }) },
  },
  expungeContent: {
    method: 'DELETE',
    path: '/app/{app_id}/msg/{msg_id}/content',
    summary: 'Erase a message’s payload; it won’t be sent again',
    access: 'organisation',
    returns: { 204: null },
  },
} as const satisfies Contract[string]
