import { holdsAsOwn, type Input } from '@countersign/contracts'
import {
  type BulkTask,
  bulkActions,
  bulkLimit,
  bulk as contract,
  reasonsFor,
  undoable,
} from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import { cursorOf } from '@countersign/kit/cursor'
import { fail, invalid } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import { id as newId } from '@countersign/kit/ids'
import * as z from 'zod/mini'
import type { Caller, TransactionsDeps } from '../deps.ts'
import { handlers } from '../handlers.ts'
import { findIds } from '../list/index.ts'
import type { DB } from '../tables.gen.ts'
import { snoozeLimitMs } from '../transfer/index.ts'
import { actOnMany } from './at-once.ts'
import {
  addTask,
  addUndo,
  countEffects,
  findActive,
  findItems,
  findTask,
  findTasks,
  lockTask,
  moveTask,
  sumItems,
  type Task,
} from './bulk.store.ts'
import { underWay } from './under-way.ts'

type Calling = CompanyCall<TransactionsDeps, Caller, DB>

/** How many tasks a list has. */
const maxTasks = 20

const noSuchTask = () => fail('not_found', 'No such bulk action')

/** The act itself takes more than the sight of the list. @throws 403 */
function mayDo({ caller, company }: Calling, action: Task['action']): void {
  const permission = bulkActions[action]
  if (!holdsAsOwn(caller.viewer.grants, permission, company))
    throw fail('forbidden', `Your role lacks the permission ${permission}`)
}

async function shown({ tx, company, deps }: Calling, task: Task): Promise<BulkTask> {
  const effects = await countEffects(tx, task)
  const { counterparties, value, currency, isOne } = await sumItems(tx, task)
  const names = await deps.peopleOf(tx, company, [task.by_did])
  const isDone = effects.some(({ outcome }) => outcome === 'DONE')
  return {
    id: task.id,
    action: task.action,
    reason: task.reason_code,
    state: task.state,
    total: effects.reduce((sum, { count }) => sum + count, 0),
    effects,
    counterparties,
    value:
      currency !== null && isOne
        ? { amountInLocalCurrency: decimal(BigInt(value)), currency }
        : null,
    by: { did: task.by_did, name: names.get(task.by_did) ?? null },
    undoes: task.undoes,
    canUndo:
      undoable.includes(task.action) &&
      task.undoes === null &&
      (task.state === 'DONE' || task.state === 'CANCELLED') &&
      isDone,
    createdAt: task.created_at.toISOString(),
    endedAt: task.ended_at?.toISOString() ?? null,
  }
}

