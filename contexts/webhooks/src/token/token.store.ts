import { sql } from 'kysely'
import type { AppKey } from '../endpoint.store.ts'
import type { WebhooksTx } from '../tables.ts'
import { type TokenEnd, tokenEndsOf } from './token-end.rules.ts'

/** True when a token with one of these hashes was ended before its time. */
export const isTokenEnded = async (tx: WebhooksTx, orgId: string, hashes: readonly string[]) =>
  (await tx
    .selectFrom('webhooks.ended_token')
    .select('token_hash')
    .where('org_id', '=', orgId)
    .where('token_hash', 'in', hashes)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Ends a token, and forgets those that have expired since. @returns false when it had ended before */
export async function endToken(
  tx: WebhooksTx,
  orgId: string,
  { hash, expiresAt }: { hash: string; expiresAt: Date },
  now: Date,
): Promise<boolean> {
  await tx
    .deleteFrom('webhooks.ended_token')
    .where('org_id', '=', orgId)
    .where('expires_at', '<', now)
    .execute()
  const ended = await tx
    .insertInto('webhooks.ended_token')
    .values({ org_id: orgId, token_hash: hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('token_hash')
    .executeTakeFirst()
  return ended !== undefined
}

/** The ends of an application's tokens, locked until the transaction ends. */
export const lockTokenEnds = async (tx: WebhooksTx, orgId: string, appId: string) =>
  (
    await tx
      .selectFrom('webhooks.application')
      .select('token_ends')
      .where('org_id', '=', orgId)
      .where('id', '=', appId)
      .forUpdate()
      .executeTakeFirst()
  )?.token_ends

/** Keeps the ends of an application's tokens. */
export async function storeTokenEnds(
  tx: WebhooksTx,
  orgId: string,
  appId: string,
  ends: readonly TokenEnd[],
): Promise<void> {
  await tx
    .updateTable('webhooks.application')
    .set({ token_ends: JSON.stringify(ends) })
    .where('org_id', '=', orgId)
    .where('id', '=', appId)
    .execute()
}

/** The ends of the tokens of a session. */
export const findSessionEnds = async (
  tx: WebhooksTx,
  orgId: string,
  appId: string,
  sessionId: string,
) =>
  tokenEndsOf(
    (
      await tx
        .selectFrom('webhooks.ended_session')
        .select('ends')
        .where('org_id', '=', orgId)
        .where('app_id', '=', appId)
        .where('session_id', '=', sessionId)
        .executeTakeFirst()
    )?.ends ?? [],
  )

/** Keeps the ends of a session's tokens. */
export async function storeSessionEnds(
  tx: WebhooksTx,
  orgId: string,
  appId: string,
  sessionId: string,
  ends: readonly TokenEnd[],
  expiresAt: Date,
): Promise<void> {
  const values = { ends: JSON.stringify(ends), expires_at: expiresAt }
  await tx
    .insertInto('webhooks.ended_session')
    .values({ org_id: orgId, app_id: appId, session_id: sessionId, ...values })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'app_id', 'session_id']).doUpdateSet(values),
    )
    .execute()
}

/** Forgets the sessions of which no token can be left. */
export const forgetSessionEnds = (tx: WebhooksTx, orgId: string, now: Date) =>
  tx
    .deleteFrom('webhooks.ended_session')
    .where('org_id', '=', orgId)
    .where('expires_at', '<', now)
    .execute()

/** Whether a poller has this token still. */
export async function hasPollerToken(
  tx: WebhooksTx,
  app: AppKey,
  { id, tokenId, at }: { id: string; tokenId: string; at: Date },
): Promise<boolean> {
  const found = await tx
    .selectFrom('webhooks.poller')
    .select('id')
    .where('org_id', '=', app.orgId)
    .where('app_id', '=', app.id)
    .where('deleted_at', 'is', null)
    .where('id', '=', id)
    .where(
      sql<boolean>`(token_id = ${tokenId} or (old_token_id = ${tokenId} and old_token_until > ${at}))`,
    )
    .executeTakeFirst()
  return found !== undefined
}
