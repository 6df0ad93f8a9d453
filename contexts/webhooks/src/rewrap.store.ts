import { sql } from 'kysely'
import type { StoredKey } from './endpoint-secret.ts'
import type { WebhooksTx } from './tables.ts'

/** Where the rows after this one begin. */
export type After = { readonly appId: string; readonly id: string }

/** The organisations that have applications. As the engine: it sees them all. */
export async function findOrganisations(tx: WebhooksTx): Promise<string[]> {
  const rows = await tx
    .selectFrom('webhooks.application')
    .select('org_id')
    .distinct()
    .orderBy('org_id')
    .execute()
  return rows.map(({ org_id }) => org_id)
}

/** What an endpoint keeps sealed. */
export type SealedEndpoint = {
  readonly signing_keys: readonly StoredKey[]
  readonly headers: string | null
  readonly login: string | null
  readonly transformation_variables: string | null
}

/** What endpoints keep sealed, deleted or not; locked, so that nobody rotates a key meanwhile. */
export async function lockSealedEndpoints(
  tx: WebhooksTx,
  orgId: string,
  after: After,
  limit: number,
) {
  const { rows } = await sql<SealedEndpoint & { app_id: string; id: string }>`
    select app_id, id, signing_keys, headers, login, transformation_variables
    from webhooks.endpoint
    where org_id = ${orgId} and (app_id, id) > (${after.appId}, ${after.id})
    order by app_id, id limit ${limit} for update`.execute(tx)
  return rows
}

/** Replaces what an endpoint keeps sealed. */
export const storeSealedEndpoint = (
  tx: WebhooksTx,
  orgId: string,
  { appId, id }: After,
  { signing_keys, ...sealed }: SealedEndpoint,
) =>
  tx
    .updateTable('webhooks.endpoint')
    .set({ signing_keys: JSON.stringify(signing_keys), ...sealed })
    .where('org_id', '=', orgId)
    .where('app_id', '=', appId)
    .where('id', '=', id)
    .execute()

/** The sealed keys of integrations, locked. */
export const lockSealedIntegrations = (
  tx: WebhooksTx,
  orgId: string,
  after: After,
  limit: number,
) =>
  tx
    .selectFrom('webhooks.integration')
    .select(['app_id', 'id', 'key_sealed'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`(app_id, id) > (${after.appId}, ${after.id})`)
    .orderBy('app_id')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()

/** Replaces the sealed key of an integration. */
export const storeSealedIntegration = (
  tx: WebhooksTx,
  orgId: string,
  { appId, id }: After,
  keySealed: string,
) =>
  tx
    .updateTable('webhooks.integration')
    .set({ key_sealed: keySealed })
    .where('org_id', '=', orgId)
    .where('app_id', '=', appId)
    .where('id', '=', id)
    .execute()
