import * as z from 'zod/mini'
import { Instant } from '../common.ts'
import type { Contract } from '../operation.ts'
import { endpointOrdering } from './endpoint-ordering.ts'
import { endpointSettings, HeaderValues, Secret } from './endpoint-settings.ts'
import { endpointTransformation } from './transformation.ts'
import {
  Channels,
  EndpointFilterTypes,
  Iterator,
  Limit,
  Metadata,
  Order,
  page,
  RateLimit,
  SameAs,
  Text,
  Uid,
} from './values.ts'

const Url = z
  .url({ protocol: /^https?$/, error: 'Endpoint URL schemes must be http or https' })
  .check(z.maxLength(65536, 'String too long'))
const Version = z
  .int()
  .check(
    z.minimum(1, 'Endpoint versions must be at least one if set'),
    z.maximum(65535, 'Endpoint versions must not exceed 65535'),
  )
const EndpointRateLimit = RateLimit('Endpoint rate limits must be at least one if set')

/** An endpoint's replacement: what is absent is reset. */
export const EndpointUpdate = z.object({
  url: Url,
  description: z._default(Text(), ''),
  uid: z.optional(z.nullable(Uid('ep_'))),
  version: z.optional(z.nullable(Version)),
  rateLimit: z.optional(z.nullable(EndpointRateLimit)),
  throttleRate: SameAs('rateLimit', EndpointRateLimit),
  disabled: z._default(z.boolean(), false),
  /** Messages with the same `orderingKey` arrive one at a time, in the order accepted. */
  ordered: z._default(z.boolean(), false),
  filterTypes: z.optional(z.nullable(EndpointFilterTypes)),
  eventTypes: SameAs('filterTypes', EndpointFilterTypes),
  channels: z.optional(z.nullable(Channels(10))),
  metadata: z.optional(z.nullable(Metadata)),
})
export type EndpointUpdate = z.infer<typeof EndpointUpdate>

/** A new endpoint. Without a secret one is generated. */
export const EndpointIn = z.extend(EndpointUpdate, {
  secret: z.optional(z.nullable(Secret)),
  headers: z.optional(z.nullable(HeaderValues)),
})
export type EndpointIn = z.infer<typeof EndpointIn>

/**
 * A change of an endpoint: an absent field stays. Null clears what can be absent; a null secret
 * generates one.
 */
export const EndpointPatch = z.object({
  url: z.optional(Url),
  description: z.optional(Text()),
  uid: z.optional(z.nullable(Uid('ep_'))),
  version: z.optional(Version),
  rateLimit: z.optional(z.nullable(EndpointRateLimit)),
  throttleRate: SameAs('rateLimit', EndpointRateLimit),
  disabled: z.optional(z.boolean()),
  ordered: z.optional(z.boolean()),
  filterTypes: z.optional(z.nullable(EndpointFilterTypes)),
  eventTypes: SameAs('filterTypes', EndpointFilterTypes),
  channels: z.optional(z.nullable(Channels(10))),
  metadata: z.optional(z.nullable(Metadata)),
  secret: z.optional(z.nullable(Secret)),
})
export type EndpointPatch = z.infer<typeof EndpointPatch>

/** An endpoint as it is answered: never with its secret or headers. */
export const EndpointOut = z.object({
  id: z.string(),
  uid: z.nullable(z.string()),
  url: z.string(),
  description: z.string(),
  version: z.int(),
  rateLimit: z.nullable(z.int()),
  /** `rateLimit` as clients from 2.0 on call it. */
  throttleRate: z.nullable(z.int()),
  disabled: z.boolean(),
  ordered: z.boolean(),
  filterTypes: z.nullable(z.array(z.string())),
  /** `filterTypes` as clients from 2.0 on call it. */
  eventTypes: z.nullable(z.array(z.string())),
  channels: z.nullable(z.array(z.string())),
  metadata: z.record(z.string(), z.string()),
  createdAt: Instant,
  updatedAt: Instant,
})
export type EndpointOut = z.infer<typeof EndpointOut>

const aliases = { eventTypes: 'filterTypes', throttleRate: 'rateLimit' } as const

/** Where an application's messages go. Endpoints are named by id or uid. */
export const endpoint = {
  list: {
    method: 'GET',
    path: '/app/{app_id}/endpoint',
    summary: 'List an application’s endpoints',
    access: 'application',
    query: z.object({ limit: Limit, iterator: Iterator('ep_'), order: Order('descending') }),
    returns: { 200: page(EndpointOut) },
  },
  create: {
    method: 'POST',
    path: '/app/{app_id}/endpoint',
    summary: 'Create an endpoint; its secret is read with get-secret',
    access: 'application',
    body: EndpointIn,
    bodyLimit: 256 * 1024,
    aliases,
    returns: { 201: EndpointOut },
  },
  get: {
    method: 'GET',
    path: '/app/{app_id}/endpoint/{endpoint_id}',
    summary: 'Get an endpoint',
    access: 'application',
    returns: { 200: EndpointOut },
  },
  update: {
    method: 'PUT',
    path: '/app/{app_id}/endpoint/{endpoint_id}',
    summary: 'Replace or create an endpoint; its secret is kept',
    access: 'application',
    body: EndpointUpdate,
    bodyLimit: 256 * 1024,
    aliases,
    returns: { 200: EndpointOut, 201: EndpointOut },
  },
  patch: {
    method: 'PATCH',
    path: '/app/{app_id}/endpoint/{endpoint_id}',
    summary: 'Update fields of an endpoint',
    access: 'application',
    body: EndpointPatch,
    bodyLimit: 256 * 1024,
    aliases,
    returns: { 200: EndpointOut },
  },
  delete: {
    method: 'DELETE',
    path: '/app/{app_id}/endpoint/{endpoint_id}',
    summary: 'Delete an endpoint; its retries stop and its uid becomes available',
    access: 'application',
    returns: { 204: null },
  },
  ...endpointOrdering,
  ...endpointSettings,
  ...endpointTransformation,
} as const satisfies Contract[string]
