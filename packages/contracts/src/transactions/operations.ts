import * as z from 'zod/mini'
import type { Permission } from '../access.ts'
import { Cursor, Did, Instant, Line, ListOf, Whole, WholeText } from '../common.ts'
import { type Contract, canIn } from '../operation.ts'
import { Action } from './action.ts'
import { CreateIn, creationLimit, TxHash } from './creation.ts'
import { ReasonCode } from './reason.ts'
import { Direction, Section, Status, TransactionType } from './status.ts'
import { Act, Transaction } from './transfer.ts'

/** What a company's own people and machines do. Callers who work for one company may leave `vaspDID` out. */
const actsIn = <P extends Permission>(permission: P) =>
  canIn(permission, 'vaspDID', { people: 'own', sole: true })
/** What an operator who views the company may read too. */
const readsIn = <P extends Permission>(permission: P) =>
  canIn(permission, 'vaspDID', { people: 'inside', sole: true })

const TransferId = z.uuid()
/** The company acted for. */
const company = { vaspDID: z.optional(Did) }
/** The version that the caller saw; another one by now is a conflict. */
const seen = { version: z.optional(Whole(1)) }
/** Shared with the other company: it reads the comment once the personal data is released. */
const Comment = Line(500)
const because = { reason: z.optional(ReasonCode), comment: z.optional(Comment) }
const mustSayWhy = { reason: ReasonCode, comment: z.optional(Comment) }

const byQuery = z.object({
  ...company,
  id: TransferId,
  version: z.optional(WholeText(1)),
})
const byBody = <S extends z.core.$ZodLooseShape>(more: S) =>
  z.strictObject({ ...company, ...seen, id: TransferId, ...more })

/** A transfer with its history and what the reader may do with it now. */
export const TransactionDetail = z.extend(Transaction, {
  /** The newest 200 acts, oldest first. */
  actions: z.array(Act),
  /** What the reader's side can do now; roles and second persons are judged when it does. */
  allowed: z.array(Action),
  /** Items of requirements that the sealed data has, e.g. `originator.NAME`. */
  fields: z.array(z.string()),
  releasedAt: z.nullable(Instant),
  holdUntil: z.nullable(z.iso.date()),
})
export type TransactionDetail = z.infer<typeof TransactionDetail>

/** The orders of a list; `dueAt` for the inbox alone. */
export const transferOrders = [
  'createdAt:DESC',
  'createdAt:ASC',
  'updatedAt:DESC',
  'updatedAt:ASC',
  'dueAt:ASC',
] as const

/** How many transfers a page of a list has at the most. */
export const transferPageLimit = 100

const ListQuery = z.object({
  ...company,
  /** INBOX: what waits for the company. */
  txGroup: z.optional(z.enum(['INBOX'])),
  section: z.optional(ListOf(Section)),
  txDirection: z.optional(ListOf(Direction)),
  transactionType: z.optional(ListOf(TransactionType)),
  status: z.optional(ListOf(Status)),
  transactionAsset: z.optional(ListOf(z.string().check(z.maxLength(200)))),
  /** Counterparties. */
  vasps: z.optional(ListOf(Did)),
  /** Days, inclusive, in UTC. */
  start: z.optional(z.iso.date()),
  end: z.optional(z.iso.date()),
  assignee: z.optional(z.union([z.enum(['me', 'none']), Did])),
  overdue: z.optional(z.stringbool()),
  /** An id, a transaction hash, an own reference, an address, or how a counterparty's name begins. */
  q: z.optional(z.string().check(z.maxLength(200))),
  sort: z._default(z.enum(transferOrders), 'createdAt:DESC'),
  resultsPerPage: z._default(WholeText(1, transferPageLimit), transferPageLimit),
  cursor: z.optional(Cursor),
})
export type TransferListQuery = z.infer<typeof ListQuery>

/** How many there are, and where the neighbouring pages begin. */
const PaginateInfo = z.object({
  /** At most 10,000 are counted. */
  totalItems: Whole(),
  totalIsLowerBound: z.boolean(),
  itemCount: Whole(),
  itemsPerPage: Whole(),
  next: z.nullable(z.string()),
})

/** Why somebody opens personal data. The data's owner reads it too. */
export const openReasons = [
  'DECIDE',
  'CUSTOMER_REQUEST',
  'AUDIT',
  'AUTHORITY',
  'DATA_QUALITY',
  'OTHER',
] as const
export const OpenReason = z.enum(openReasons)
export type OpenReason = z.infer<typeof OpenReason>

