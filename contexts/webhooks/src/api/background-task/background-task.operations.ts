import type { Input } from '@countersign/contracts'
import {
  BackgroundTaskOut,
  type BackgroundTaskType,
  type TaskStarted,
  type webhooks,
} from '@countersign/contracts/webhooks'
import { fail } from '@countersign/kit/errors'
import { id, ksuidFloor } from '@countersign/kit/ids'
import * as z from 'zod/mini'
import type { Core } from '../../core.ts'
import { pageOf, travel } from '../../page.rules.ts'
import type { WebhooksTx } from '../../tables.ts'
import { findTask, findTasks, insertTask, type TaskRow } from '../../task/index.ts'
import { inOrganisation } from '../bind.ts'
import type { InOrganisation } from '../gate.ts'

type Op = typeof webhooks.backgroundTask

/** How long tasks are kept, in milliseconds. */
export const reach = 90 * 24 * 3_600_000

/** Adds a task, to be done once the transaction is committed. */
export async function beginTask(
  { clock }: Core,
  tx: WebhooksTx,
  orgId: string,
  task: BackgroundTaskType,
  input: object,
  of?: { readonly appId: string; readonly endpointId: string },
): Promise<TaskStarted> {
  const now = clock()
  const taskId = id('qtask', now)
  await insertTask(tx, orgId, { id: taskId, task, input, at: new Date(now), of })
  return { id: taskId, status: 'running', task, updatedAt: new Date(now).toISOString() }
}

const showTask = ({ updated_at, ...row }: TaskRow) =>
  z.parse(BackgroundTaskOut, { ...row, updatedAt: updated_at.toISOString() })

async function listTasks(
  { database, clock }: Core,
  at: InOrganisation,
  { query }: Input<Op['list']>,
) {
  const plan = travel(query, query.order)
  const { status, task } = query
  const filter = { status, task, fromId: `qtask_${ksuidFloor(clock() - reach)}` }
  const rows = await database.withTenant(at.orgId, (tx) => findTasks(tx, at.orgId, filter, plan))
  return pageOf(rows, plan, (row) => row.id, showTask)
}

async function getTask({ database }: Core, at: InOrganisation, { task_id }: Input<Op['get']>) {
  const row = await database.withTenant(at.orgId, (tx) => findTask(tx, at.orgId, task_id))
  if (!row) throw fail('not_found', 'Entity not found')
  return showTask(row)
}

export const backgroundTask = { list: inOrganisation(listTasks), get: inOrganisation(getTask) }
