import * as z from 'zod/mini'
import type { Contract } from '../operation.ts'
import { When } from './values.ts'

const secretForm = /^(whsec_|whsk_)?[a-zA-Z0-9+/]{32,100}={0,2}$/

/** Bytes that a base64 text stands for. */
const decodedBytes = (base64: string) => Math.floor((base64.replace(/=+$/, '').length * 3) / 4)

const hasValidLength = (secret: string) => {
  const [, prefix, base64 = ''] = /^(wh[a-z]+_)?(.*)$/.exec(secret) ?? []
  const bytes = decodedBytes(base64)
  return prefix === 'whsk_' ? bytes === 64 : bytes >= 24 && bytes <= 75
}

/** A signing secret: `whsec_` (may be left out) and 24 to 75 bytes as base64, or a `whsk_` key pair. */
export const Secret = z
  .string()
  .check(
    z.regex(secretForm, { error: 'secret must be base64, with or without whsec_', abort: true }),
    z.refine(hasValidLength, 'secret length invalid'),
  )

const HeaderValue = z.string().check(z.maxLength(4096, 'Maximum header length is 4096 bytes'))

/** Custom headers by name. */
export const HeaderValues = z.record(z.string(), HeaderValue)

/** A secret with its prefix: `whsec_…`, or the public `whpk_…` of a key pair. */
export const EndpointSecretOut = z.object({ key: z.string() })

/** An endpoint's own headers as they may be shown. */
export const EndpointHeadersOut = z.object({
  headers: z.record(z.string(), z.string()),
  /** Names of the headers whose values are hidden. */
  sensitive: z.array(z.string()),
})

/** Pairs of message and endpoint by their present status. */
export const EndpointStats = z.object({
  success: z.int(),
  pending: z.int(),
  sending: z.int(),
  fail: z.int(),
  canceled: z.int(),
  /** What recover would send again for this range; 10,000 stands for so many or more. */
  recoverable: z.int(),
})

/** Secret, headers and figures of one endpoint. */
export const endpointSettings = {
  getSecret: {
    method: 'GET',
    path: '/app/{app_id}/endpoint/{endpoint_id}/secret',
    summary: 'Get the secret receivers verify with; for an ed25519 endpoint, the public key',
    access: 'application',
    returns: { 200: EndpointSecretOut },
  },
  rotateSecret: {
    method: 'POST',
    path: '/app/{app_id}/endpoint/{endpoint_id}/secret/rotate',
    summary: 'Rotate the secret; the old one also signs for 24 hours by default',
    access: 'application',
    body: z.object({
      key: z.optional(z.nullable(Secret)),
      /** How long the old secret signs too; 0 ends it at once. */
      gracePeriodSeconds: z._default(
        z.nullable(
          z
            .int()
            .check(
              z.minimum(0, 'gracePeriodSeconds must be at least 0'),
              z.maximum(604_800, 'gracePeriodSeconds must not exceed 604800'),
            ),
        ),
        86_400,
      ),
    }),
    returns: { 204: null },
  },
  getHeaders: {
    method: 'GET',
    path: '/app/{app_id}/endpoint/{endpoint_id}/headers',
    summary: 'Get custom headers; sensitive ones without values',
    access: 'application',
    returns: { 200: EndpointHeadersOut },
  },
  updateHeaders: {
    method: 'PUT',
    path: '/app/{app_id}/endpoint/{endpoint_id}/headers',
    summary: 'Replace all custom headers, including sensitive ones',
    access: 'application',
    body: z.object({ headers: HeaderValues }),
    bodyLimit: 256 * 1024,
    returns: { 204: null },
  },
  patchHeaders: {
    method: 'PATCH',
    path: '/app/{app_id}/endpoint/{endpoint_id}/headers',
    summary: 'Set some custom headers; null removes one',
    access: 'application',
    body: z.object({
      headers: z.record(z.string(), z.nullable(HeaderValue)),
      /** Names to remove, as newer clients give them. */
      deleteHeaders: z.optional(z.nullable(z.array(z.string()))),
    }),
    bodyLimit: 256 * 1024,
    returns: { 204: null },
  },
  getStats: {
    method: 'GET',
    path: '/app/{app_id}/endpoint/{endpoint_id}/stats',
    summary: 'Count messages by status in a time range; the last 28 days by default',
    access: 'application',
    query: z.object({ since: z.optional(When), until: z.optional(When) }),
    returns: { 200: EndpointStats },
  },
} as const satisfies Contract[string]
