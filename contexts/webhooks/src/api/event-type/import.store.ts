import { sql } from 'kysely'
import { type EventTypeValues, eventTypeColumns } from '../../event-type.store.ts'
import type { WebhooksTx } from '../../tables.ts'

/** An event type to be written, whether or not it is there. */
export type ImportedType = EventTypeValues & { readonly name: string }

/** Archives every event type whose name is not among these. */
export const archiveOthers = (tx: WebhooksTx, orgId: string, names: readonly string[], at: Date) =>
  tx
    .updateTable('webhooks.event_type')
    .set({ archived: true, updated_at: at })
    .where('org_id', '=', orgId)
    .where('archived', '=', false)
    .where(sql<boolean>`name <> all(${names}::text[])`)
    .execute()

/** Rows of one statement: PostgreSQL takes 65,535 values. */
const atOnce = 1000

/** Every event type by name, archived ones too. */
export const findAllEventTypes = (tx: WebhooksTx, orgId: string) =>
  tx
    .selectFrom('webhooks.event_type')
    .select(eventTypeColumns)
    .where('org_id', '=', orgId)
    .orderBy('name')
    .execute()

/**
 * Writes event types over those that have the names; each name stands once.
 * @param keepFlags leaves the feature flags and group of those that are there
 */
export async function upsertEventTypes(
  tx: WebhooksTx,
  orgId: string,
  types: readonly ImportedType[],
  { at, keepFlags }: { at: Date; keepFlags: boolean },
): Promise<void> {
  for (let from = 0; from < types.length; from += atOnce) {
    const rows = types.slice(from, from + atOnce).map(({ schemas, ...type }) => ({
      ...type,
      org_id: orgId,
      created_at: at,
      updated_at: at,
      schemas: schemas === null ? null : JSON.stringify(schemas),
    }))
    await tx
      .insertInto('webhooks.event_type')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['org_id', 'name']).doUpdateSet((eb) => ({
          description: eb.ref('excluded.description'),
          archived: eb.ref('excluded.archived'),
          schemas: eb.ref('excluded.schemas'),
          updated_at: eb.ref('excluded.updated_at'),
          deprecated: eb.ref('excluded.deprecated'),
          ...(!keepFlags && {
            feature_flags: eb.ref('excluded.feature_flags'),
            group_name: eb.ref('excluded.group_name'),
          }),
        })),
      )
      .execute()
  }
}
