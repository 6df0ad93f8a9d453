import type { WebhooksTx } from './tables.ts'

/** Keeps an organisation that is seen for the first time. */
export async function ensureOrganisation(tx: WebhooksTx, orgId: string): Promise<void> {
  await tx
    .insertInto('webhooks.organisation')
    .values({ org_id: orgId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