/** The transfers of a company. Base path `/api`. */
export const tx = {
  create: {
    method: 'POST',
    path: '/tx/create',
    summary: 'Create a transfer',
    access: actsIn('transactions.create'),
    transaction: 'own',
    bodyLimit: creationLimit,
    body: CreateIn,
    returns: { 201: Transaction, 200: Transaction },
  },
  approve: {
    method: 'POST',
    path: '/tx/approve',
    summary: 'Send a transfer to its counterparty',
    access: actsIn('transactions.approve'),
    transaction: 'own',
    query: byQuery,
    returns: { 200: Transaction },
  },
  cancel: {
    method: 'POST',
    path: '/tx/cancel',
    summary: 'Cancel a transfer whose coins have not moved',
    access: actsIn('transactions.cancel'),
    transaction: 'own',
    body: byBody({
      ...mustSayWhy,
      /** States that the coins were not sent, though the systems were told to send them. */
      notBroadcast: z.optional(z.literal(true)),
    }),
    returns: { 200: Transaction },
  },
  confirm: {
    method: 'POST',
    path: '/tx/confirm',
    summary: 'Confirm that the destination is an address of the company',
    access: actsIn('transactions.confirm'),
    transaction: 'own',
    query: byQuery,
    returns: { 200: Transaction },
  },
  reject: {
    method: 'POST',
    path: '/tx/reject',
    summary: 'State that the destination is no address of the company',
    access: actsIn('transactions.reject'),
    transaction: 'own',
    body: byBody(because),
    returns: { 200: Transaction },
  },
  accept: {
    method: 'POST',
    path: '/tx/accept',
    summary: 'Accept a transfer',
    access: actsIn('transactions.accept'),
    transaction: 'own',
    query: byQuery,
    body: z.optional(z.strictObject(because)),
    returns: { 200: Transaction },
  },
  decline: {
    method: 'POST',
    path: '/tx/decline',
    summary: 'Decline a transfer',
    access: actsIn('transactions.decline'),
    transaction: 'own',
    body: byBody(mustSayWhy),
    returns: { 200: Transaction },
  },
  notReady: {
    method: 'POST',
    path: '/tx/notReady',
    summary: 'Tell the originator that the answer takes longer',
    access: actsIn('transactions.confirm'),
    transaction: 'own',
    body: byBody({ ...because, until: z.optional(Instant) }),
    returns: { 200: Transaction },
  },
  process: {
    method: 'POST',
    path: '/tx/process',
    summary: 'Tell the own systems to send the coins now',
    access: actsIn('transactions.approve'),
    transaction: 'own',
    body: byBody(mustSayWhy),
    returns: { 200: Transaction },
  },
  release: {
    method: 'POST',
    path: '/tx/release',
    summary: 'Release personal data that was withheld',
    access: actsIn('transactions.approve'),
    transaction: 'own',
    body: byBody(mustSayWhy),
    returns: { 200: Transaction },
  },
  setHash: {
    method: 'POST',
    path: '/tx/hash',
    summary: 'State the hash of the transaction on its network',
    access: actsIn('transactions.update'),
    transaction: 'own',
    body: byBody({ txHash: TxHash, vout: z.optional(Whole()) }),
    returns: { 200: Transaction },
  },
  info: {
    method: 'GET',
    path: '/tx/info',
    summary: 'Get one transfer with its history',
    access: readsIn('transactions.info'),
    query: z.object({ ...company, id: TransferId }),
    returns: { 200: TransactionDetail },
  },
  list: {
    method: 'GET',
    path: '/tx/list',
    limit: 'search',
    summary: 'List the company’s transfers',
    access: readsIn('transactions.list'),
    query: ListQuery,
    returns: {
      200: z.object({ transactions: z.array(Transaction), paginateInfo: PaginateInfo }),
    },
  },
  counts: {
    method: 'GET',
    path: '/tx/counts',
    summary: 'Count what waits for the company',
    access: readsIn('transactions.list'),
    query: z.object(company),
    returns: {
      200: z.object({
        sections: z.record(z.string(), Whole()),
        overdue: Whole(),
        unassigned: Whole(),
        byStatus: z.array(z.object({ direction: Direction, status: Status, count: Whole() })),
      }),
    },
  },
  assign: {
    method: 'POST',
    path: '/tx/assign',
    summary: 'Assign transfers to a person of the company, or to nobody',
    access: actsIn('transactions.update'),
    body: z.strictObject({
      ...company,
      ids: z.array(TransferId).check(z.minLength(1), z.maxLength(100)),
      assignee: z.nullable(Did),
    }),
    returns: { 200: z.object({ ids: z.array(TransferId) }) },
  },
  decrypt: {
    method: 'POST',
    path: '/tx/decrypt',
    limit: 'decrypt',
    summary: 'Open the personal data of a transfer; the data’s owner is told',
    access: actsIn('transactions.info'),
    body: z.strictObject({
      ...company,
      id: TransferId,
      reason: z.strictObject({ code: OpenReason, comment: z.optional(Comment) }),
    }),
    returns: {
      200: z.object({
        /** IVMS101 of 2023. */
        ivms101: z.unknown(),
        viewId: z.string(),
      }),
    },
  },
} as const satisfies Contract[string]
