import { sql } from 'kysely'
import type { AppKey } from './endpoint.store.ts'
import type { WebhooksTx } from './tables.ts'

/** What an application can have only so many of. */
export type Counted = keyof typeof tables

const tables = {
  endpoints: 'webhooks.endpoint',
  integrations: 'webhooks.integration',
  pollers: 'webhooks.poller',
} as const

/**
 * How many an application has, and how many endpoints its organisation lets it have; null for any number. It stays
 * locked, so that two calls at once count one after the other.
 */
export async function lockAndCount(
  tx: WebhooksTx,
  app: AppKey,
  what: Counted,
): Promise<{ readonly count: number; readonly endpointLimit: number | null }> {
  const locked = await tx
    .selectFrom('webhooks.application')
    .select('endpoint_limit')
    .where('org_id', '=', app.orgId)
    .where('id', '=', app.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const { count } = await tx
    .selectFrom(tables[what])
    .select(sql<number>`count(*)::int`.as('count'))
    .where('org_id', '=', app.orgId)
    .where('app_id', '=', app.id)
    .$if(what !== 'integrations', (query) => query.where(sql<boolean>`deleted_at is null`))
    .executeTakeFirstOrThrow()
  return { count, endpointLimit: locked?.endpoint_limit ?? null }
}

/** Sets how many endpoints an application can have; null for as many as the service allows. */
export const setEndpointLimit = (
  tx: WebhooksTx,
  app: AppKey,
  most: number | null,
): Promise<unknown> =>
  tx
    .updateTable('webhooks.application')
    .set({ endpoint_limit: most })
    .where('org_id', '=', app.orgId)
    .where('id', '=', app.id)
    .where(sql<boolean>`endpoint_limit is distinct from ${most}`)
    .execute()
