import { ActedBy, Action, ReasonCode, Side, Status } from '@countersign/contracts/transactions'
import { atEnd } from '@countersign/kit/at-end'
import { id as newId } from '@countersign/kit/ids'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { TransactionsTx } from '../tables.ts'

/** What follows of an act for the other company, or later. Timers that no part of the product sets yet are left out. */
export const stepKinds = [
  'FOLLOW',
  'ARRIVE',
  'DECIDE',
  'RELEASE',
  'VIEWED',
  'WAKE',
  'REQUEST_DUE',
  'NO_RESPONSE',
  'REVOKE',
  'SIMULATE',
  'CONTACT',
  'NETWORK',
  'PRICE',
  'REMIND',
] as const
export type StepKind = (typeof stepKinds)[number]
/** Those that no other step need wait for. */
const timers = new Set<StepKind>([
  'DECIDE',
  'VIEWED',
  'WAKE',
  'REQUEST_DUE',
  'NO_RESPONSE',
  'REVOKE',
  'SIMULATE',
  'CONTACT',
  'NETWORK',
  'PRICE',
  'REMIND',
])

/** What the other company hears of an act: codes alone. */
export const Followed = z.object({
  action: z.union([Action, z.enum(['create', 'notify'])]),
  side: Side,
  by: ActedBy,
  company: z.nullable(z.string()),
  from: z.nullable(Status),
  to: Status,
  reason: z.nullable(ReasonCode),
  /** A person or company of the personal data has another name than before. */
  renamed: z.optional(z.boolean()),
  /** The company that a transfer is to go to. */
  target: z.optional(z.string()),
  /** How often a timer ran before. */
  times: z.optional(z.int()),
  at: z.iso.datetime(),
})
export type Followed = z.infer<typeof Followed>

/** Why somebody looks. AUTO: a machine, or a person who need not say why each time. */
export const viewReasons = [
  'DECIDE',
  'CUSTOMER_REQUEST',
  'AUDIT',
  'AUTHORITY',
  'DATA_QUALITY',
  'OTHER',
  'AUTO',
] as const
export type ViewReason = (typeof viewReasons)[number]

/** In which way they look. */
export const viewHows = ['CLICK', 'AUTO', 'MACHINE', 'EXPORT', 'PRINT'] as const
export type ViewHow = (typeof viewHows)[number]

/**
 * What the owner of personal data learns of a view, as the arguments of its VIEWED step: company, role and
 * reason, never the person.
 */
export const Viewed = z.object({
  views: z.array(z.object({ id: z.string(), part: z.string(), version: z.int() })),
  viewer: z.string(),
  role: z.string(),
  reason: z.enum(viewReasons),
  how: z.enum(viewHows),
  at: z.iso.datetime(),
})
export type Viewed = z.infer<typeof Viewed>

/** What a step is about: an act, or a view. */
type About =
  | { readonly kind: Exclude<StepKind, 'VIEWED'>; readonly args: Followed }
  | { readonly kind: 'VIEWED'; readonly args: Viewed }

type Due = { readonly id: string; readonly transferId: string; readonly version: number }
/** A step that is due. */
export type DueStep = Due & About
/** One that follows an act. */
export type Step = Extract<DueStep, { readonly args: Followed }>

/** A step of a transfer, for the company on whose behalf it will run. */
export type NewStep = About & {
  readonly company: string
  readonly version: number
  /** Its place among the steps of this version. */
  readonly no: number
  readonly due: Date
}

/** A step that was added and is due at once. */
export type LeftStep = { readonly company: string; readonly id: string }

/** Those of each open transaction. */
const left = new WeakMap<object, LeftStep[]>()

/** What a transaction has added that is due at once: read before it ends, run once it has committed. */
export const leftSteps = (tx: object): readonly LeftStep[] => left.get(tx) ?? []

/** Adds steps, in the transaction of the act that they follow. */
export const addSteps = (
  tx: TransactionsTx,
  transferId: string,
  at: Date,
  steps: readonly NewStep[],
): Promise<void> =>
  addStepsOf(
    tx,
    at,
    steps.map((step) => ({ ...step, transferId })),
  )

