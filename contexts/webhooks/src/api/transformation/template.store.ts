import type { TemplateUpdate } from '@countersign/contracts/webhooks'
import { sql } from 'kysely'
import type { Sight } from '../../event-type.store.ts'
import type { Travel } from '../../page.rules.ts'
import type { WebhooksTx } from '../../tables.ts'

const columns = [
  'id',
  'org_id',
  'name',
  'description',
  'kind',
  'logo',
  'instructions',
  'instructions_link',
  'filter_types',
  'feature_flag',
  'transformation',
  'created_at',
  'updated_at',
] as const

/** A template as stored. */
export type TemplateRow = NonNullable<Awaited<ReturnType<typeof findTemplate>>>

/** What of a template its organisation decides. */
export type TemplateValues = {
  readonly name: string
  readonly description: string
  readonly kind: TemplateUpdate['kind']
  readonly logo: string
  readonly instructions: string
  readonly instructions_link: string | null
  readonly filter_types: string[] | null
  readonly feature_flag: string | null
  readonly transformation: string
}

const visible = (tx: WebhooksTx, orgId: string, sight: Sight) =>
  tx
    .selectFrom('webhooks.transformation_template')
    .select(columns)
    .where('org_id', '=', orgId)
    .$if(sight !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('feature_flag', 'is', null),
          eb('feature_flag', '=', eb.fn.any(sql<string[]>`${sight}::text[]`)),
        ]),
      ),
    )

/** The template with this id. */
export const findTemplate = (tx: WebhooksTx, orgId: string, id: string, sight: Sight) =>
  visible(tx, orgId, sight).where('id', '=', id).executeTakeFirst()

/** A page of templates by id, one row more than asked for. */
export const findTemplates = (tx: WebhooksTx, orgId: string, sight: Sight, travel: Travel) =>
  visible(tx, orgId, sight)
    .$if(travel.from !== undefined, (query) => query.where('id', travel.beyond, travel.from ?? ''))
    .orderBy('id', travel.direction)
    .limit(travel.limit + 1)
    .execute()

/** Stores a new template. */
export const insertTemplate = (
  tx: WebhooksTx,
  orgId: string,
  id: string,
  values: TemplateValues,
  at: Date,
) =>
  tx
    .insertInto('webhooks.transformation_template')
    .values({ org_id: orgId, id, ...values, created_at: at, updated_at: at })
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Changes a template. */
export const updateTemplate = (
  tx: WebhooksTx,
  orgId: string,
  id: string,
  values: Partial<TemplateValues>,
  at: Date,
) =>
  tx
    .updateTable('webhooks.transformation_template')
    .set({ ...values, updated_at: at })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()

/** Deletes a template; false when there is none. */
export async function deleteTemplate(tx: WebhooksTx, orgId: string, id: string) {
  const { numDeletedRows } = await tx
    .deleteFrom('webhooks.transformation_template')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