/** Ten-thousandths of a currency's unit as text with two digits. */
const decimal = (value: bigint): string => {
  const cents = (value + 50n) / 100n
  return `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
}

const known = async ({ tx, company }: Calling, id: string): Promise<Task> => {
  const task = await findTask(tx, company, id)
  if (!task) throw noSuchTask()
  return task
}

const who = ({ caller, at }: Calling) => ({
  id: newId('blk', at.getTime()),
  by_kind: caller.viewer.clientId === undefined ? ('PERSON' as const) : ('CLIENT' as const),
  by_did: caller.viewer.did,
  created_at: at,
})

/** Prepares a bulk action: the worker finds out what it would do to each transfer. @throws 403, 409, 422 */
async function prepare(call: Calling, { body }: Input<typeof contract.prepare>): Promise<BulkTask> {
  const { tx, company, deps, caller, actor, at } = call
  const { action, reason, ids, filter, assignee = null, until = null } = body
  mayDo(call, action)
  if ((ids === undefined) === (filter === undefined))
    throw invalid(['body', 'ids'], 'Give either transfers or a filter')
  const isOwn = action === 'assign' || action === 'snooze'
  if (isOwn && reason) throw invalid(['body', 'reason'], 'This action takes no reason')
  if (reason && !isOwn && !reasonsFor(action).includes(reason))
    throw invalid(['body', 'reason'], 'This reason doesn’t fit this action')
  if ((action === 'decline' || action === 'cancel') && !reason)
    throw invalid(['body', 'reason'], 'Choose a reason')
  if (assignee !== null && !(await deps.peopleOf(tx, company, [assignee])).has(assignee))
    throw invalid(['body', 'assignee'], 'This person isn’t part of the company')
  const ahead = until === null ? 1 : new Date(until).getTime() - at.getTime()
  if (ahead <= 0 || ahead > snoozeLimitMs)
    throw invalid(['body', 'until'], 'Choose a time within the next 30 days')
  if (await findActive(tx, company)) throw underWay()
  const chosen = ids
    ? [...new Set(ids)]
    : await findIds(tx, company, { ...filter, me: caller.viewer.did, now: at }, bulkLimit + 1)
  if (chosen.length === 0) throw invalid(['body', 'filter'], 'No transfers match')
  if (chosen.length > bulkLimit)
    throw invalid(['body', 'filter'], 'More than 10,000 transfers match. Narrow the filter.')
  const task = {
    vasp_did: company,
    action,
    reason_code: reason ?? null,
    args: { ...(action === 'assign' && { assignee }), ...(action === 'snooze' && { until }) },
    ...who(call),
  }
  await addTask(tx, task, chosen)
  await audit(tx, actor, at, {
    company,
    action: 'transaction.prepareBulk',
    object: task.id,
    detail: { action, transfers: chosen.length },
  })
  return shown(call, await known(call, task.id))
}

/** The newest bulk actions of the company. */
async function list(call: Calling, { query }: Input<typeof contract.list>) {
  const found = await findTasks(call.tx, call.company, query.state, maxTasks)
  const tasks: BulkTask[] = []
  for (const task of found) tasks.push(await shown(call, task))
  return { tasks }
}

/** A bulk action with a page of what became of its transfers. @throws 404 */
async function get(call: Calling, { taskId, query }: Input<typeof contract.get>) {
  const { tx, deps } = call
  const task = await known(call, taskId)
  const places = cursorOf(
    `bulk ${task.vasp_did} ${task.id} ${query.outcome ?? ''}`,
    z.object({ no: z.int() }),
  )
  const after = query.cursor === undefined ? 0 : places.read(deps.vault, query.cursor).no
  const rows = await findItems(tx, task, query.outcome, after, query.limit)
  const last = rows.length > query.limit ? rows[query.limit - 1] : undefined
  return {
    task: await shown(call, task),
    items: rows.slice(0, query.limit).map(({ no: _, ...item }) => item),
    next: last ? places.write(deps.vault, { no: last.no }) : null,
  }
}

/** Starts what was prepared; a second start changes nothing. @throws 403, 404, 409 */
async function start(call: Calling, { taskId }: Input<typeof contract.start>): Promise<BulkTask> {
  const { tx, company, actor, at } = call
  const task = await lockTask(tx, company, taskId)
  if (!task) throw noSuchTask()
  mayDo(call, task.action)
  if (task.by_did !== call.caller.viewer.did)
    throw fail('forbidden', 'Only the person who prepared a bulk action can start it')
  if (task.state === 'READY') {
    if (await findActive(tx, company)) throw underWay()
    await moveTask(tx, task, ['READY'], 'RUNNING')
    await audit(tx, actor, at, { company, action: 'transaction.startBulk', object: task.id })
  } else if (task.state !== 'RUNNING') {
    throw fail('conflict', 'This bulk action can’t be started')
  }
  return shown(call, await known(call, task.id))
}

/** Cancels what is under way or waits. What is done stays done. @throws 403, 404, 409 */
async function cancel(call: Calling, { taskId }: Input<typeof contract.cancel>): Promise<BulkTask> {
  const { tx, company, actor, at } = call
  const task = await lockTask(tx, company, taskId)
  if (!task) throw noSuchTask()
  mayDo(call, task.action)
  if (await moveTask(tx, task, ['CHECKING', 'READY', 'RUNNING'], 'CANCELLED', at))
    await audit(tx, actor, at, { company, action: 'transaction.cancelBulk', object: task.id })
  else if (task.state !== 'CANCELLED') throw fail('conflict', 'This bulk action has ended')
  return shown(call, await known(call, task.id))
}

/** Puts back what an assignment or a snooze changed, once. @throws 403, 404, 409 */
async function undo(call: Calling, { taskId }: Input<typeof contract.undo>): Promise<BulkTask> {
  const { tx, company, actor, at } = call
  const task = await lockTask(tx, company, taskId)
  if (!task) throw noSuchTask()
  mayDo(call, task.action)
  if (!(await shown(call, task)).canUndo) throw fail('conflict', 'This bulk action can’t be undone')
  if (await findActive(tx, company)) throw underWay()
  const made = who(call)
  await addUndo(tx, task, made)
  await audit(tx, actor, at, { company, action: 'transaction.undoBulk', object: task.id })
  return shown(call, await known(call, made.id))
}

/** Bulk actions on a company's transfers. */
export const bulk = handlers(contract, {
  act: actOnMany,
  prepare,
  list,
  get,
  start,
  cancel,
  undo,
})
