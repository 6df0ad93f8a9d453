import type { BackgroundTaskType } from '@countersign/contracts/webhooks'
import { sql } from 'kysely'
import type { AppKey } from '../endpoint.store.ts'
import type { Travel } from '../page.rules.ts'
import type { Json } from '../tables.gen.ts'
import type { WebhooksTx } from '../tables.ts'

const columns = ['id', 'task', 'status', 'data', 'updated_at'] as const

/** A task as its organisation sees it. */
export type TaskRow = NonNullable<Awaited<ReturnType<typeof findTask>>>

/** Stores a new task; workers are told when the transaction commits. */
export async function insertTask(
  tx: WebhooksTx,
  orgId: string,
  task: {
    readonly id: string
    readonly task: BackgroundTaskType
    readonly input: object
    readonly at: Date
    /** The endpoint that it works on; its application can follow it. */
    readonly of?: { readonly appId: string; readonly endpointId: string } | undefined
  },
): Promise<void> {
  await tx
    .insertInto('webhooks.background_task')
    .values({
      org_id: orgId,
      id: task.id,
      task: task.task,
      input: JSON.stringify(task.input),
      app_id: task.of?.appId ?? null,
      endpoint_id: task.of?.endpointId ?? null,
      created_at: task.at,
      updated_at: task.at,
    })
    .execute()
  await sql`select pg_notify('webhooks_task', '')`.execute(tx)
}

/** The task with this id. */
export const findTask = (tx: WebhooksTx, orgId: string, id: string) =>
  tx
    .selectFrom('webhooks.background_task')
    .select(columns)
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()

/** A page of tasks by id, one row more than asked for. */
export const findTasks = (
  tx: WebhooksTx,
  orgId: string,
  filter: { status?: string | undefined; task?: string | undefined; fromId: string },
  travel: Travel,
) =>
  tx
    .selectFrom('webhooks.background_task')
    .select(columns)
    .where('org_id', '=', orgId)
    .where('id', '>=', filter.fromId)
    .$if(filter.status !== undefined, (query) => query.where('status', '=', filter.status ?? ''))
    .$if(filter.task !== undefined, (query) => query.where('task', '=', filter.task ?? ''))
    .$if(travel.from !== undefined, (query) => query.where('id', travel.beyond, travel.from ?? ''))
    .orderBy('id', travel.direction)
    .limit(travel.limit + 1)
    .execute()

/** A page of what runs, or ran, on an application’s endpoints, newest first by id; one row more than asked for. */
export const findEndpointTasks = (
  tx: WebhooksTx,
  app: AppKey,
  endpointId: string | undefined,
  fromId: string,
  travel: Travel,
) =>
  tx
    .selectFrom('webhooks.background_task')
    .select([...columns, 'progress', 'endpoint_id', 'created_at'])
    .where('org_id', '=', app.orgId)
    .where('app_id', '=', app.id)
    .where('id', '>=', fromId)
    .$if(endpointId !== undefined, (query) => query.where('endpoint_id', '=', endpointId ?? ''))
    .$if(travel.from !== undefined, (query) => query.where('id', travel.beyond, travel.from ?? ''))
    .orderBy('id', travel.direction)
    .limit(travel.limit + 1)
    .execute()

/** A worker's hold on a task. */
export type TaskLease = {
  readonly orgId: string
  readonly id: string
  readonly task: string
  readonly fence: number
}

/**
 * Takes the task that has waited longest, whose worker has died or that nobody had yet; two workers
 * never take the same. A task at whose page somebody works is locked and passed over, however old its
 * lease. Time is the database's. Sees all organisations as the engine's role.
 */
export async function claimTask(
  tx: WebhooksTx,
  owner: string,
  leaseMs: number,
): Promise<TaskLease | undefined> {
  const { rows } = await sql<TaskLease>`
    with due as materialized (
      select org_id, id from webhooks.background_task where claimable_at <= now()
      order by claimable_at limit 1 for update skip locked)
    update webhooks.background_task t
    set claimable_at = now() + ${leaseMs} * interval '1 ms', lease_owner = ${owner},
      fence = t.fence + 1
    from due where t.org_id = due.org_id and t.id = due.id
    returning t.org_id as "orgId", t.id, t.task, t.fence`.execute(tx)
  return rows[0]
}

