import { ksuidFloor } from '@countersign/kit/ids'
import { sql } from 'kysely'
import type { AppKey } from '../../endpoint.store.ts'
import type { Buckets } from '../../stats-range.rules.ts'
import type { WebhooksTx } from '../../tables.ts'

/** Attempts of one bucket; those without any are left out. */
export type BucketRow = {
  /** Counted from the first, which is 0. */
  readonly place: number
  readonly succeeded: number
  readonly failed: number
  /** Of the succeeded, those that a transformation canceled. */
  readonly canceled: number
}

/** Ids tell time in steps of 1/256 s, so a range of ids is a little wider than its range of time. */
const step = 4

/**
 * Attempts by bucket, of an application or one of its endpoints. An attempt's id carries the time of
 * its start, so what is read is a piece of an index in the partitions of those days.
 */
export async function countByBucket(
  tx: WebhooksTx,
  app: AppKey,
  endpointId: string | undefined,
  { size, start, end }: Buckets,
  eventTypes: readonly string[] | undefined,
): Promise<BucketRow[]> {
  const { rows } = await sql<BucketRow>`
    select floor((extract(epoch from created_at)::float8 * 1000 - ${start}) / ${size})::int as place,
      count(*) filter (where status = 0) as succeeded,
      count(*) filter (where status <> 0) as failed,
      count(*) filter (where status = 0 and status_code = 0) as canceled
    from webhooks.attempt
    where org_id = ${app.orgId} and app_id = ${app.id}
      ${endpointId === undefined ? sql`` : sql`and endpoint_id = ${endpointId}`}
      ${eventTypes?.length ? sql`and event_type = any(${eventTypes}::text[])` : sql``}
      and id >= ${`atmpt_${ksuidFloor(start - step)}`}
      and id < ${`atmpt_${ksuidFloor(end + 2 * step)}`}
      and created_at >= ${new Date(start)} and created_at < ${new Date(end)}
    group by 1`.execute(tx)
  return rows
}
