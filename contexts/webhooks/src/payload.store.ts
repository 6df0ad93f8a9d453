import { sql } from 'kysely'
import type { AppKey } from './endpoint.store.ts'
import type { WebhooksTx } from './tables.ts'

/**
 * Erases the payloads of messages, and drops what still waits to be sent of them. What is being sent
 * settles by itself, and is not tried again; what waits in a line ends when its turn comes. @returns how many had one
 */
export async function erasePayloads(
  tx: WebhooksTx,
  app: AppKey,
  ids: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhooks.message set payload = null
    where org_id = ${app.orgId} and app_id = ${app.id} and id = any(${ids}::text[])
      and payload is not null`.execute(tx)
  await sql`
    update webhooks.delivery set status = 2, next_attempt_at = null, claimable_at = null
    where org_id = ${app.orgId} and app_id = ${app.id} and msg_id = any(${ids}::text[])
      and status = 3 and lease_owner is null and line_seq is null`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** A page of messages that have their payload, by id after one of them. */
export async function findWithPayload(
  tx: WebhooksTx,
  app: AppKey,
  { after, until, limit }: { after: string; until: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from webhooks.message
    where org_id = ${app.orgId} and app_id = ${app.id} and id > ${after}
      and payload is not null and created_at <= ${until}
    order by id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}