/** The same for many transfers at once. */
export async function addStepsOf(
  tx: TransactionsTx,
  at: Date,
  steps: readonly (NewStep & { readonly transferId: string })[],
): Promise<void> {
  if (steps.length === 0) return
  const named = steps.map((step) => ({ ...step, id: newId('stp', at.getTime()) }))
  const now = named.flatMap(({ company, id, due }) => (due > at ? [] : [{ company, id }]))
  left.set(tx, [...leftSteps(tx), ...now])
  const rows = tx.insertInto('transactions.step').values(
    named.map(({ transferId, company, id, kind, version, no, due, args }) => ({
      vasp_did: company,
      id,
      transfer_id: transferId,
      kind,
      version,
      no,
      due_at: due,
      timer: timers.has(kind),
      args: JSON.stringify(args),
    })),
  )
  await atEnd(tx, rows)
}

/**
 * Takes the first open step of a transfer for the company of the transaction, which does it: none where
 * another process holds it, or where an earlier one must come first. Timers wait for nobody.
 */
export async function takeStep(
  tx: TransactionsTx,
  company: string,
  transferId: string,
  now: Date,
): Promise<DueStep | undefined> {
  const first = tx
    .selectFrom('transactions.step')
    .select('id')
    .where('vasp_did', '=', company)
    .where('transfer_id', '=', transferId)
    .where('done_at', 'is', null)
    .where((where) =>
      where.or([
        where('timer', '=', false),
        where.and([where('due_at', '<=', now), where('stuck', '=', false)]),
      ]),
    )
    .orderBy('version')
    .orderBy('no')
    .limit(1)
  const taken = tx
    .selectFrom('transactions.step')
    .select('id')
    .where('vasp_did', '=', company)
    // By these two the index has it; by the first alone it would be read to the end.
    .where('transfer_id', '=', transferId)
    .where('id', '=', first)
    .where('done_at', 'is', null)
    .where('stuck', '=', false)
    .where('due_at', '<=', now)
    .forUpdate()
    .skipLocked()
  const row = await tx
    .updateTable('transactions.step')
    .set({ done_at: now, result: 'DONE' })
    .where('vasp_did', '=', company)
    .where('id', '=', taken)
    .returning(['id', 'transfer_id', 'version', 'kind', 'args'])
    .executeTakeFirst()
  if (!row) return undefined
  const due = { id: row.id, transferId: row.transfer_id, version: row.version }
  const kind = z.enum(stepKinds).parse(row.kind)
  return kind === 'VIEWED'
    ? { ...due, kind, args: Viewed.parse(row.args) }
    : { ...due, kind, args: Followed.parse(row.args) }
}

/** Seconds until a step that failed is tried again; after the last it is tried each ten minutes. */
const pauses = [1, 5, 30, 120, 600]
/** How often a step is tried before it counts as stuck. */
const maxTries = 20

/** Notes that the step that `takeStep` took failed: it waits, and is stuck after too many tries. */
export const postponeStep = (
  tx: TransactionsTx,
  company: string,
  transferId: string,
  at: Date,
): Promise<unknown> =>
  sql`update transactions.step set tries = tries + 1, stuck = tries + 1 >= ${maxTries},
      due_at = ${at}::timestamptz + make_interval(secs =>
        (${pauses}::int[])[least(tries + 1, ${pauses.length})])
    where vasp_did = ${company} and id = (select id from transactions.step
      where vasp_did = ${company} and transfer_id = ${transferId} and done_at is null
        and (not timer or (due_at <= ${at} and not stuck))
      order by version, no limit 1)`.execute(tx)

/** Transfers with steps that are due, longest first. For the relay, which sees whose they are and no more. */
export const findDueSteps = async (
  tx: TransactionsTx,
  now: Date,
  limit: number,
): Promise<{ company: string; transferId: string }[]> => {
  const rows = await tx
    .selectFrom('transactions.step')
    .select(['vasp_did', 'transfer_id'])
    .select(({ fn }) => fn.min('due_at').as('due'))
    .where('done_at', 'is', null)
    .where('stuck', '=', false)
    .where('due_at', '<=', now)
    .groupBy(['vasp_did', 'transfer_id'])
    .orderBy('due')
    .orderBy('transfer_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ company: row.vasp_did, transferId: row.transfer_id }))
}

/** Asks for the price of a transfer that has none, a minute later. */
export const priceSoon = (
  tx: TransactionsTx,
  company: string,
  { transferId, version, args }: Pick<Step, 'transferId' | 'version' | 'args'>,
  at: Date,
): Promise<void> =>
  addSteps(tx, transferId, at, [
    { company, kind: 'PRICE', version, no: 9, due: new Date(at.getTime() + 60_000), args },
  ])
