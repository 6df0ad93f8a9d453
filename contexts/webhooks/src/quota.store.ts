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

/** How many an application has; it stays locked, so that two calls at once count one after the other. */
export async function lockAndCount(tx: WebhooksTx, app: AppKey, what: Counted): Promise<number> {
  await tx
    .selectFrom('webhooks.application')
    .select('id')
    .where('org_id', '=', app.orgId)
    .where('id', '=', app.id)
    .forNoKeyUpdate()
    .execute()
  const { count } = await tx
    .selectFrom(tables[what])
    .select(sql<number>`count(*)::int`.as('count'))
    .where('org_id', '=', app.orgId)
    .where('app_id', '=', app.id)
    .$if(what !== 'integrations', (query) => query.where(sql<boolean>`deleted_at is null`))
    .executeTakeFirstOrThrow()
  return count
}
