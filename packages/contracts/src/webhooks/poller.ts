import * as z from 'zod/mini'
import { Instant } from '../common.ts'
import type { Contract } from '../operation.ts'
import { MessageOut } from './message.ts'
import {
  Channels,
  EventTypeName,
  FilterTypes,
  Iterator,
  Limit,
  Name,
  Order,
  page,
  Text,
  When,
} from './values.ts'

/** An endpoint that is asked for its messages instead of being called. */
export const PollerIn = z.object({
  description: z._default(Text(), ''),
  eventTypes: z.optional(z.nullable(FilterTypes)),
  channels: z.optional(z.nullable(Channels(10))),
})

/** A poller as it is answered. Its id is the `sink_id` of clients. */
export const PollerOut = z.object({
  id: z.string(),
  description: z.string(),
  eventTypes: z.nullable(z.array(z.string())),
  channels: z.nullable(z.array(z.string())),
  createdAt: Instant,
  updatedAt: Instant,
})
export type PollerOut = z.infer<typeof PollerOut>

/** Messages in the order of their numbers, and the place after the last one. */
const PolledOut = z.object({
  data: z.array(MessageOut),
  iterator: z.string(),
  /** There are no more at the moment. */
  done: z.boolean(),
})

/** A place in the list, as an answer gave it. */
const Place = z.optional(z.string().check(z.regex(/^\d{1,15}$/, 'Invalid iterator')))
const limit = Limit
const raw = ['payload'] as const

/** A token that reads one poller. */
export const PollerTokenOut = z.object({
  id: z.string(),
  token: z.string(),
  name: z.nullable(z.string()),
  createdAt: Instant,
  expiresAt: z.nullable(Instant),
  scopes: z.nullable(z.array(z.string())),
})

/** Our own, for those who can’t be called: clients of the compatible service only read pollers. */
export const pollingEndpoint = {
  list: {
    method: 'GET',
    path: '/app/{app_id}/polling-endpoint',
    summary: 'List polling endpoints',
    access: 'application',
    query: z.object({ limit, iterator: Iterator('poll_'), order: Order('descending') }),
    returns: { 200: page(PollerOut) },
  },
  create: {
    method: 'POST',
    path: '/app/{app_id}/polling-endpoint',
    summary: 'Create a polling endpoint; it holds messages sent from now on',
    access: 'application',
    body: PollerIn,
    returns: { 201: PollerOut },
  },
  get: {
    method: 'GET',
    path: '/app/{app_id}/polling-endpoint/{sink_id}',
    summary: 'Get a polling endpoint',
    access: 'application',
    returns: { 200: PollerOut },
  },
  delete: {
    method: 'DELETE',
    path: '/app/{app_id}/polling-endpoint/{sink_id}',
    summary: 'Delete a polling endpoint and revoke its tokens',
    access: 'application',
    returns: { 204: null },
  },
} as const satisfies Contract[string]

/** Reading the messages of a poller. */
export const messagePoller = {
  poll: {
    method: 'GET',
    path: '/app/{app_id}/poller/{sink_id}',
    summary: 'Read messages from a position, oldest first',
    access: 'application',
    query: z.object({
      limit,
      iterator: Place,
      event_type: z.optional(EventTypeName),
      channel: z.optional(Name(128)),
      /** Only messages created at this time or later. */
      after: z.optional(When),
    }),
    raw,
    returns: { 200: PolledOut },
  },
  consumerPoll: {
    method: 'GET',
    path: '/app/{app_id}/poller/{sink_id}/consumer/{consumer_id}',
    summary: 'Read messages from this consumer’s position; an iterator moves it first',
    access: 'application',
    query: z.object({ limit, iterator: Place }),
    raw,
    returns: { 200: PolledOut },
  },
  consumerSeek: {
    method: 'POST',
    path: '/app/{app_id}/poller/{sink_id}/consumer/{consumer_id}/seek',
    summary: 'Move a consumer to the first message created at a time or later',
    access: 'application',
    body: z.object({ after: When }),
    returns: { 200: z.object({ iterator: z.string() }) },
  },
} as const satisfies Contract[string]

/** Tokens that read one poller and open nothing else. */
export const pollerToken = {
  getPollerToken: {
    method: 'GET',
    path: '/auth/app/{app_id}/poller/{sink_id}/token',
    summary: 'Get the token that reads a poller',
    access: 'application',
    returns: { 200: PollerTokenOut },
  },
  rotatePollerToken: {
    method: 'POST',
    path: '/auth/app/{app_id}/poller/{sink_id}/token/rotate',
    summary:
      'Replace the token that reads a poller; the old one works for five more minutes by default',
    access: 'application',
    body: z.object({
      /** Seconds that the new token is valid; without it, until it is replaced. */
      expiry: z.optional(
        z.nullable(
          z
            .int()
            .check(
              z.minimum(1, 'expiry must be at least 1'),
              z.maximum(31_536_000, 'expiry must not exceed 31536000'),
            ),
        ),
      ),
      /** Seconds that the old token still works. */
      oldTokenExpiry: z._default(
        z
          .int()
          .check(
            z.minimum(0, 'oldTokenExpiry must be at least 0'),
            z.maximum(86_400, 'oldTokenExpiry must not exceed 86400'),
          ),
        300,
      ),
    }),
    returns: { 201: PollerTokenOut },
  },
} as const satisfies Contract[string]
