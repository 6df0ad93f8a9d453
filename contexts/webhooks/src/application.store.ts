import { sql } from 'kysely'
import type { Travel } from './page.rules.ts'
import type { WebhooksTx } from './tables.ts'

const columns = [
  'org_id',
  'id',
  'uid',
  'name',
  'rate_limit',
  'metadata',
  'token_ends',
  'created_at',
  'updated_at',
] as const

/** A live application. */
export type ApplicationRow = NonNullable<Awaited<ReturnType<typeof findApplication>>>

/** What of an application its organisation decides. */
export type ApplicationValues = {
  readonly uid: string | null
  readonly name: string
  readonly rate_limit: number | null
  readonly metadata: Readonly<Record<string, string>>
}

const live = (tx: WebhooksTx, orgId: string) =>
  tx
    .selectFrom('webhooks.application')
    .select(columns)
    .where('org_id', '=', orgId)
    .where('deleted_at', 'is', null)

/** The application with this id or uid. */
export const findApplication = (tx: WebhooksTx, orgId: string, ref: string) =>
  live(tx, orgId)
    .where(ref.startsWith('app_') ? 'id' : 'uid', '=', ref)
    .executeTakeFirst()

const endpointsOf = (tx: WebhooksTx, orgId: string) =>
  tx
    .selectFrom('webhooks.endpoint as e')
    .select('e.id')
    .where('e.org_id', '=', orgId)
    .where(sql<boolean>`e.app_id = application.id`)
    .where('e.deleted_at', 'is', null)

/** Which applications a list leaves out. */
export type Excluded = { readonly empty: boolean; readonly disabled: boolean }

/** A page of applications by id, one row more than asked for. */
export const findApplications = (
  tx: WebhooksTx,
  orgId: string,
  travel: Travel,
  { empty, disabled }: Excluded,
) =>
  live(tx, orgId)
    .$if(empty, (query) => query.where(({ exists }) => exists(endpointsOf(tx, orgId))))
    .$if(disabled, (query) =>
      query.where(({ not, exists }) =>
        not(exists(endpointsOf(tx, orgId).where('e.disabled', '=', true))),
      ),
    )
    .$if(travel.from !== undefined, (query) => query.where('id', travel.beyond, travel.from ?? ''))
    .orderBy('id', travel.direction)
    .limit(travel.limit + 1)
    .execute()

/** Stores a new application. @throws 23505 on a taken uid */
export const insertApplication = (
  tx: WebhooksTx,
  orgId: string,
  id: string,
  values: ApplicationValues,
  at: Date,
) =>
  tx
    .insertInto('webhooks.application')
    .values({ org_id: orgId, id, ...stored(values), created_at: at, updated_at: at })
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Stores an application of this name and uid, unless there is one. */
export async function insertListener(
  tx: WebhooksTx,
  orgId: string,
  id: string,
  uid: string,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('webhooks.application')
    .values({ org_id: orgId, id, uid, name: uid, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Changes a live application. @throws 23505 on a taken uid */
export const updateApplication = (
  tx: WebhooksTx,
  orgId: string,
  id: string,
  values: Partial<ApplicationValues>,
  at: Date,
) =>
  tx
    .updateTable('webhooks.application')
    .set({ ...stored(values), updated_at: at })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()

/** Marks an application as deleted and frees its uid. */
export async function deleteApplication(tx: WebhooksTx, orgId: string, id: string, at: Date) {
  await tx
    .updateTable('webhooks.application')
    .set({ deleted_at: at, updated_at: at, uid: null })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

const stored = <V extends Partial<ApplicationValues>>({ metadata, ...values }: V) => ({
  ...values,
  ...(metadata && { metadata: JSON.stringify(metadata) }),
})
