import { createHmac, createSecretKey, randomInt } from 'node:crypto'
import { fail, mayFail } from '@countersign/kit/errors'
import { id } from '@countersign/kit/ids'
import { recent } from '@countersign/kit/recent'
import { ensureOrganisation } from '../organisation.store.ts'
import type { WebhooksDatabase } from '../tables.ts'
import type { KeyScope } from './api-key.rules.ts'
import {
  type ApiKeyRow,
  findApiKey,
  findApiKeys,
  insertApiKey,
  noteUse,
  revokeApiKey,
  scopeOf,
} from './api-key.store.ts'
import type { Bearer } from './token.ts'

/** What an operator decides about a key. */
export type NewApiKey = {
  readonly orgId: string
  readonly name: string
  readonly scope: KeyScope
  /** Unix milliseconds; null: never. */
  readonly expiresAt: number | null
  /** Put behind the secret, `.eu`: clients choose the server by it. */
  readonly region?: string | undefined
}

/** The opaque keys of organisations. */
export type ApiKeys = {
  /** @throws 401 unless the key is there and valid now; a revoked one is refused within a second */
  verify(token: string): Promise<Bearer>
  /** @returns the secret, which cannot be had again */
  create(key: NewApiKey): Promise<{ readonly id: string; readonly secret: string }>
  list(orgId: string): Promise<readonly ApiKeyRow[]>
  /** @returns false when there is no such key in force */
  revoke(orgId: string, id: string): Promise<boolean>
}

const prefix = 'sk_'
// What follows the dot is for the client's eyes, and no part of the secret.
const form = /^(sk_[0-9A-Za-z]{32})(?:\.[a-z]{2,8})?$/
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const minuteMs = 60_000
/** How long a revoked key may still work. */
const rememberMs = 1000

/** Whether a bearer token is meant to be an organisation's opaque key. */
export const isApiKey = (token: string): boolean => token.startsWith(prefix)

/**
 * Keys as random texts of which the database holds an HMAC (`secret` is its key).
 * @param clock Unix milliseconds
 */
export function apiKeys(deps: {
  readonly database: Pick<WebhooksDatabase, 'withNobody' | 'withTenant'>
  readonly secret: string
  readonly clock: () => number
}): ApiKeys {
  const { database, secret, clock } = deps
  const kept = recent<ApiKeyRow>({ ms: rememberMs })
  const loading = new Map<string, Promise<ApiKeyRow | undefined>>()
  const hmacKey = createSecretKey(secret, 'utf8')
  const hashOf = (key: string) =>
    createHmac('sha256', hmacKey).update(`api key ${key}`).digest('base64url')

  const load = async (hash: string) => {
    const row = await database.withNobody((tx) => findApiKey(tx, hash))
    if (row && isInForce(row, clock())) note(row)
    return row
  }

  /** Loads once, however many ask at the moment when the last answer has grown old. */
  const loadOnce = (hash: string) => {
    const found = loading.get(hash)
    if (found) return found
    const row = load(hash).finally(() => loading.delete(hash))
    loading.set(hash, row)
    return row
  }

  /** Once a minute at the most, and nobody waits for it. */
  const note = ({ org_id, id: keyId, last_used_at }: ApiKeyRow) => {
    const since = clock() - minuteMs
    if (last_used_at && last_used_at.getTime() > since) return
    const noted = database.withTenant(org_id, (tx) =>
      noteUse(tx, org_id, keyId, new Date(clock()), new Date(since)),
    )
    void mayFail('the next use is noted as well', noted)
  }

  return {
    verify: async (token) => {
      const key = form.exec(token)?.[1]
      const hash = key && hashOf(key)
      const row = hash && (await kept.get(hash, () => loadOnce(hash)))
      if (!row || !isInForce(row, clock())) throw fail('unauthorized', 'Invalid token')
      return {
        orgId: row.org_id,
        featureFlags: [],
        issuedAt: row.created_at.getTime(),
        hash,
        endedAs: [hash],
        expiresAt: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
        scope: scopeOf(row),
      }
    },
    create: async ({ orgId, name, scope, expiresAt, region }) => {
      const random = Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)])
      const key = prefix + random.join('')
      const now = clock()
      const row = { org_id: orgId, id: id('key', now), name, scope, secret_hash: hashOf(key) }
      await database.withTenant(orgId, async (tx) => {
        await ensureOrganisation(tx, orgId)
        const expires_at = expiresAt === null ? null : new Date(expiresAt)
        await insertApiKey(tx, { ...row, created_at: new Date(now), expires_at })
      })
      return { id: row.id, secret: region ? `${key}.${region}` : key }
    },
    list: (orgId) => database.withTenant(orgId, (tx) => findApiKeys(tx, orgId)),
    revoke: (orgId, keyId) =>
      database.withTenant(orgId, (tx) => revokeApiKey(tx, orgId, keyId, new Date(clock()))),
  }
}

const isInForce = ({ revoked_at, expires_at }: ApiKeyRow, now: number) =>
  revoked_at === null && (expires_at === null || expires_at.getTime() > now)
