import * as z from 'zod/mini'
import { Cursor, Did, Instant, Line, ListOf, Whole, WholeText } from '../common.ts'
import type { Contract } from '../operation.ts'
import type { Permission } from '../permission.ts'
import { dayFilters, narrowing } from './filter.ts'
import { actsIn, readsIn } from './own-operations.ts'
import { ReasonCode } from './reason.ts'
import { ListQuery } from './shapes.ts'
import { Status } from './status.ts'
import { Money } from './values.ts'

/** What can be done to many transfers at once, with the permission that it takes. */
export const bulkActions = {
  approve: 'transactions.approve',
  confirm: 'transactions.confirm',
  accept: 'transactions.accept',
  reject: 'transactions.reject',
  decline: 'transactions.decline',
  cancel: 'transactions.cancel',
  assign: 'transactions.update',
  snooze: 'transactions.update',
} as const satisfies Readonly<Record<string, Permission>>
export const BulkAction = z.enum(Object.keys(bulkActions) as (keyof typeof bulkActions)[])
export type BulkAction = z.infer<typeof BulkAction>

/** What V1 does to many transfers at once, with the permission that it takes. */
export const bulkNowActions = {
  accept: 'transactions.accept',
  approve: 'transactions.approve',
  cancel: 'transactions.cancel',
  confirm: 'transactions.confirm',
  decline: 'transactions.decline',
  reject: 'transactions.reject',
  notReady: 'transactions.confirm',
  redirect: 'transactions.redirect',
} as const satisfies Readonly<Record<string, Permission>>
const BulkNowAction = z.enum(Object.keys(bulkNowActions) as (keyof typeof bulkNowActions)[])

/** How many transfers are done before the answer; more are done in the background. */
export const bulkAtOnceLimit = 100

/** Those that only the company itself sees: they can be undone. */
export const undoable: readonly BulkAction[] = ['assign', 'snooze']

/** How many transfers one bulk action takes at the most. */
export const bulkLimit = 10_000

/**
 * CHECKING: its effect on each transfer is being found out. READY: it waits to be started. RUNNING, DONE.
 * CANCELLED: what was done until then stays done.
 */
export const bulkStates = ['CHECKING', 'READY', 'RUNNING', 'DONE', 'CANCELLED'] as const
export const BulkState = z.enum(bulkStates)
export type BulkState = z.infer<typeof BulkState>

/**
 * UNCHECKED: not looked at yet. POSSIBLE: can be done, and has not been. IMPOSSIBLE: left alone. DONE. FAILED: it
 * was possible before, and was refused.
 */
export const bulkOutcomes = ['UNCHECKED', 'POSSIBLE', 'IMPOSSIBLE', 'DONE', 'FAILED'] as const
export const BulkOutcome = z.enum(bulkOutcomes)
export type BulkOutcome = z.infer<typeof BulkOutcome>

const outcome = {
  outcome: BulkOutcome,
  /** The status that it gets, or got. */
  status: z.nullable(Status),
  /** Why not, or what else it takes. */
  problem: z.nullable(z.string()),
}

/** One action on many transfers. */
export const BulkTask = z.object({
  id: z.string(),
  action: BulkAction,
  reason: z.nullable(ReasonCode),
  state: BulkState,
  total: Whole(),
  /** The transfers by what becomes of them. */
  effects: z.array(z.object({ ...outcome, count: Whole() })),
  /** Of those that are possible or done: how many counterparties, and the value in the company's currency. */
  counterparties: Whole(),
  value: z.nullable(Money),
  /** The name is null once they have left. */
  by: z.object({ did: z.string(), name: z.nullable(z.string()) }),
  /** The bulk action that this one undoes. */
  undoes: z.nullable(z.string()),
  canUndo: z.boolean(),
  createdAt: Instant,
  endedAt: z.nullable(Instant),
})
export type BulkTask = z.infer<typeof BulkTask>

/** What became of one transfer. */
export const BulkItem = z.object({ transactionId: z.uuid(), ...outcome })
export type BulkItem = z.infer<typeof BulkItem>

