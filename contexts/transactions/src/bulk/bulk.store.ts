import {
  ActedBy,
  BulkAction,
  BulkOutcome,
  BulkState,
  ReasonCode,
  Status,
} from '@countersign/contracts/transactions'
import { type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { DB } from '../tables.gen.ts'
import type { TransactionsTx } from '../tables.ts'

/** What an action takes besides a reason. */
export const BulkArgs = z.object({
  assignee: z.optional(z.nullable(z.string())),
  until: z.optional(z.nullable(z.string())),
  /** Once it is checked, nobody has to start it. */
  startsItself: z.optional(z.boolean()),
})
export type BulkArgs = z.infer<typeof BulkArgs>

/** A bulk action as it is stored. */
export type Task = ReturnType<typeof readTask>

const readTask = (row: Selectable<DB['transactions.bulk_task']>) => ({
  ...row,
  action: BulkAction.parse(row.action),
  state: BulkState.parse(row.state),
  by_kind: ActedBy.parse(row.by_kind),
  reason_code: row.reason_code === null ? null : ReasonCode.parse(row.reason_code),
  args: BulkArgs.parse(row.args),
})

/** One transfer of a bulk action. */
export type Item = Pick<
  Selectable<DB['transactions.bulk_item']>,
  'no' | 'transfer_id' | 'version' | 'before'
>

/** What is found out about a transfer, or becomes of it. */
export type Effect = {
  readonly outcome: BulkOutcome
  readonly status?: Status | null
  readonly problem?: string | null
  readonly version?: number
  readonly before?: BulkArgs
}

/** Adds a bulk action with its transfers, in their order. @throws 23505 where another one is under way */
export async function addTask(
  tx: TransactionsTx,
  task: Pick<
    Task,
    'vasp_did' | 'id' | 'action' | 'reason_code' | 'args' | 'by_kind' | 'by_did' | 'created_at'
  >,
  ids: readonly string[],
): Promise<void> {
  await tx
    .insertInto('transactions.bulk_task')
    .values({ ...task, args: JSON.stringify(task.args), state: 'CHECKING' })
    .execute()
  await sql`insert into transactions.bulk_item (vasp_did, task_id, no, transfer_id)
    select ${task.vasp_did}, ${task.id}, no, id from unnest(${[...ids]}::uuid[]) with ordinality as t (id, no)`.execute(
    tx,
  )
}

/**
 * Adds what undoes a bulk action: what was done is put back, transfer by transfer. It has the arguments of what it
 * undoes, to know what somebody has changed since. @throws 23505 a second time
 */
export async function addUndo(
  tx: TransactionsTx,
  { vasp_did, id, action, args }: Task,
  undo: Pick<Task, 'id' | 'by_kind' | 'by_did' | 'created_at'>,
): Promise<void> {
  await tx
    .insertInto('transactions.bulk_task')
    .values({ ...undo, vasp_did, action, undoes: id, args: JSON.stringify(args), state: 'RUNNING' })
    .execute()
  await sql`insert into transactions.bulk_item (vasp_did, task_id, no, transfer_id, outcome, before)
    select vasp_did, ${undo.id}, row_number() over (order by no), transfer_id, 'POSSIBLE', before
    from transactions.bulk_item where vasp_did = ${vasp_did} and task_id = ${id} and outcome = 'DONE'`.execute(
    tx,
  )
}

const tasks = (tx: TransactionsTx, company: string) =>
  tx.selectFrom('transactions.bulk_task').selectAll().where('vasp_did', '=', company)

export async function findTask(
  tx: TransactionsTx,
  company: string,
  id: string,
): Promise<Task | undefined> {
  const row = await tasks(tx, company).where('id', '=', id).executeTakeFirst()
  return row && readTask(row)
}

/** The same, held until the transaction ends. */
export async function lockTask(
  tx: TransactionsTx,
  company: string,
  id: string,
): Promise<Task | undefined> {
  const row = await tasks(tx, company).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && readTask(row)
}

export async function findTasks(
  tx: TransactionsTx,
  company: string,
  states: readonly BulkState[] | undefined,
  limit: number,
): Promise<Task[]> {
  const rows = await tasks(tx, company)
    .$if(states !== undefined && states.length > 0, (some) =>
      some.where('state', 'in', [...(states ?? [])]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(readTask)
}

/** The one that a company has under way. */
export async function findActive(tx: TransactionsTx, company: string): Promise<Task | undefined> {
  const row = await tasks(tx, company)
    .where('state', 'in', ['CHECKING', 'RUNNING'])
    .executeTakeFirst()
  return row && readTask(row)
}

/** Companies that have one under way. For the relay. */
export const findBusy = async (tx: TransactionsTx, limit: number): Promise<string[]> => {
  const rows = await tx
    .selectFrom('transactions.bulk_task')
    .select('vasp_did')
    .where('state', 'in', ['CHECKING', 'RUNNING'])
    .orderBy('vasp_did')
    .limit(limit)
    .execute()
  return rows.map(({ vasp_did }) => vasp_did)
}

/** Moves a bulk action on, unless somebody else has. @returns whether it did */
export async function moveTask(
  tx: TransactionsTx,
  { vasp_did, id }: Pick<Task, 'vasp_did' | 'id'>,
  from: readonly BulkState[],
  to: BulkState,
  endedAt: Date | null = null,
): Promise<boolean> {
  const moved = await tx
    .updateTable('transactions.bulk_task')
    .set({ state: to, ended_at: endedAt })
    .where('vasp_did', '=', vasp_did)
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

/** Takes the next transfers of a bulk action that nobody else holds, for the transaction. */
export const takeItems = (
  tx: TransactionsTx,
  { vasp_did, id }: Task,
  outcome: BulkOutcome,
  limit: number,
): Promise<Item[]> =>
  tx
    .selectFrom('transactions.bulk_item')
    .select(['no', 'transfer_id', 'version', 'before'])
    .where('vasp_did', '=', vasp_did)
    .where('task_id', '=', id)
    .where('outcome', '=', outcome)
    .orderBy('no')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

/** Whether some of a bulk action's transfers are like this, also while another process holds them. */
export async function hasItems(
  tx: TransactionsTx,
  { vasp_did, id }: Task,
  outcome: BulkOutcome,
): Promise<boolean> {
  const row = await tx
    .selectFrom('transactions.bulk_item')
    .select('no')
    .where('vasp_did', '=', vasp_did)
    .where('task_id', '=', id)
    .where('outcome', '=', outcome)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Notes what becomes of a transfer, as long as it is as `from`. */
export const saveItem = (
  tx: TransactionsTx,
  { vasp_did, id }: Task,
  no: number,
  from: BulkOutcome,
  { outcome, status = null, problem = null, version, before }: Effect,
): Promise<unknown> =>
  tx
    .updateTable('transactions.bulk_item')
    .set({
      outcome,
      status,
      problem: problem === null ? null : problem.slice(0, 200),
      ...(version !== undefined && { version }),
      ...(before && { before: JSON.stringify(before) }),
    })
    .where('vasp_did', '=', vasp_did)
    .where('task_id', '=', id)
    .where('no', '=', no)
    .where('outcome', '=', from)
    .execute()

const readEffect = (row: { outcome: string; status: string | null; problem: string | null }) => ({
  outcome: BulkOutcome.parse(row.outcome),
  status: row.status === null ? null : Status.parse(row.status),
  problem: row.problem,
})

/** The transfers of a bulk action by what becomes of them. */
export async function countEffects(tx: TransactionsTx, { vasp_did, id }: Task) {
  const rows = await tx
    .selectFrom('transactions.bulk_item')
    .select(['outcome', 'status', 'problem'])
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('vasp_did', '=', vasp_did)
    .where('task_id', '=', id)
    .groupBy(['outcome', 'status', 'problem'])
    .orderBy('outcome')
    .orderBy('status')
    .orderBy('problem')
    .execute()
  return rows.map(({ n, ...row }) => ({ ...readEffect(row), count: Number(n) }))
}

/** How much a bulk action moves: counterparties, and the value in ten-thousandths where all have one currency. */
export async function sumItems(tx: TransactionsTx, { vasp_did, id }: Task) {
  const row = await tx
    .selectFrom('transactions.bulk_item as i')
    .innerJoin('transactions.side as s', (on) =>
      on.onRef('s.vasp_did', '=', 'i.vasp_did').onRef('s.transfer_id', '=', 'i.transfer_id'),
    )
    .select(sql<number>`count(distinct s.counterparty_did)`.as('counterparties'))
    .select(sql<string>`coalesce(sum(s.value), 0)::text`.as('value'))
    .select(sql<string | null>`min(s.currency)`.as('currency'))
    .select(sql<boolean>`count(distinct s.currency) <= 1`.as('isOne'))
    .where('i.vasp_did', '=', vasp_did)
    .where('i.task_id', '=', id)
    .where('i.outcome', 'in', ['POSSIBLE', 'DONE'])
    .executeTakeFirstOrThrow()
  return { ...row, counterparties: Number(row.counterparties) }
}

/** A page of what became of the transfers, in their order: one row more than asked for where there are more. */
export async function findItems(
  tx: TransactionsTx,
  { vasp_did, id }: Task,
  outcome: BulkOutcome | undefined,
  after: number,
  limit: number,
) {
  const rows = await tx
    .selectFrom('transactions.bulk_item')
    .select(['no', 'transfer_id', 'outcome', 'status', 'problem'])
    .where('vasp_did', '=', vasp_did)
    .where('task_id', '=', id)
    .$if(outcome !== undefined, (some) => some.where('outcome', '=', outcome ?? ''))
    .where('no', '>', after)
    .orderBy('no')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => ({
    no: row.no,
    transactionId: row.transfer_id,
    ...readEffect(row),
  }))
}
