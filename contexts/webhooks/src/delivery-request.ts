import { isUtf8 } from 'node:buffer'
import type { Outcome } from '@countersign/kit/send'
import type { Endpoint } from './endpoint-table.ts'
import { signatures } from './signature.ts'

const userAgent = 'Countersign-Webhooks/0.1.0'

/** Custom headers whose values are never kept (contract 5.4). */
const sensitive = new Set([
  'x-auth-token',
  'www-authenticate',
  'authorization',
  'proxy-authenticate',
  'proxy-authorization',
])

/** Name, value, name, value… of one attempt: both header families, the endpoint's own last. */
export function deliveryHeaders(
  endpoint: Endpoint,
  message: { id: string; body: string },
  now: number,
): string[] {
  const timestamp = Math.floor(now / 1000)
  const signature = signatures(endpoint.keys, { id: message.id, timestamp, body: message.body })
  const time = String(timestamp)
  return [
    'svix-id',
    message.id,
    'svix-timestamp',
    time,
    'svix-signature',
    signature,
    'webhook-id',
    message.id,
    'webhook-timestamp',
    time,
    'webhook-signature',
    signature,
    'user-agent',
    userAgent,
    'content-type',
    'application/json',
    ...endpoint.headers,
  ]
}

/** JSON text of the headers to be kept: name → value, null for the value of a sensitive one. */
export function keptHeaders(headers: readonly string[]): string {
  const kept: Record<string, string | null> = {}
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] ?? ''
    kept[name] = sensitive.has(name.toLowerCase()) ? null : (headers[i + 1] ?? '')
  }
  return JSON.stringify(kept)
}

/** What is kept of the answer: its text, base64 when it is none, or the reason why there is none. */
export function responseText({ error, body, truncated }: Outcome): string {
  if (error) return error.message
  const whole = truncated ? withoutCutCharacter(body) : body
  // PostgreSQL cannot hold NUL in a text, so a body with one counts as binary.
  return isUtf8(whole) && !whole.includes(0) ? whole.toString('utf8') : body.toString('base64')
}

/** A cut after 20,000 bytes may lie inside a character; its first bytes go too. */
function withoutCutCharacter(body: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, body.length); back++) {
    const byte = body[body.length - back] ?? 0
    if (byte < 0x80) break
    if (byte >= 0xc0) return body.subarray(0, body.length - back)
  }
  return body
}
