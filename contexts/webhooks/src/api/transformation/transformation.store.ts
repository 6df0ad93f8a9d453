import { sql } from 'kysely'
import type { AppKey } from '../../endpoint.store.ts'
import type { WebhooksTx } from '../../tables.ts'

/** An endpoint's transformation. */
export type TransformationValues = {
  readonly transformation: string | null
  readonly transformation_enabled: boolean
  readonly transformation_variables: string | null
}

const columns = [
  'id',
  'url',
  'transformation',
  'transformation_enabled',
  'transformation_variables',
  'transformation_updated_at',
] as const

const live = (tx: WebhooksTx, app: AppKey, ref: string) =>
  tx
    .selectFrom('webhooks.endpoint')
    .select(columns)
    .where('org_id', '=', app.orgId)
    .where('app_id', '=', app.id)
    .where('deleted_at', 'is', null)
    .where(ref.startsWith('ep_') ? 'id' : 'uid', '=', ref)

/** The endpoint with this id or uid and its transformation. */
export const findTransformation = (tx: WebhooksTx, app: AppKey, ref: string) =>
  live(tx, app, ref).executeTakeFirst()

/** The same, locked until the transaction ends. */
export const lockTransformation = (tx: WebhooksTx, app: AppKey, ref: string) =>
  live(tx, app, ref).forUpdate().executeTakeFirst()

/** Changes an endpoint's transformation. */
export async function updateTransformation(
  tx: WebhooksTx,
  app: AppKey,
  id: string,
  values: TransformationValues,
  at: Date,
) {
  await tx
    .updateTable('webhooks.endpoint')
    .set({ ...values, transformation_updated_at: at, updated_at: at })
    .where('org_id', '=', app.orgId)
    .where('app_id', '=', app.id)
    .where('id', '=', id)
    .execute()
}

/** True when the organisation's settings say that its transformations do not run. */
export async function areTransformationsOff(tx: WebhooksTx, orgId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('webhooks.environment_settings')
    .select(sql<boolean | null>`(settings ->> 'enableTransformations')::boolean`.as('enabled'))
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  return row?.enabled === false
}
