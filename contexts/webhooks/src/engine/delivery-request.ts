import { isUtf8 } from 'node:buffer'
import type { Outcome } from '@countersign/kit/send'
import type { Endpoint } from './endpoint-table.ts'
import { signatures } from './signature.ts'

const userAgent = 'Countersign-Webhooks/0.1.0'

/** Headers of our own. No custom header may have one of these names. */
const ours = new Set([
  'svix-id',
  'svix-timestamp',
  'svix-signature',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'user-agent',
  'content-type',
])

/** Name, value, name, value… of one attempt: both header families, the endpoint's own last. */
export function deliveryHeaders(
  endpoint: Endpoint,
  message: {
    id: string
    body: string
    contentType: string | null
    authorization: string | null
  },
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
    message.contentType ?? 'application/json',
    ...endpoint.headers,
    ...signIn(endpoint, message.authorization),
  ]
}

/** A custom header goes before what stands in the URL. */
const signIn = ({ headers }: Endpoint, authorization: string | null): string[] =>
  authorization === null || headers.some((text, i) => i % 2 === 0 && /^authorization$/i.test(text))
    ? []
    : ['authorization', authorization]

/**
 * JSON text of the headers to be kept: name → value. Of all but our own it is null, because custom
 * headers are how receivers' keys are sent.
 */
export function keptHeaders(headers: readonly string[]): string {
  const kept: Record<string, string | null> = {}
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] ?? ''
    kept[name] = ours.has(name.toLowerCase()) ? (headers[i + 1] ?? '') : null
  }
  return JSON.stringify(kept)
}

/** Bytes of an answer's headers that are kept: a receiver must not fill the database with them. */
const keptHeaderBytes = 8192
/** These hold sessions of whoever answers. */
const unkept = new Set(['set-cookie', 'set-cookie2'])

/** JSON text of the answer's headers as pairs of name and value, the first 8 KiB; null without an answer. */
export function responseHeaders({ error, headers }: Outcome): string | null {
  if (error || Object.keys(headers).length === 0) return null
  const pairs: [string, string][] = []
  let bytes = 0
  for (const [name, values] of Object.entries(headers)) {
    if (unkept.has(name)) continue
    for (const value of [values ?? []].flat()) {
      // PostgreSQL cannot hold NUL.
      const text = value.replaceAll('\0', '').toWellFormed()
      bytes += name.length + text.length
      if (bytes > keptHeaderBytes) return JSON.stringify(pairs)
      pairs.push([name, text])
    }
  }
  return JSON.stringify(pairs)
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
