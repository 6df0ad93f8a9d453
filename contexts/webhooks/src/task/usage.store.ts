import { ksuidFloor } from '@countersign/kit/ids'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AppKey } from '../endpoint.store.ts'
import type { Travel } from '../page.rules.ts'
import type { TimeSpan } from '../stats-range.rules.ts'
import type { WebhooksTx } from '../tables.ts'

/** An application's usage: pairs of message and endpoint. */
export type UsageRow = {
  readonly id: string
  readonly uid: string | null
  readonly destinations: number
}

/** Ids tell time in steps of 1/256 s, so a range of ids is a little wider than its range of time. */
const step = 4

// The ids of the messages bound what is read to partitions and, in each, to a piece of the index of
// one application; the time of creation draws the line to the millisecond.
const usage = (
  tx: WebhooksTx,
  orgId: string,
  { since, until }: TimeSpan,
  which: RawBuilder<SqlBool>,
  page: RawBuilder<unknown>,
) =>
  sql<UsageRow>`
    select a.id, a.uid, d.count as destinations
    from (select id, uid from webhooks.application a
      where org_id = ${orgId} and deleted_at is null and ${which} ${page}) a
    cross join lateral (select count(*) from webhooks.delivery d
      where d.org_id = ${orgId} and d.app_id = a.id
        and d.msg_id >= ${`msg_${ksuidFloor(since.getTime() - step)}`}
        and d.msg_id < ${`msg_${ksuidFloor(until.getTime() + 2 * step)}`}
        and d.created_at >= ${since} and d.created_at < ${until}) d
    order by a.id`
    .execute(tx)
    .then(({ rows }) => rows)

/** One application's usage. */
export const usageOf = async (tx: WebhooksTx, orgId: string, appId: string, span: TimeSpan) =>
  (await usage(tx, orgId, span, sql<SqlBool>`id = ${appId}`, sql``))[0]

/** A page of applications with their usage, one row more than asked for, in the order of travel. */
export async function usagePage(tx: WebhooksTx, orgId: string, span: TimeSpan, travel: Travel) {
  const { from, back, beyond, limit } = travel
  const beyondFrom =
    from === undefined ? sql<SqlBool>`true` : sql<SqlBool>`id ${sql.raw(beyond)} ${from}`
  const page = sql`order by id ${sql.raw(travel.direction)} limit ${limit + 1}`
  const rows = await usage(tx, orgId, span, beyondFrom, page)
  return back ? rows.reverse() : rows
}

/** The next applications after an id, all of them or those with one of these ids or uids. */
export const usageAfter = (
  tx: WebhooksTx,
  orgId: string,
  span: TimeSpan,
  { after, refs, limit }: { after: string; refs: readonly string[] | null; limit: number },
) =>
  usage(
    tx,
    orgId,
    span,
    refs === null
      ? sql<SqlBool>`id > ${after}`
      : sql<SqlBool>`id > ${after} and (id = any(${refs}::text[]) or uid = any(${refs}::text[]))`,
    sql`order by id limit ${limit}`,
  )

/** Those of these ids and uids that no application has. */
export async function unknownApplications(tx: WebhooksTx, orgId: string, refs: readonly string[]) {
  if (refs.length === 0) return []
  const { rows } = await sql<{ ref: string }>`
    select ref from unnest(${refs}::text[]) with ordinality as given(ref, place)
    where not exists (select from webhooks.application a
      where a.org_id = ${orgId} and (a.id = ref or a.uid = ref) and a.deleted_at is null)
    order by place`.execute(tx)
  return rows.map(({ ref }) => ref)
}

/** The next application after an id that has messages. */
export async function nextWithMessages(
  tx: WebhooksTx,
  orgId: string,
  after: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from webhooks.application a
    where org_id = ${orgId} and deleted_at is null and id > ${after}
      and exists (select from webhooks.message m where m.org_id = ${orgId} and m.app_id = a.id)
    order by id limit 1`.execute(tx)
  return rows[0]?.id
}

/** A page of an application's messages, counted by event type. */
export async function countTypes(
  tx: WebhooksTx,
  app: AppKey,
  { after, until, limit }: { after: string; until: Date; limit: number },
) {
  const { rows } = await sql<{ type: string; count: number; last: string }>`
    select event_type as type, count(*)::int as count, max(id) as last
    from (select id, event_type from webhooks.message
      where org_id = ${app.orgId} and app_id = ${app.id} and id > ${after}
        and created_at <= ${until}
      order by id limit ${limit}) page
    group by event_type`.execute(tx)
  const last = rows
    .map((row) => row.last)
    .toSorted()
    .at(-1)
  return { types: rows, last, seen: rows.reduce((sum, { count }) => sum + count, 0) }
}
