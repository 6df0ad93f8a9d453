import { createHash } from 'node:crypto'
import type { TrustDatabase, TrustTx } from '../tables.ts'

/**
 * The name of a company's application at the webhook service: the DID without `did:method:`.
 * Two DIDs can strip alike; the second gets a suffix of its own, so that they never share one.
 * @returns the uid, the same at every call
 */
export async function webhookAppUid(tx: TrustTx, did: string, at: Date): Promise<string> {
  const stripped = did.replace(/^did:[a-z0-9]+:/, '').replaceAll(/[^a-zA-Z0-9\-_.]/g, '-')
  const suffix = createHash('sha256').update(did).digest('hex').slice(0, 12)
  const known = (await webhookAppName(tx, did)) ?? (await reviveWebhookApp(tx, did))
  if (known) return known
  for (const uid of [stripped.slice(0, 200), `${stripped.slice(0, 200)}-${suffix}`]) {
    await tx
      .insertInto('trust.webhook_app')
      .values({ vasp_did: did, app_uid: uid, created_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const mine = await webhookAppName(tx, did)
    if (mine) return mine
  }
  throw new Error(`No application name is free for ${did}`)
}

/** The name of a company's application, if it has one. */
export const webhookAppName = async (tx: TrustTx, did: string) =>
  (
    await tx
      .selectFrom('trust.webhook_app')
      .select('app_uid')
      .where('vasp_did', '=', did)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  )?.app_uid

/** The name of an application that a company had, from now on in use again. */
const reviveWebhookApp = async (tx: TrustTx, did: string) =>
  (
    await tx
      .updateTable('trust.webhook_app')
      .set({ deleted_at: null })
      .where('vasp_did', '=', did)
      .where('deleted_at', 'is not', null)
      .returning('app_uid')
      .executeTakeFirst()
  )?.app_uid

/** Notes that a company's application is gone. @returns whether it was there */
export async function markWebhookAppDeleted(tx: TrustTx, did: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('trust.webhook_app')
    .set({ deleted_at: at })
    .where('vasp_did', '=', did)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The names of the applications of these companies; one that has none is left out. */
export async function findWebhookApps(
  tx: TrustTx,
  dids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('trust.webhook_app')
    .select(['vasp_did', 'app_uid'])
    .where('vasp_did', 'in', dids)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ vasp_did, app_uid }) => [vasp_did, app_uid]))
}

/** The name of a company's application, or undefined when it has none. */
export const findWebhookApp = (database: TrustDatabase, did: string): Promise<string | undefined> =>
  database.withTenant(did, (tx) => webhookAppName(tx, did))
