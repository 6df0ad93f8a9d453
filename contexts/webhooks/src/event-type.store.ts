import { sql } from 'kysely'
import type { Travel } from './page.rules.ts'
import type { WebhooksTx } from './tables.ts'

/** The columns of an event type that are answered. */
export const eventTypeColumns = [
  'name',
  'description',
  'archived',
  'schemas',
  'feature_flags',
  'group_name',
  'deprecated',
  'created_at',
  'updated_at',
] as const

/** An event type as stored. */
export type EventTypeRow = NonNullable<Awaited<ReturnType<typeof findEventType>>>

/** What of an event type its organisation decides. */
export type EventTypeValues = {
  readonly description: string
  readonly archived: boolean
  readonly schemas: Readonly<Record<string, unknown>> | null
  readonly feature_flags: string[] | null
  readonly group_name: string | null
  readonly deprecated: boolean
}

/** Which event types a caller sees: null all, else those without a flag or with one of these. */
export type Sight = readonly string[] | null

const visible = (tx: WebhooksTx, orgId: string, sight: Sight) =>
  tx
    .selectFrom('webhooks.event_type')
    .where('org_id', '=', orgId)
    .$if(sight !== null, (query) =>
      query.where((eb) =>
        eb.or([eb('feature_flags', 'is', null), sql<boolean>`feature_flags && ${sight}::text[]`]),
      ),
    )

/** The event type of this name, archived or not. */
export const findEventType = (tx: WebhooksTx, orgId: string, name: string, sight: Sight = null) =>
  visible(tx, orgId, sight).select(eventTypeColumns).where('name', '=', name).executeTakeFirst()

/** A page of event types by name, one row more than asked for. */
export const findEventTypes = (
  tx: WebhooksTx,
  orgId: string,
  sight: Sight,
  travel: Travel,
  { archived }: { archived: boolean },
) =>
  visible(tx, orgId, sight)
    .select(eventTypeColumns)
    .$if(!archived, (query) => query.where('archived', '=', false))
    .$if(travel.from !== undefined, (query) =>
      query.where('name', travel.beyond, travel.from ?? ''),
    )
    .orderBy('name', travel.direction)
    .limit(travel.limit + 1)
    .execute()

/** Those of the names that an endpoint may filter on: known and not archived. */
export async function findUsableTypes(tx: WebhooksTx, orgId: string, names: readonly string[]) {
  const rows = await tx
    .selectFrom('webhooks.event_type')
    .select('name')
    .where('org_id', '=', orgId)
    .where('archived', '=', false)
    .where((eb) => eb('name', '=', eb.fn.any(sql<string[]>`${names}::text[]`)))
    .execute()
  return new Set(rows.map(({ name }) => name))
}

/** Names of the archived event types. */
export async function findArchivedTypes(tx: WebhooksTx, orgId: string) {
  const rows = await tx
    .selectFrom('webhooks.event_type')
    .select('name')
    .where('org_id', '=', orgId)
    .where('archived', '=', true)
    .execute()
  return new Set(rows.map(({ name }) => name))
}

const stored = <V extends Partial<EventTypeValues>>({ schemas, ...values }: V) => ({
  ...values,
  ...(schemas !== undefined && { schemas: schemas === null ? null : JSON.stringify(schemas) }),
})

/** Stores a new event type, over an archived one too; undefined when a live one has the name. */
export const insertEventType = (
  tx: WebhooksTx,
  orgId: string,
  name: string,
  values: EventTypeValues,
  at: Date,
) =>
  tx
    .insertInto('webhooks.event_type')
    .values({ org_id: orgId, name, ...stored(values), created_at: at, updated_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'name'])
        .doUpdateSet({ ...stored(values), updated_at: at })
        .where('webhooks.event_type.archived', '=', true),
    )
    .returning(eventTypeColumns)
    .executeTakeFirst()

/** Changes an event type. */
export const updateEventType = (
  tx: WebhooksTx,
  orgId: string,
  name: string,
  values: Partial<EventTypeValues>,
  at: Date,
) =>
  tx
    .updateTable('webhooks.event_type')
    .set({ ...stored(values), updated_at: at })
    .where('org_id', '=', orgId)
    .where('name', '=', name)
    .returning(eventTypeColumns)
    .executeTakeFirst()

/** Forgets an event type. */
export async function deleteEventType(tx: WebhooksTx, orgId: string, name: string) {
  const { numDeletedRows } = await tx
    .deleteFrom('webhooks.event_type')
    .where('org_id', '=', orgId)
    .where('name', '=', name)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
