import type { WebhooksTx } from './tables.ts'

/** An organisation's settings as they were given; undefined when they never were. */
export const findSettings = async (tx: WebhooksTx, orgId: string): Promise<unknown> =>
  (
    await tx
      .selectFrom('webhooks.environment_settings')
      .select('settings')
      .where('org_id', '=', orgId)
      .executeTakeFirst()
  )?.settings

/** Keeps an organisation's settings in place of those before. */
export async function storeSettings(
  tx: WebhooksTx,
  orgId: string,
  settings: object,
  at: Date,
): Promise<void> {
  const values = { settings: JSON.stringify(settings), updated_at: at }
  await tx
    .insertInto('webhooks.environment_settings')
    .values({ org_id: orgId, ...values })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(values))
    .execute()
}
