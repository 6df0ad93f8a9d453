import type { PinnedConnection } from '@countersign/kit/pinned-connection'
import { CompiledQuery, sql } from 'kysely'
import type { WebhooksTx } from '../tables.ts'

/** An application with its endpoints that are not disabled, at the moment that `routes` names. */
export type BroadcastApplication = {
  readonly id: string
  readonly routes: number
  readonly endpoints: readonly {
    readonly id: string
    readonly filterTypes: readonly string[] | null
    readonly channels: readonly string[] | null
    readonly ordered: boolean
  }[]
}

/** Which applications: the next after an id, or these. */
export type Which =
  | { readonly after: string; readonly limit: number }
  | { readonly ids: readonly string[] }

/** Live applications that were there at a time, by id. */
export async function findForBroadcast(
  tx: WebhooksTx,
  orgId: string,
  createdBy: Date,
  which: Which,
): Promise<BroadcastApplication[]> {
  const chosen = 'ids' in which ? sql`a.id = any(${which.ids}::text[])` : sql`a.id > ${which.after}`
  const { rows } = await sql<BroadcastApplication>`
    select a.id, a.routes, coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', e.id, 'filterTypes', e.filter_types, 'channels', e.channels,
        'ordered', e.ordered) order by e.id)
      from webhooks.endpoint e
      where e.org_id = a.org_id and e.app_id = a.id and not e.disabled and e.deleted_at is null),
      '[]') as endpoints
    from webhooks.application a
    where a.org_id = ${orgId} and a.deleted_at is null and a.created_at <= ${createdBy}
      and ${chosen}
    order by a.id ${'ids' in which ? sql`` : sql`limit ${which.limit}`}`.execute(tx)
  return rows
}

/** Lets the statements of the engine run as part of a transaction. */
export const lineIn = (tx: WebhooksTx): Pick<PinnedConnection, 'query'> => ({
  query: async <Row extends object>({ text }: { text: string }, values: readonly unknown[]) =>
    (await tx.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows,
})
