import { sql } from 'kysely'
import type { AppKey } from './endpoint.store.ts'
import type { Travel } from './page.rules.ts'
import type { WebhooksTx } from './tables.ts'

const columns = ['id', 'name', 'feature_flags', 'created_at', 'updated_at'] as const

/** What of an integration its application decides. */
export type IntegrationValues = {
  readonly name: string
  readonly feature_flags: string[]
}

/** An integration that is answered. */
export type IntegrationRow = NonNullable<Awaited<ReturnType<typeof findIntegration>>>

/** An integration's key as it is kept. */
export type KeptKey = {
  readonly key_sealed: string
  readonly key_hash: string
  readonly key_created_at: Date
}

const ofApp = (tx: WebhooksTx, app: AppKey) =>
  tx.selectFrom('webhooks.integration').where('org_id', '=', app.orgId).where('app_id', '=', app.id)

/** The integration with this id, and its key. */
export const findIntegration = (tx: WebhooksTx, app: AppKey, id: string) =>
  ofApp(tx, app)
    .select([...columns, 'key_sealed'])
    .where('id', '=', id)
    .executeTakeFirst()

/** A page of integrations by id, one row more than asked for. */
export const findIntegrations = (tx: WebhooksTx, app: AppKey, travel: Travel) =>
  ofApp(tx, app)
    .select([...columns, 'key_sealed'])
    .$if(travel.from !== undefined, (query) => query.where('id', travel.beyond, travel.from ?? ''))
    .orderBy('id', travel.direction)
    .limit(travel.limit + 1)
    .execute()

/** Stores a new integration. */
export const insertIntegration = (
  tx: WebhooksTx,
  app: AppKey,
  { id, at, ...values }: KeptKey & IntegrationValues & { readonly id: string; readonly at: Date },
) =>
  tx
    .insertInto('webhooks.integration')
    .values({
      org_id: app.orgId,
      app_id: app.id,
      id,
      created_at: at,
      updated_at: at,
      ...values,
    })
    .returning([...columns, 'key_sealed'])
    .executeTakeFirstOrThrow()

/** Changes an integration, or its key. */
export const updateIntegration = (
  tx: WebhooksTx,
  app: AppKey,
  id: string,
  values: IntegrationValues | KeptKey,
  at: Date,
) =>
  tx
    .updateTable('webhooks.integration')
    .set({ ...values, updated_at: at })
    .where('org_id', '=', app.orgId)
    .where('app_id', '=', app.id)
    .where('id', '=', id)
    .returning([...columns, 'key_sealed'])
    .executeTakeFirst()

/** Forgets an integration and its key. @returns whether it was there */
export async function deleteIntegration(tx: WebhooksTx, app: AppKey, id: string) {
  const { numDeletedRows } = await tx
    .deleteFrom('webhooks.integration')
    .where('org_id', '=', app.orgId)
    .where('app_id', '=', app.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whose key has this hash; asked in a transaction of nobody, which sees that row alone. */
export async function findKeyHolder(tx: WebhooksTx, hash: string) {
  await sql`select set_config('app.secret_hash', ${hash}, true)`.execute(tx)
  return tx
    .selectFrom('webhooks.integration')
    .select(['org_id', 'app_id', 'id', 'key_sealed', 'key_created_at', 'feature_flags'])
    .where('key_hash', '=', hash)
    .executeTakeFirst()
}
