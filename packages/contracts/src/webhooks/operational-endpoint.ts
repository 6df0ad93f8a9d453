import * as z from 'zod/mini'
import type { Contract } from '../operation.ts'
import { EndpointIn, EndpointOut, EndpointUpdate } from './endpoint.ts'
import { endpointSettings } from './endpoint-settings.ts'
import { Iterator, Limit, Order, page } from './values.ts'

// They get every operational event of their types: versions and channels mean nothing here.
const unused = { version: true, channels: true } as const
const OperationalEndpointUpdate = z.omit(EndpointUpdate, unused)
const OperationalEndpointIn = z.omit(EndpointIn, unused)
const OperationalEndpointOut = z.omit(EndpointOut, unused)

const aliases = { eventTypes: 'filterTypes', throttleRate: 'rateLimit' } as const
const bodyLimit = 256 * 1024
const path = '/operational-webhook/endpoint'
const one = `${path}/{endpoint_id}` as const

/** Where an organisation hears of its own endpoints and messages. Endpoints are named by id or uid. */
export const operationalEndpoint = {
  list: {
    method: 'GET',
    path,
    summary: 'List operational-webhook endpoints',
    access: 'organisation',
    query: z.object({ limit: Limit, iterator: Iterator('ep_'), order: Order('descending') }),
    returns: { 200: page(OperationalEndpointOut) },
  },
  create: {
    method: 'POST',
    path,
    summary: 'Create an operational-webhook endpoint; its secret is read with get-secret',
    access: 'organisation',
    body: OperationalEndpointIn,
    bodyLimit,
    aliases,
    returns: { 201: OperationalEndpointOut },
  },
  get: {
    method: 'GET',
    path: one,
    summary: 'Get an operational-webhook endpoint',
    access: 'organisation',
    returns: { 200: OperationalEndpointOut },
  },
  update: {
    method: 'PUT',
    path: one,
    summary: 'Replace or create an operational-webhook endpoint; its secret is kept',
    access: 'organisation',
    body: OperationalEndpointUpdate,
    bodyLimit,
    aliases,
    returns: { 200: OperationalEndpointOut, 201: OperationalEndpointOut },
  },
  delete: {
    method: 'DELETE',
    path: one,
    summary: 'Delete an operational-webhook endpoint',
    access: 'organisation',
    returns: { 204: null },
  },
  getSecret: {
    ...endpointSettings.getSecret,
    path: `${one}/secret`,
    summary: 'Get the secret that operational webhooks are verified with',
    access: 'organisation',
  },
  rotateSecret: {
    ...endpointSettings.rotateSecret,
    path: `${one}/secret/rotate`,
    summary: 'Rotate the secret; the old one also signs for 24 hours by default',
    access: 'organisation',
  },
  getHeaders: {
    ...endpointSettings.getHeaders,
    path: `${one}/headers`,
    summary: 'Get an operational-webhook endpoint’s custom headers',
    access: 'organisation',
  },
  updateHeaders: {
    ...endpointSettings.updateHeaders,
    path: `${one}/headers`,
    summary: 'Replace an operational-webhook endpoint’s custom headers',
    access: 'organisation',
  },
} as const satisfies Contract[string]
