import { permissionsOf } from '@countersign/contracts'
import { bulkActions } from '@countersign/contracts/transactions'
import { asFailure, type Failure } from '@countersign/kit/errors'
import { everyMinute } from '@countersign/kit/every-minute'
import { failpoint } from '@countersign/kit/failpoint'
import type { TransactionsDeps } from '../deps.ts'
import { runLeft, runSteps } from '../step/index.ts'
import type { TransactionsDatabase, TransactionsTx } from '../tables.ts'
import {
  act,
  type Doer,
  findTransfer,
  leftSteps,
  lockSide,
  noSuchTransfer,
  saveAssignee,
  saveSnooze,
} from '../transfer/index.ts'
import {
  BulkArgs,
  findActive,
  findBusy,
  hasItems,
  type Item,
  lockTask,
  moveTask,
  saveItem,
  type Task,
  takeItems,
} from './bulk.store.ts'
import { effectOf } from './effect.ts'
import { isAsLeft, standOf } from './stand.ts'

/** What the worker needs of the world. */
export type BulkDeps = {
  readonly deps: TransactionsDeps
  /** Connected as countersign_relay, which sees which companies have a bulk action under way and nothing else. */
  readonly relay: TransactionsDatabase
}

/** How many companies, and transfers of each, one round takes at the most. */
const batch = { companies: 100, transfers: 200 }
/** Between two rounds, in milliseconds. */
const pauseMs = 250
/** How often an act waits for the company's side to follow the transfer. */
const maxTries = 3

/**
 * Goes on with the bulk actions that are under way, some transfers of each company in turn. Each act and the note of
 * it are one transaction, so that a worker that dies leaves nothing half done and nothing is done twice.
 * @returns how many transfers were looked at
 */
export async function workOnBulk({ deps, relay }: BulkDeps): Promise<number> {
  let worked = 0
  for (const company of await relay.withNobody((tx) => findBusy(tx, batch.companies)))
    try {
      worked += await workFor(deps, company)
    } catch (error) {
      deps.log.warn({ event: 'bulk_action_failed', err: error })
    }
  return worked
}

/** Works on bulk actions until stopped. */
export const startBulk = (bulk: BulkDeps) =>
  everyMinute(
    () => workOnBulk(bulk),
    (error) => bulk.deps.log.warn({ event: 'bulk_action_failed', err: error }),
    pauseMs,
  )

async function workFor(deps: TransactionsDeps, company: string): Promise<number> {
  const { withTenant } = deps.database
  const task = await withTenant(company, (tx) => findActive(tx, company))
  if (!task) return 0
  const doer: Doer = {
    company,
    by: task.by_kind,
    did: task.by_did,
    actor: { did: task.by_did, requestId: task.id },
    at: new Date(deps.clock()),
  }
  if (!(await withTenant(company, (tx) => mayStill(deps, tx, task)))) {
    await withTenant(company, (tx) => moveTask(tx, task, [task.state], 'CANCELLED', doer.at))
    return 0
  }
  return task.state === 'CHECKING' ? check(deps, doer, task) : run(deps, doer, task)
}

/** Whoever left the company, or may no longer do this there, does nothing in its name anymore. */
const mayStill = async (
  deps: TransactionsDeps,
  tx: TransactionsTx,
  { vasp_did, by_did, by_kind, action }: Task,
): Promise<boolean> =>
  by_kind === 'PERSON'
    ? (await deps.rolesOf(tx, vasp_did, by_did)).some((role) =>
        permissionsOf[role].has(bulkActions[action]),
      )
    : (await deps.clientsOf(tx, vasp_did)).some((id) => by_did.endsWith(id))

/** Finds out what the action would do to the next transfers. */
const check = (deps: TransactionsDeps, doer: Doer, task: Task): Promise<number> =>
  deps.database.withTenant(doer.company, async (tx) => {
    const items = await takeItems(tx, task, 'UNCHECKED', batch.transfers)
    for (const item of items)
      await saveItem(tx, task, item.no, 'UNCHECKED', await effectOf(deps, tx, doer, task, item))
    if (!(await hasItems(tx, task, 'UNCHECKED')))
      await moveTask(tx, task, ['CHECKING'], task.args.startsItself ? 'RUNNING' : 'READY')
    return items.length
  })

