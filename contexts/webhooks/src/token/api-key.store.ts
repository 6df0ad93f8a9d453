import { sql } from 'kysely'
import type { WebhooksTx } from '../tables.ts'
import { type KeyScope, keyScopes } from './api-key.rules.ts'

const columns = [
  'org_id',
  'id',
  'name',
  'scope',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
] as const

/** A key of an organisation; its secret is nowhere. */
export type ApiKeyRow = NonNullable<Awaited<ReturnType<typeof findApiKey>>>

/** The key with this secret, whosever it is. */
export async function findApiKey(tx: WebhooksTx, secretHash: string) {
  await sql`select set_config('app.secret_hash', ${secretHash}, true)`.execute(tx)
  return tx
    .selectFrom('webhooks.api_key')
    .select(columns)
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()
}

/** The column's value as what it can be. */
export function scopeOf({ scope }: { scope: string }): KeyScope {
  const found = keyScopes.find((one) => one === scope)
  if (!found) throw new Error(`No such scope: ${scope}`)
  return found
}

/** An organisation's keys, oldest first. */
export const findApiKeys = (tx: WebhooksTx, orgId: string) =>
  tx
    .selectFrom('webhooks.api_key')
    .select(columns)
    .where('org_id', '=', orgId)
    .orderBy('id')
    .execute()

/** Stores a new key. */
export async function insertApiKey(
  tx: WebhooksTx,
  key: {
    readonly org_id: string
    readonly id: string
    readonly name: string
    readonly scope: KeyScope
    readonly secret_hash: string
    readonly created_at: Date
    readonly expires_at: Date | null
  },
): Promise<void> {
  await tx.insertInto('webhooks.api_key').values(key).execute()
}

/** Ends a key. @returns false when there is none, or it had ended before */
export async function revokeApiKey(tx: WebhooksTx, orgId: string, id: string, at: Date) {
  const row = await tx
    .updateTable('webhooks.api_key')
    .set({ revoked_at: at })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Notes a use, unless one was noted after `since`. */
export async function noteUse(tx: WebhooksTx, orgId: string, id: string, at: Date, since: Date) {
  await tx
    .updateTable('webhooks.api_key')
    .set({ last_used_at: at })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', since)]))
    .execute()
}
