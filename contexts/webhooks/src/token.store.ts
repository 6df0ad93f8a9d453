import type { WebhooksTx } from './tables.ts'
import type { TokenEnd } from './token-end.rules.ts'

/** True when this token was ended before its time. */
export const isTokenEnded = async (tx: WebhooksTx, orgId: string, hash: string) =>
  (await tx
    .selectFrom('webhooks.ended_token')
    .select('token_hash')
    .where('org_id', '=', orgId)
    .where('token_hash', '=', hash)
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