/** Does it to the next transfers, each in a transaction of its own. */
async function run(deps: TransactionsDeps, doer: Doer, task: Task): Promise<number> {
  for (let done = 0; done < batch.transfers; done++)
    if (!(await runOne(deps, doer, task))) return done
  return batch.transfers
}

/** What came of one transfer. */
type Done = {
  readonly refusal?: Error
  readonly behind?: true
  /** Why nothing was done, and nothing is to be done. */
  readonly leftAlone?: string
  /** What an undo puts back. */
  readonly before?: BulkArgs
}

async function runOne(deps: TransactionsDeps, doer: Doer, task: Task): Promise<boolean> {
  const { company } = doer
  const { withTenant } = deps.database
  // Set while the transaction runs, for when it is undone.
  const taken: { item?: Item } = {}
  const attempt = () =>
    withTenant(company, async (tx) => {
      // Held, so that a cancellation is known before the next act.
      if ((await lockTask(tx, company, task.id))?.state !== 'RUNNING') return undefined
      const [item] = await takeItems(tx, task, 'POSSIBLE', 1)
      if (!item) {
        if (!(await hasItems(tx, task, 'POSSIBLE')))
          await moveTask(tx, task, ['RUNNING'], 'DONE', doer.at)
        return undefined
      }
      taken.item = item
      const { behind, refusal, leftAlone, before } = await doIt(deps, tx, doer, task, item)
      const transfer = await findTransfer(tx, item.transfer_id)
      if (!behind)
        await saveItem(tx, task, item.no, 'POSSIBLE', {
          outcome: leftAlone ? 'IMPOSSIBLE' : refusal ? 'FAILED' : 'DONE',
          status: transfer?.status ?? null,
          problem: leftAlone ?? refusal?.message ?? null,
          ...(before && { before }),
        })
      failpoint('before-bulk-commit')
      return { id: item.transfer_id, left: leftSteps(tx), behind }
    })
  try {
    let done = await attempt()
    for (let tries = 0; done?.behind && tries < maxTries; tries++) {
      await runSteps(deps, done.id, [company])
      done = await attempt()
    }
    if (done === undefined) return false
    failpoint('after-bulk-act-before-steps')
    if (done.behind) await fails(deps, doer, task, taken.item, 'The transfer is being updated')
    else await runLeft(deps, done.id, done.left)
  } catch (error) {
    const failure = asFailure(error)
    if (failure.code === 'unavailable') throw error
    if (failure.code === 'internal') deps.log.warn({ event: 'bulk_act_failed', err: error })
    await fails(deps, doer, task, taken.item, wordsOf(failure))
  }
  return true
}

const fails = async (
  deps: TransactionsDeps,
  { company }: Doer,
  task: Task,
  item: Item | undefined,
  problem: string,
): Promise<unknown> =>
  item &&
  deps.database.withTenant(company, (tx) =>
    saveItem(tx, task, item.no, 'POSSIBLE', { outcome: 'FAILED', problem }),
  )

const wordsOf = ({ code, message }: Failure): string =>
  code === 'internal' ? 'Something unexpected happened' : message

async function doIt(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  doer: Doer,
  { action, reason_code, args, undoes }: Task,
  { transfer_id: id, version, before }: Item,
): Promise<Done> {
  const { company } = doer
  if (action !== 'assign' && action !== 'snooze')
    return act(deps, tx, doer, {
      id,
      action,
      version: version ?? undefined,
      given: { reason: reason_code ?? undefined },
    })
  const own = await lockSide(tx, company, id)
  if (!own) throw noSuchTransfer()
  if (undoes !== null && !isAsLeft(own, action, args))
    return { leftAlone: 'Someone has changed it since, so it stays as it is' }
  const { assignee = null, until = null } = undoes === null ? args : BulkArgs.parse(before)
  if (action === 'assign') await saveAssignee(tx, company, [id], assignee)
  else await saveSnooze(tx, company, [id], until === null ? null : new Date(until))
  return undoes === null ? { before: standOf(own) } : {}
}