/** Gives a task back, to be taken by anyone after a while. */
export async function releaseTask(tx: WebhooksTx, lease: TaskLease, waitMs = 0): Promise<void> {
  await sql`update webhooks.background_task
    set claimable_at = now() + ${waitMs} * interval '1 ms', lease_owner = null
    where org_id = ${lease.orgId} and id = ${lease.id} and fence = ${lease.fence}
      and status = 'running'`.execute(tx)
}

/** What a page of a task begins with; `now` is the database's time, Unix milliseconds. */
export type TaskPage = {
  readonly input: Json
  readonly progress: Json
  readonly createdAt: Date
  readonly now: number
}

/**
 * Locks a task for one page, until the transaction ends, and prolongs the lease; nothing comes back
 * when it is no longer ours.
 */
export async function lockTask(
  tx: WebhooksTx,
  lease: TaskLease,
  leaseMs: number,
): Promise<TaskPage | undefined> {
  const { rows } = await sql<TaskPage>`update webhooks.background_task
    set claimable_at = now() + ${leaseMs} * interval '1 ms'
    where org_id = ${lease.orgId} and id = ${lease.id} and fence = ${lease.fence}
      and status = 'running'
    returning input, progress, created_at as "createdAt",
      extract(epoch from clock_timestamp())::float8 * 1000 as now`.execute(tx)
  return rows[0]
}

const ofLease = (tx: WebhooksTx, { orgId, id, fence }: TaskLease) =>
  tx
    .updateTable('webhooks.background_task')
    .set({ updated_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('status', '=', 'running')

/** Stores how far a task has come. */
export async function saveProgress(tx: WebhooksTx, lease: TaskLease, progress: object) {
  await ofLease(tx, lease)
    .set({ progress: JSON.stringify(progress), failures: 0 })
    .execute()
}

/** Keeps what one page of a task has found. */
export async function addPart(tx: WebhooksTx, lease: TaskLease, found: readonly object[]) {
  await sql`insert into webhooks.task_part (org_id, task_id, part, found)
    select ${lease.orgId}, ${lease.id}, coalesce(max(part) + 1, 0), ${JSON.stringify(found)}::jsonb
    from webhooks.task_part where org_id = ${lease.orgId} and task_id = ${lease.id}`.execute(tx)
}

/** All that the pages of a task have found, in their order. */
export async function gatherParts(tx: WebhooksTx, lease: TaskLease): Promise<unknown[]> {
  const rows = await tx
    .selectFrom('webhooks.task_part')
    .select('found')
    .where('org_id', '=', lease.orgId)
    .where('task_id', '=', lease.id)
    .orderBy('part')
    .execute()
  return rows.flatMap(({ found }): unknown[] => (Array.isArray(found) ? found : []))
}

/** Ends a task. What it was asked for, a payload perhaps, is not kept. */
export async function endTask(
  tx: WebhooksTx,
  lease: TaskLease,
  status: 'finished' | 'failed',
  data: object,
) {
  await ofLease(tx, lease)
    .set({ status, data: JSON.stringify(data), input: '{}', progress: '{}' })
    .set({ claimable_at: null, lease_owner: null })
    .execute()
  await tx
    .deleteFrom('webhooks.task_part')
    .where('org_id', '=', lease.orgId)
    .where('task_id', '=', lease.id)
    .execute()
}

/** Counts a page that failed. @returns how often it has in a row; nothing when the task is not ours */
export const noteFailure = async (tx: WebhooksTx, lease: TaskLease): Promise<number | undefined> =>
  (
    await ofLease(tx, lease)
      .set((eb) => ({ failures: eb('failures', '+', 1) }))
      .returning('failures')
      .executeTakeFirst()
  )?.failures

/** Wakes the workers that deliver, when the transaction commits. */
export const wakeSweep = (tx: WebhooksTx) => sql`select pg_notify('webhooks_due', '')`.execute(tx)
