import { sql } from 'kysely'
import type { AppKey } from '../../endpoint.store.ts'
import type { Travel } from '../../page.rules.ts'
import type { WebhooksTx } from '../../tables.ts'
import { ofApp } from '../message/index.ts'

/** A page of an application’s messages that wait for their time, one more than asked for. */
export const findScheduled = (tx: WebhooksTx, app: AppKey, now: Date, travel: Travel) =>
  ofApp(tx, app)
    .where('deliver_at', '>', now)
    .$if(travel.from !== undefined, (query) => query.where('id', travel.beyond, travel.from ?? ''))
    .orderBy('id', travel.direction)
    .limit(travel.limit + 1)
    .execute()

/** The message's row decides between two who change it at once; a worker takes only what is due. */
const reschedule = async (
  tx: WebhooksTx,
  app: AppKey,
  msgId: string,
  { from, to }: { from: Date; to: Date | null },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('webhooks.message')
    .set({ deliver_at: to })
    .where('org_id', '=', app.orgId)
    .where('app_id', '=', app.id)
    .where('id', '=', msgId)
    .where('deliver_at', '>', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Makes a scheduled message due. @returns false when it was not waiting */
export async function sendScheduled(tx: WebhooksTx, app: AppKey, msgId: string, now: Date) {
  if (!(await reschedule(tx, app, msgId, { from: now, to: now }))) return false
  await sql`
    update webhooks.delivery set claimable_at = least(claimable_at, ${now})
    where org_id = ${app.orgId} and app_id = ${app.id} and msg_id = ${msgId}
      and status = 3 and attempts = 0 and lease_owner is null`.execute(tx)
  return true
}

/** Ends a scheduled message unsent. @returns false when it was not waiting */
export async function cancelScheduled(tx: WebhooksTx, app: AppKey, msgId: string, now: Date) {
  if (!(await reschedule(tx, app, msgId, { from: now, to: null }))) return false
  await sql`
    update webhooks.delivery set status = 2, skipped = true, claimable_at = null, manual = false
    where org_id = ${app.orgId} and app_id = ${app.id} and msg_id = ${msgId}
      and status = 3 and lease_owner is null`.execute(tx)
  return true
}
