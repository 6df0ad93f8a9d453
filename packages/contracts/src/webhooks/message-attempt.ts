import * as z from 'zod/mini'
import { Instant } from '../common.ts'
import type { Contract } from '../operation.ts'
import { EndpointOut } from './endpoint.ts'
import { MessageOut } from './message.ts'
import {
  Flag,
  Iterator,
  Limit,
  MessageStatus,
  MessageStatusText,
  Name,
  Names,
  NumberQuery,
  page,
  tag,
  When,
} from './values.ts'

/** One try to deliver a message to an endpoint. */
export const MessageAttemptOut = z.object({
  id: z.string(),
  msgId: z.string(),
  endpointId: z.string(),
  url: z.string(),
  status: MessageStatus,
  statusText: MessageStatusText,
  /** 0 when there was no HTTP answer. */
  responseStatusCode: z.int(),
  /** The answer's body, its first 20,000 bytes, or why there was none. */
  response: z.string(),
  responseDurationMs: z.int(),
  /** 0 scheduled, 1 manual. */
  triggerType: z.literal([0, 1]),
  timestamp: Instant,
})
export type MessageAttemptOut = z.infer<typeof MessageAttemptOut>

/** An attempt with the message that was sent, if it was asked for. */
export const MessageAttemptWithMsgOut = z.extend(MessageAttemptOut, {
  msg: z.optional(z.nullable(MessageOut)),
})

const statusFields = {
  status: MessageStatus,
  statusText: MessageStatusText,
  nextAttempt: z.optional(z.nullable(Instant)),
  /** The message of the same ordering key that it waits for. */
  heldBy: z.optional(z.nullable(z.string())),
}

/** A message with how far it is on its way to one endpoint. */
export const EndpointMessageOut = z.extend(MessageOut, statusFields)
export type EndpointMessageOut = z.input<typeof EndpointMessageOut>

/** An endpoint with how far one message is on its way to it. */
export const MessageEndpointOut = z.extend(z.omit(EndpointOut, { metadata: true }), statusFields)
export type MessageEndpointOut = z.infer<typeof MessageEndpointOut>

/** The headers of an attempt as they may be shown. */
export const MessageAttemptHeadersOut = z.object({
  sentHeaders: z.record(z.string(), z.string()),
  /** Names of the sent headers whose values are hidden. */
  sensitive: z.array(z.string()),
  /** Name and value, as answered; null where there was no answer, and for tokens that can’t manage endpoints. */
  responseHeaders: z.nullable(z.array(z.array(z.string()))),
})

const filters = {
  limit: Limit,
  iterator: Iterator('atmpt_'),
  status: NumberQuery(0, 1, 2, 3),
  channel: z.optional(Name(128)),
  before: z.optional(When),
  after: z.optional(When),
  event_types: z.optional(Names),
}
/** 0 is no HTTP answer, 200 is 200 to 299, and so on. */
const status_code_class = NumberQuery(0, 100, 200, 300, 400, 500)
const endpoint_id = z.optional(Name(256))

/** Newer clients send this unasked: there is no status beyond the four. */
const expanded_statuses = Flag(false)
const ByMessage = z.object({
  ...filters,
  status_code_class,
  with_content: Flag(true),
  endpoint_id,
  tag,
  expanded_statuses,
})
const ByEndpoint = z.extend(z.omit(ByMessage, { endpoint_id: true }), { with_msg: Flag(false) })

/** The filters of a list of attempts, whichever it offers. */
export type AttemptListQuery = Pick<
  z.infer<typeof ByEndpoint>,
  keyof typeof filters | 'status_code_class'
>

const attempt = '/app/{app_id}/msg/{msg_id}/attempt'

/** What happened to messages on their way. */
export const messageAttempt = {
  listByEndpoint: {
    method: 'GET',
    path: '/app/{app_id}/attempt/endpoint/{endpoint_id}',
    summary: 'List attempts for an endpoint, newest first; at most 90 days',
    access: 'application',
    query: ByEndpoint,
    raw: ['payload'],
    returns: { 200: page(MessageAttemptWithMsgOut) },
  },
  listByMsg: {
    method: 'GET',
    path: '/app/{app_id}/attempt/msg/{msg_id}',
    summary: 'List attempts for a message, newest first; at most 90 days',
    access: 'application',
    query: ByMessage,
    returns: { 200: page(MessageAttemptOut) },
  },
  listAttemptedMessages: {
    method: 'GET',
    path: '/app/{app_id}/endpoint/{endpoint_id}/msg',
    summary: 'List an endpoint’s messages with their status, newest first',
    access: 'application',
    query: z.object({
      ...filters,
      iterator: Iterator('msg_'),
      with_content: Flag(true),
      tag,
      expanded_statuses,
    }),
    raw: ['payload'],
    returns: { 200: page(EndpointMessageOut) },
  },
  listAttemptedDestinations: {
    method: 'GET',
    path: '/app/{app_id}/msg/{msg_id}/endpoint',
    summary: 'List a message’s endpoints with its status at each',
    access: 'application',
    query: z.object({ limit: Limit, iterator: Iterator('ep_') }),
    returns: { 200: page(MessageEndpointOut) },
  },
  get: {
    method: 'GET',
    path: `${attempt}/{attempt_id}`,
    summary: 'Get an attempt',
    access: 'application',
    query: z.object({ expanded_statuses }),
    returns: { 200: MessageAttemptOut },
  },
  getHeaders: {
    method: 'GET',
    path: `${attempt}/{attempt_id}/headers`,
    summary: 'Get the headers sent and answered; sensitive ones without values',
    access: 'application',
    returns: { 200: MessageAttemptHeadersOut },
  },
  expungeContent: {
    method: 'DELETE',
    path: `${attempt}/{attempt_id}/content`,
    summary: 'Erase the receiver’s response',
    access: 'organisation',
    returns: { 204: null },
  },
  resend: {
    method: 'POST',
    path: '/app/{app_id}/msg/{msg_id}/endpoint/{endpoint_id}/resend',
    summary: 'Resend a message to an endpoint, whatever its status',
    access: 'application',
    // Empty for clients that end paths with a slash; those that do not parse the answer as JSON.
    returns: { 202: z.optional(z.object({})) },
  },
  skip: {
    method: 'POST',
    path: '/app/{app_id}/msg/{msg_id}/endpoint/{endpoint_id}/skip',
    summary: 'Skip this message at an ordered endpoint, so that those behind it are sent',
    access: 'application',
    returns: { 204: null },
  },
  listByMsgDeprecated: {
    method: 'GET',
    path: attempt,
    summary: 'List attempts for a message; use attempt/msg instead',
    access: 'application',
    deprecated: true,
    query: z.object({ ...filters, status_code_class, endpoint_id }),
    returns: { 200: page(MessageAttemptOut) },
  },
  listByEndpointDeprecated: {
    method: 'GET',
    path: '/app/{app_id}/msg/{msg_id}/endpoint/{endpoint_id}/attempt',
    summary: 'List attempts for a message and endpoint; use attempt/msg instead',
    access: 'application',
    deprecated: true,
    query: z.object(filters),
    returns: { 200: page(MessageAttemptOut) },
  },
} as const satisfies Contract[string]
