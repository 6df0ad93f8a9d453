import * as z from 'zod/mini'
import { Did, Instant, WholeText } from '../common.ts'
import { type Contract, can } from '../operation.ts'
import {
  BackgroundTaskStatus,
  EndpointUpdate,
  EventTypeName,
  operationalEvents,
} from '../webhooks/index.ts'

/** What the webhook service tells of its endpoints and messages. */
const ListenerEvent = z.enum(
  Object.keys(operationalEvents) as readonly (keyof typeof operationalEvents)[],
)
export type ListenerEvent = z.infer<typeof ListenerEvent>

/** An address that hears when companies’ endpoints change, fail or are disabled. */
export const WebhookListener = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  /** Null: all of them. */
  eventTypes: z.nullable(z.array(z.string())),
  disabled: z.boolean(),
  createdAt: Instant,
})
export type WebhookListener = z.infer<typeof WebhookListener>

/** An address that is to be told of companies’ endpoints. */
export const ListenerIn = z.strictObject({
  url: EndpointUpdate.shape.url.check(z.maxLength(2048)),
  description: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
  /** All of them when absent. */
  eventTypes: z.optional(z.array(ListenerEvent).check(z.minLength(1), z.maxLength(20))),
})

/** Counts that the webhook service makes in the background. */
export const WebhookUsage = z.object({
  status: BackgroundTaskStatus,
  /** The most frequent first; empty until it is finished. */
  eventTypes: z.array(z.object({ eventType: z.string(), messages: z.int() })),
})
export type WebhookUsage = z.infer<typeof WebhookUsage>

const access = can('trustframework.tfUpdate')
const path = '/v1/administration/webhooks'
const transaction = 'own'
const Secret = z.object({ secret: z.string() })

/** What the network's operator does with the webhook service as a whole. Base path `/api`. */
export const webhookNetwork = {
  countUsage: {
    method: 'POST',
    path: `${path}/usage`,
    summary: 'Count the kept messages of all companies by event type, in the background',
    access,
    transaction,
    returns: { 202: z.object({ taskId: z.string() }) },
  },
  usage: {
    method: 'GET',
    path: `${path}/usage/{taskId}`,
    summary: 'Get the message counts',
    access,
    transaction,
    returns: { 200: WebhookUsage },
  },
  listeners: {
    method: 'GET',
    path: `${path}/listeners`,
    summary: 'List the addresses that receive events about companies’ endpoints',
    access,
    transaction,
    query: z.object({ limit: z._default(WholeText(1, 250), 250) }),
    returns: { 200: z.object({ listeners: z.array(WebhookListener) }) },
  },
  addListener: {
    method: 'POST',
    path: `${path}/listeners`,
    summary: 'Add an address that is told when companies’ endpoints change, fail or are disabled',
    access,
    transaction,
    body: ListenerIn,
    returns: { 200: WebhookListener },
  },
  removeListener: {
    method: 'DELETE',
    path: `${path}/listeners/{listenerId}`,
    summary: 'Remove an address that receives events about companies’ endpoints',
    access,
    transaction,
    returns: { 204: null },
  },
  showSecret: {
    method: 'POST',
    path: `${path}/listeners/{listenerId}/secret`,
    summary: 'Show the secret that a listener verifies with',
    access,
    transaction,
    returns: { 200: Secret },
  },
  rotateSecret: {
    method: 'POST',
    path: `${path}/listeners/{listenerId}/secret/rotate`,
    summary: 'Rotate the secret of a listener; the old one also signs for 24 hours',
    access,
    transaction,
    returns: { 200: Secret },
  },
  erasePayloads: {
    method: 'POST',
    path: `${path}/erase-payloads`,
    summary: 'Erase the payloads of all messages that a company’s webhooks have kept',
    access,
    transaction,
    body: z.strictObject({ did: Did }),
    returns: { 202: z.object({ taskId: z.string() }) },
  },
  eraseMessages: {
    method: 'POST',
    path: `${path}/erase-messages`,
    summary: 'Erase the payloads of some of a company’s messages; they won’t be sent again',
    access,
    transaction,
    body: z.strictObject({
      did: Did,
      /** Ids or event ids. */
      ids: z.array(z.string().check(z.minLength(1), z.maxLength(256))).check(
        z.minLength(1),
        z.maxLength(1000),
        z.refine((ids) => new Set(ids).size === ids.length, 'ids must be unique.'),
      ),
    }),
    /** Ids that the company has no message of change nothing. */
    returns: { 200: z.object({ erased: z.int(), notFound: z.array(z.string()) }) },
  },
  precheck: {
    method: 'POST',
    path: `${path}/precheck`,
    summary: 'Check whether any endpoint of a company would receive an event type now',
    access,
    transaction,
    body: z.strictObject({ did: Did, eventType: EventTypeName }),
    returns: { 200: z.object({ active: z.boolean() }) },
  },
} as const satisfies Contract[string]
