import { sql } from 'kysely'
import type { StoredKey } from './endpoint-secret.ts'
import type { Travel } from './page.rules.ts'
import type { WebhooksTx } from './tables.ts'

/** The columns of an endpoint that are answered. */
export const endpointColumns = [
  'id',
  'uid',
  'url',
  'login',
  'description',
  'version',
  'rate_limit',
  'disabled',
  'ordered',
  'filter_types',
  'channels',
  'metadata',
  'created_at',
  'updated_at',
] as const

/** A live endpoint. */
export type EndpointRow = NonNullable<Awaited<ReturnType<typeof findEndpoint>>>

/** Which application: both ids stand in every statement. */
export type AppKey = { readonly orgId: string; readonly id: string }

/** What of an endpoint its application decides. */
export type EndpointValues = {
  readonly uid: string | null
  readonly url: string
  readonly login: string | null
  readonly description: string
  readonly version: number
  readonly rate_limit: number | null
  readonly disabled: boolean
  readonly ordered: boolean
  readonly filter_types: readonly string[] | null
  readonly channels: readonly string[] | null
  readonly metadata: Readonly<Record<string, string>>
  readonly signing_keys: readonly StoredKey[]
  readonly headers: string | null
  readonly failing_since: null
}

const live = (tx: WebhooksTx, app: AppKey) =>
  tx
    .selectFrom('webhooks.endpoint')
    .where('org_id', '=', app.orgId)
    .where('app_id', '=', app.id)
    .where('deleted_at', 'is', null)

const keyOf = (ref: string) => (ref.startsWith('ep_') ? 'id' : 'uid')

/** The endpoint with this id or uid. */
export const findEndpoint = (tx: WebhooksTx, app: AppKey, ref: string) =>
  live(tx, app).select(endpointColumns).where(keyOf(ref), '=', ref).executeTakeFirst()

const sealed = (tx: WebhooksTx, app: AppKey, ref: string) =>
  live(tx, app)
    .select([...endpointColumns, 'signing_keys', 'headers'])
    .where(keyOf(ref), '=', ref)

/** The same with what is sealed. */
export const findSealedEndpoint = (tx: WebhooksTx, app: AppKey, ref: string) =>
  sealed(tx, app, ref).executeTakeFirst()

/** The same, locked until the transaction ends. */
export const lockEndpoint = (tx: WebhooksTx, app: AppKey, ref: string) =>
  sealed(tx, app, ref).forUpdate().executeTakeFirst()

/** A page of endpoints by id, one row more than asked for. */
export const findEndpoints = (tx: WebhooksTx, app: AppKey, travel: Travel) =>
  live(tx, app)
    .select(endpointColumns)
    .$if(travel.from !== undefined, (query) => query.where('id', travel.beyond, travel.from ?? ''))
    .orderBy('id', travel.direction)
    .limit(travel.limit + 1)
    .execute()

/** Stores a new endpoint. @throws 23505 on a taken uid */
export const insertEndpoint = (
  tx: WebhooksTx,
  app: AppKey,
  id: string,
  values: EndpointValues,
  at: Date,
) =>
  tx
    .insertInto('webhooks.endpoint')
    .values({
      org_id: app.orgId,
      app_id: app.id,
      id,
      created_at: at,
      updated_at: at,
      ...plain(values),
      filter_types: values.filter_types?.slice() ?? null,
      channels: values.channels?.slice() ?? null,
      metadata: JSON.stringify(values.metadata),
      signing_keys: JSON.stringify(values.signing_keys),
    })
    .returning(endpointColumns)
    .executeTakeFirstOrThrow()

/** Changes a live endpoint. @throws 23505 on a taken uid */
export const updateEndpoint = (
  tx: WebhooksTx,
  app: AppKey,
  id: string,
  values: Partial<EndpointValues>,
  at: Date,
) =>
  tx
    .updateTable('webhooks.endpoint')
    .set({ ...plain(values), ...stored(values), updated_at: at })
    .where('org_id', '=', app.orgId)
    .where('app_id', '=', app.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(endpointColumns)
    .executeTakeFirst()

/** Marks an endpoint as deleted, frees its uid and forgets when it may be sent to. */
export async function deleteEndpoint(tx: WebhooksTx, app: AppKey, id: string, at: Date) {
  await tx
    .updateTable('webhooks.endpoint')
    .set({ deleted_at: at, updated_at: at, uid: null })
    .where('org_id', '=', app.orgId)
    .where('app_id', '=', app.id)
    .where('id', '=', id)
    .execute()
  await tx
    .deleteFrom('webhooks.rate_slot')
    .where('org_id', '=', app.orgId)
    .where('app_id', '=', app.id)
    .where('endpoint_id', '=', id)
    .execute()
}

const plain = <V extends Partial<EndpointValues>>(values: V) => {
  const { filter_types: _, channels: __, metadata: ___, signing_keys: ____, ...rest } = values
  return rest
}

const stored = (values: Partial<EndpointValues>) => ({
  ...(values.filter_types !== undefined && { filter_types: values.filter_types?.slice() ?? null }),
  ...(values.channels !== undefined && { channels: values.channels?.slice() ?? null }),
  ...(values.metadata && { metadata: JSON.stringify(values.metadata) }),
  ...(values.signing_keys && { signing_keys: JSON.stringify(values.signing_keys) }),
})

/** Whether any endpoint takes a message of this type and these channels (contract 5.1). */
export async function hasTaker(
  tx: WebhooksTx,
  app: AppKey,
  eventType: string,
  channels: readonly string[] | null,
): Promise<boolean> {
  const found = await live(tx, app)
    .select('id')
    .where('disabled', '=', false)
    .where(sql<boolean>`(filter_types is null or ${eventType} = any(filter_types))`)
    .where(sql<boolean>`(channels is null or channels && ${channels}::text[])`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
