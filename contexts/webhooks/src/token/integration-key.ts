import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { fail } from '@countersign/kit/errors'
import type { Vault } from '@countersign/kit/vault'
import type { Core } from '../core.ts'
import { findKeyHolder, type KeptKey } from '../integration.store.ts'
import type { Bearer } from './token.ts'

const prefix = 'integsk_'
const form = /^integsk_[0-9A-Za-z]{32}$/
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Which integration: all of its ids, so that a key that lies in another row does not open. */
export type IntegrationPlace = {
  readonly orgId: string
  readonly appId: string
  readonly id: string
}

const placeOf = ({ orgId, appId, id }: IntegrationPlace) => `integration:${orgId}:${appId}:${id}`
const hashOf = (key: string) => createHash('sha256').update(key).digest('base64')

/** A fresh key as it is kept: sealed for this integration, with the hash that finds it. */
export function newIntegrationKey(vault: Vault, place: IntegrationPlace, at: Date): KeptKey {
  const random = Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)])
  const key = prefix + random.join('')
  return { key_sealed: vault.seal(key, placeOf(place)), key_hash: hashOf(key), key_created_at: at }
}

/** The key itself. @throws when it is of another integration, altered, or its secret is gone */
export const openIntegrationKey = (vault: Vault, place: IntegrationPlace, sealed: string): string =>
  vault.open(sealed, placeOf(place))

/** The key, sealed by the current main secret. @throws as {@link openIntegrationKey} does */
export const rewrapIntegrationKey = (
  vault: Vault,
  place: IntegrationPlace,
  sealed: string,
): string => vault.seal(openIntegrationKey(vault, place, sealed), placeOf(place))

/** Whether a bearer token is meant to be the key of an integration. */
export const isIntegrationKey = (token: string): boolean => token.startsWith(prefix)

/**
 * Whose key this is. Nothing of it is remembered, so that a key that was rotated away or deleted is
 * refused with the very next request, in every process.
 * @throws 401
 */
export async function integrationBearer(
  { database, vault }: Pick<Core, 'database' | 'vault'>,
  key: string,
): Promise<Bearer> {
  const hash = hashOf(key)
  const row = form.test(key) && (await database.withNobody((tx) => findKeyHolder(tx, hash)))
  if (!row) throw fail('unauthorized', 'Invalid token')
  const place = { orgId: row.org_id, appId: row.app_id, id: row.id }
  // The hash alone could have been written into the table by whoever can write there.
  if (!isSame(openedOrNothing(vault, place, row.key_sealed), key))
    throw fail('unauthorized', 'Invalid token')
  return {
    orgId: row.org_id,
    appId: row.app_id,
    integrationId: row.id,
    hash,
    endedAs: [hash],
    featureFlags: row.feature_flags,
    issuedAt: row.key_created_at.getTime(),
    expiresAt: Number.POSITIVE_INFINITY,
  }
}

function openedOrNothing(vault: Vault, place: IntegrationPlace, sealed: string): string {
  try {
    return openIntegrationKey(vault, place, sealed)
  } catch {
    return ''
  }
}

const isSame = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
