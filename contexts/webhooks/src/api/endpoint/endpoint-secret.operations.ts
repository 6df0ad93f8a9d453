import type { webhooks } from '@countersign/contracts/webhooks'
import { fail } from '@countersign/kit/errors'
import type { Core } from '../../core.ts'
import { updateEndpoint } from '../../endpoint.store.ts'
import { newSecret, openSecret, type StoredKey, sealSecret } from '../../endpoint-secret.ts'
import { inApplication } from '../bind.ts'
import { keyOf, lockedEndpoint, sealedEndpoint } from '../endpoint-access.ts'
import type { InApplication, InputHere } from '../gate.ts'
import { announceEndpoint } from './announce.ts'

type Op = typeof webhooks.endpoint

const overlapSeconds = 24 * 3_600
const maxOldKeys = 5

/** A key to sign with: the given secret, or a generated one. */
export const newKey = (
  { vault, signature }: Core,
  endpointId: string,
  secret: string | null | undefined,
): StoredKey => ({
  sealed: sealSecret(vault, endpointId, secret ? prefixed(secret) : newSecret(signature)),
  expiresAt: null,
})

const prefixed = (secret: string) => (/^wh[a-z]+_/.test(secret) ? secret : `whsec_${secret}`)

/** What a receiver needs: the secret itself, or of a key pair the public half. */
function shownSecret(secret: string): string {
  const [prefix, text = ''] = secret.split('_', 2)
  if (prefix !== 'whsk') return secret
  return `whpk_${Buffer.from(text, 'base64').subarray(32).toString('base64')}`
}

function keysOf(value: unknown): StoredKey[] {
  if (!Array.isArray(value)) throw new Error('The signing keys of an endpoint are no list')
  return value.map(({ sealed, expiresAt }) => ({
    sealed: String(sealed),
    expiresAt: expiresAt === null ? null : String(expiresAt),
  }))
}

const getEndpointSecret = (
  { database, vault }: Core,
  at: InApplication,
  { endpoint_id }: InputHere<Op['getSecret']>,
) =>
  database.withTenant(at.orgId, async (tx) => {
    const { id, signing_keys } = await sealedEndpoint(tx, at, endpoint_id)
    const [current] = keysOf(signing_keys)
    if (!current) throw new Error('The endpoint has no signing key')
    return { key: shownSecret(openSecret(vault, id, current.sealed)) }
  })

const rotateEndpointSecret = (
  core: Core,
  at: InApplication,
  { endpoint_id, body }: InputHere<Op['rotateSecret']>,
) =>
  core.database.withTenant(at.orgId, async (tx) => {
    const now = core.clock()
    const { id, uid, signing_keys } = await lockedEndpoint(tx, at, endpoint_id)
    const [current, ...old] = keysOf(signing_keys)
    const valid = old.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now)
    if (valid.length >= maxOldKeys)
      throw fail('bad_request', 'You can only rotate a key 5 times within the last 24 hours.', {
        wire: 'limit_reached',
      })
    const overlap = (body.gracePeriodSeconds ?? overlapSeconds) * 1_000
    const expiresAt = new Date(now + overlap).toISOString()
    const signingKeys = [
      newKey(core, id, body.key),
      ...(current && overlap > 0 ? [{ ...current, expiresAt }] : []),
      ...valid,
    ]
    await updateEndpoint(tx, keyOf(at), id, { signing_keys: signingKeys }, new Date(now))
    await announceEndpoint(core, tx, at, 'updated', { id, uid })
  })

export const endpointSecret = {
  getSecret: inApplication(getEndpointSecret),
  rotateSecret: inApplication(rotateEndpointSecret),
}
