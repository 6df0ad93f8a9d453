import { type Bytes, concat, equal, fromBase64, toBase64Url, utf8 } from './bytes.ts'
import type { WebCrypto } from './web-crypto.ts'

/** What one secret can do. A public key signs nothing. */
export type WebhookKey = {
  /** How its signatures are marked. */
  readonly version: 'v1' | 'v1a'
  readonly sign?: (content: Bytes) => Promise<Bytes>
  readonly verify: (content: Bytes, signature: Bytes) => Promise<boolean>
}

/**
 * Reads a secret: `whsec_…` (HMAC-SHA256; the prefix may be missing), `whpk_…` (ed25519, the
 * receiver's half) or `whsk_…` (both halves).
 * @throws when it is none of them
 */
export function webhookKey(secret: string, { subtle }: WebCrypto): WebhookKey {
  const [prefix, text] = /^wh(sec|pk|sk)_/.test(secret) ? split(secret) : ['whsec', secret]
  const bytes = fromBase64(text)
  if (bytes && prefix === 'whsec' && bytes.length >= minimumSecret) return hmacKey(bytes, subtle)
  if (bytes && prefix === 'whpk' && bytes.length === 32) return publicKey(bytes, subtle)
  if (bytes && prefix === 'whsk' && bytes.length === 64) return keyPair(bytes, subtle)
  throw new Error('Not a webhook secret: expected whsec_…, whpk_… or whsk_… and base64')
}

/** Bytes; with a shorter secret, say an empty one, anybody could sign. The service makes 24 to 64. */
const minimumSecret = 16

const split = (secret: string): [prefix: string, text: string] => [
  secret.slice(0, secret.indexOf('_')),
  secret.slice(secret.indexOf('_') + 1),
]

function hmacKey(bytes: Bytes, subtle: SubtleCrypto): WebhookKey {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = subtle.importKey('raw', bytes, algorithm, false, ['sign'])
  const sign = async (content: Bytes) =>
    new Uint8Array(await subtle.sign('HMAC', await imported, content))
  return {
    version: 'v1',
    sign,
    verify: async (content, signature) => equal(await sign(content), signature),
  }
}

function publicKey(bytes: Bytes, subtle: SubtleCrypto): WebhookKey {
  const imported = subtle.importKey('raw', bytes, 'Ed25519', false, ['verify'])
  return {
    version: 'v1a',
    verify: async (content, signature) =>
      subtle.verify('Ed25519', await imported, signature, content),
  }
}

/** The secret's 64 bytes are the private seed and the public key (RFC 8032); JWK takes them as they are. */
function keyPair(bytes: Bytes, subtle: SubtleCrypto): WebhookKey {
  const publicHalf = bytes.slice(32)
  const jwk = {
    kty: 'OKP',
    crv: 'Ed25519',
    d: toBase64Url(bytes.slice(0, 32)),
    x: toBase64Url(publicHalf),
  }
  return {
    ...publicKey(publicHalf, subtle),
    sign: async (content) => {
      const key = await subtle.importKey('jwk', jwk, 'Ed25519', false, ['sign'])
      return new Uint8Array(await subtle.sign('Ed25519', key, content))
    },
  }
}

/** What is signed: id, timestamp in Unix seconds and body, with dots between. */
export const signedContent = (id: string, timestamp: string, body: Uint8Array): Bytes =>
  concat(utf8(`${id}.${timestamp}.`), body)
