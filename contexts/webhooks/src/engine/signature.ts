import { createHmac, createPrivateKey, createSecretKey, type KeyObject, sign } from 'node:crypto'

/** A signing key ready for use. */
export type SigningKey = {
  readonly kind: 'v1' | 'v1a'
  readonly key: KeyObject
  /** Unix milliseconds after which it signs no more; infinite for the current one. */
  readonly expiresAt: number
}

/** PKCS #8 of an ed25519 key is these bytes and the 32 of the seed (RFC 8410 §7). */
const ed25519Header = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Reads a secret: `whsec_…` signs by HMAC-SHA256, `whsk_…` (seed and public key) by ed25519.
 * @throws when it is neither
 */
export function signingKey(secret: string, expiresAt = Number.POSITIVE_INFINITY): SigningKey {
  const [prefix, text = ''] = secret.split('_', 2)
  const bytes = Buffer.from(text, 'base64')
  // An HMAC under an empty or short key could be made by anybody.
  if (prefix === 'whsec' && bytes.length >= 24)
    return { kind: 'v1', key: createSecretKey(bytes), expiresAt }
  if (prefix !== 'whsk' || bytes.length < 32) throw new Error('Not a signing secret')
  const der = Buffer.concat([ed25519Header, bytes.subarray(0, 32)])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { kind: 'v1a', key, expiresAt }
}

/**
 * The signature header (contract 5.3): one entry per unexpired key in the order given, newest first,
 * over `id.timestamp.body`.
 * @param timestamp Unix seconds
 */
export function signatures(
  keys: readonly SigningKey[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  const content = `${id}.${timestamp}.${body}`
  let header = ''
  for (const { kind, key, expiresAt } of keys) {
    if (expiresAt <= timestamp * 1000) continue
    const entry =
      kind === 'v1'
        ? createHmac('sha256', key).update(content).digest('base64')
        : sign(null, Buffer.from(content), key).toString('base64')
    header += `${header && ' '}${kind},${entry}`
  }
  return header
}
