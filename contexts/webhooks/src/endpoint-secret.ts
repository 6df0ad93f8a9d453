import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Vault } from '@countersign/kit/vault'

/** One signing key as it lies in `endpoint.signing_keys`, newest first; null never expires. */
export type StoredKey = { readonly sealed: string; readonly expiresAt: string | null }

/** Custom headers of an endpoint, spelling kept. */
export type EndpointHeaders = Readonly<Record<string, string>>

/** Texts that the endpoint's code gets by name. */
export type EndpointVariables = Readonly<Record<string, string>>

/** How a key signs: `hmac256` is `v1,…` with a `whsec_` key, `ed25519` is `v1a,…` with a `whsk_` key. */
export type SignatureKind = 'hmac256' | 'ed25519'

/** What a signing secret of an endpoint is sealed for. */
export const secretPlace = (endpointId: string) => `endpoint:${endpointId}`
/** What the custom headers of an endpoint are sealed for. */
export const headersPlace = (endpointId: string) => `endpoint-headers:${endpointId}`
/** What the variables of an endpoint's transformation are sealed for. */
export const variablesPlace = (endpointId: string) => `endpoint-variables:${endpointId}`

/**
 * Seals a signing secret for this endpoint alone.
 * @param secret `whsec_…` or `whsk_…`, prefix included
 */
export const sealSecret = (vault: Vault, endpointId: string, secret: string): string =>
  vault.seal(secret, secretPlace(endpointId))

/** Opens what `sealSecret` sealed. @throws when it is of another endpoint, altered, or its key is gone */
export const openSecret = (vault: Vault, endpointId: string, sealed: string): string =>
  vault.open(sealed, secretPlace(endpointId))

/** Seals custom headers as one text; null when there are none. */
export const sealHeaders = (vault: Vault, endpointId: string, headers: EndpointHeaders) =>
  sealTexts(vault, headersPlace(endpointId), headers)

/** Opens what `sealHeaders` sealed. @throws as `openSecret` does */
export const openHeaders = (
  vault: Vault,
  endpointId: string,
  sealed: string | null,
): EndpointHeaders => openTexts(vault, headersPlace(endpointId), sealed)

/** Seals the variables of a transformation as one text; null when there are none. */
export const sealVariables = (vault: Vault, endpointId: string, variables: EndpointVariables) =>
  sealTexts(vault, variablesPlace(endpointId), variables)

/** Opens what `sealVariables` sealed. @throws as `openSecret` does */
export const openVariables = (
  vault: Vault,
  endpointId: string,
  sealed: string | null,
): EndpointVariables => openTexts(vault, variablesPlace(endpointId), sealed)

type Texts = Readonly<Record<string, string>>

const sealTexts = (vault: Vault, place: string, texts: Texts): string | null =>
  Object.keys(texts).length === 0 ? null : vault.seal(JSON.stringify(texts), place)

function openTexts(vault: Vault, place: string, sealed: string | null): Texts {
  if (sealed === null) return {}
  const value: unknown = JSON.parse(vault.open(sealed, place))
  if (typeof value !== 'object' || value === null) throw new Error('What is sealed is no object')
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]))
}

/** A fresh secret with its prefix: 24 random bytes, or an ed25519 key (private and public half). */
export function newSecret(kind: SignatureKind): string {
  if (kind === 'hmac256') return `whsec_${randomBytes(24).toString('base64')}`
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  // The raw 32 bytes are the tail of both encodings (RFC 8410).
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32)
  const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  return `whsk_${Buffer.concat([seed, point]).toString('base64')}`
}
