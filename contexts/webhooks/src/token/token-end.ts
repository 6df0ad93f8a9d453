import type { ApplicationRow } from '../application.store.ts'
import type { WebhooksTx } from '../tables.ts'
import { findSessionEnds, hasPollerToken, isTokenEnded } from './token.store.ts'
import type { Bearer } from './token.ts'
import { hasEnded, tokenEndsOf } from './token-end.rules.ts'

/** Whether a token or integration key of this application was ended before its time. */
export async function isEnded(
  tx: WebhooksTx,
  app: ApplicationRow,
  { orgId, sessionId, issuedAt, endedAs, integrationId, pollerId, pollerTokenId }: Bearer,
  now: number,
): Promise<boolean> {
  if (hasEnded(tokenEndsOf(app.token_ends), issuedAt, now)) return true
  // Its owner rotates or deletes a key; a single one cannot be signed out.
  if (integrationId !== undefined) return false
  if (pollerId !== undefined) {
    const token = { id: pollerId, tokenId: pollerTokenId ?? '', at: new Date(now) }
    return !(await hasPollerToken(tx, { orgId, id: app.id }, token))
  }
  if (await isTokenEnded(tx, orgId, endedAs)) return true
  if (sessionId === undefined) return false
  return hasEnded(await findSessionEnds(tx, orgId, app.id, sessionId), issuedAt, now)
}
