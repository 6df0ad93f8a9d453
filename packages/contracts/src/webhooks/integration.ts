import * as z from 'zod/mini'
import { Instant } from '../common.ts'
import type { Contract } from '../operation.ts'
import { Iterator, Limit, Name, noneTwice, Order, page, Text } from './values.ts'

/** Flags that open event types and templates reserved for them to an integration’s key. */
const FeatureFlags = z
  .array(Name(256))
  .check(
    z.maxLength(25, 'There can be at most 25 feature flags'),
    z.refine(noneTwice, 'featureFlags must be unique.'),
  )

/** What of an integration can be changed. */
export const IntegrationIn = z.object({
  name: Text().check(
    z.refine((name) => name.length > 0, 'Integration names must be at least one character'),
  ),
  /** Absent, null or empty: none. */
  featureFlags: z.optional(z.nullable(FeatureFlags)),
})
export type IntegrationIn = z.infer<typeof IntegrationIn>

/** An integration as it is answered: never with its key. */
export const IntegrationOut = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  featureFlags: z.array(z.string()),
})
export type IntegrationOut = z.infer<typeof IntegrationOut>

/** `integsk_…`: opens the one application, as a token of its portal does, until it is rotated. */
export const IntegrationKeyOut = z.object({ key: z.string() })

const path = '/app/{app_id}/integration'
const access = 'application'

/** Other software that an application's people let work on it, each with a key of its own. */
export const integration = {
  list: {
    method: 'GET',
    path,
    summary: 'List an application’s integrations',
    access,
    query: z.object({ limit: Limit, iterator: Iterator('integ_'), order: Order('ascending') }),
    returns: { 200: page(IntegrationOut) },
  },
  create: {
    method: 'POST',
    path,
    summary: 'Create an integration; its key is read with get-key',
    access,
    body: IntegrationIn,
    returns: { 201: IntegrationOut },
  },
  get: {
    method: 'GET',
    path: `${path}/{integ_id}`,
    summary: 'Get an integration',
    access,
    returns: { 200: IntegrationOut },
  },
  update: {
    method: 'PUT',
    path: `${path}/{integ_id}`,
    summary: 'Change an integration’s name and feature flags',
    access,
    body: IntegrationIn,
    returns: { 200: IntegrationOut },
  },
  delete: {
    method: 'DELETE',
    path: `${path}/{integ_id}`,
    summary: 'Delete an integration; its key stops working immediately',
    access,
    returns: { 204: null },
  },
  getKey: {
    method: 'GET',
    path: `${path}/{integ_id}/key`,
    summary: 'Get an integration’s key',
    access,
    returns: { 200: IntegrationKeyOut },
  },
  rotateKey: {
    method: 'POST',
    path: `${path}/{integ_id}/key/rotate`,
    summary: 'Rotate an integration’s key; the old one stops working immediately',
    access,
    returns: { 200: IntegrationKeyOut },
  },
} as const satisfies Contract[string]