const company = { vaspDID: z.optional(Did) }
const filters = ListQuery.shape
/** The filters of a list, as a body has them. */
export const Filter = z.strictObject({
  txGroup: filters.txGroup,
  section: filters.section,
  txDirection: filters.txDirection,
  transactionType: filters.transactionType,
  status: filters.status,
  transactionAsset: filters.transactionAsset,
  vasps: filters.vasps,
  ...dayFilters,
  ...narrowing,
  q: filters.q,
})
const results = { ...company, outcome: z.optional(BulkOutcome), cursor: z.optional(Cursor) }

/** Bulk actions on transfers: checked first, then done in the background. Base path `/api`. */
export const bulk = {
  act: {
    method: 'POST',
    path: '/tx/bulk',
    limit: 'bulk',
    summary:
      'Do the same to many transfers at once, as V1 does; `/tx/bulk/prepare` says first what it would do',
    access: actsIn('transactions.list'),
    transaction: 'own',
    bodyLimit: 512 * 1024,
    body: z.strictObject({
      ...company,
      action: BulkNowAction,
      /** Either these, or all between two companies whose status allows the action. */
      ids: z.optional(z.array(z.uuid()).check(z.minLength(1), z.maxLength(5_000))),
      originatorVASPdid: z.optional(Did),
      beneficiaryVASPdid: z.optional(Did),
      originAddress: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
      destinationAddress: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
      /** A reason's code; other text counts as a comment. Needed to decline and to cancel. */
      reason: z.optional(Line(500)),
      comment: z.optional(Line(500)),
      /** The company to redirect them to. */
      beneficiaryVASPdidTo: z.optional(Did),
    }),
    returns: {
      /** At most 100 transfers: all were done, or say why not. */
      200: z.object({
        results: z.array(
          z.object({
            id: z.uuid(),
            ok: z.boolean(),
            status: z.nullable(Status),
            error: z.optional(z.object({ name: z.string(), message: z.string() })),
          }),
        ),
      }),
      /** More: they are done in the background. */
      202: z.object({ taskId: z.string(), ids: z.array(z.uuid()) }),
    },
  },
  prepare: {
    method: 'POST',
    path: '/tx/bulk/prepare',
    limit: 'bulk',
    summary: 'Prepare a bulk action: its effect on each transfer is worked out first',
    access: actsIn('transactions.list'),
    bodyLimit: 512 * 1024,
    body: z.strictObject({
      ...company,
      action: BulkAction,
      /** Needed to decline and to cancel. */
      reason: z.optional(ReasonCode),
      /** Whom to assign them to; null: nobody. */
      assignee: z.optional(z.nullable(Did)),
      /** Until when to hide them; null: show them again. */
      until: z.optional(z.nullable(Instant)),
      /** Either these or all that a filter leaves. */
      ids: z.optional(z.array(z.uuid()).check(z.minLength(1), z.maxLength(bulkLimit))),
      filter: z.optional(Filter),
    }),
    returns: { 202: BulkTask },
  },
  list: {
    method: 'GET',
    path: '/tx/bulk',
    summary: 'List the newest bulk actions of the company',
    access: readsIn('transactions.list'),
    query: z.object({ ...company, state: z.optional(ListOf(BulkState)) }),
    /** At most 20. */
    returns: { 200: z.object({ tasks: z.array(BulkTask) }) },
  },
  get: {
    method: 'GET',
    path: '/tx/bulk/{taskId}',
    summary: 'Get a bulk action, with the outcome for each transfer',
    access: readsIn('transactions.list'),
    query: z.object({ ...results, limit: z._default(WholeText(1, 1_000), 100) }),
    returns: {
      200: z.object({ task: BulkTask, items: z.array(BulkItem), next: z.nullable(z.string()) }),
    },
  },
  start: {
    method: 'POST',
    path: '/tx/bulk/{taskId}/start',
    summary: 'Start a bulk action that was prepared',
    access: actsIn('transactions.list'),
    query: z.object(company),
    returns: { 202: BulkTask },
  },
  cancel: {
    method: 'POST',
    path: '/tx/bulk/{taskId}/cancel',
    summary: 'Cancel a bulk action; what is done stays done',
    access: actsIn('transactions.list'),
    query: z.object(company),
    returns: { 200: BulkTask },
  },
  undo: {
    method: 'POST',
    path: '/tx/bulk/{taskId}/undo',
    summary: 'Undo a bulk action that only the company itself sees',
    access: actsIn('transactions.list'),
    query: z.object(company),
    returns: { 202: BulkTask },
  },
} as const satisfies Contract[string]
