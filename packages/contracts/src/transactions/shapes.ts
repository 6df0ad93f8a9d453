import * as z from 'zod/mini'
import { Cursor, Did, Instant, ListOf, Whole, WholeText } from '../common.ts'
import { Action } from './action.ts'
import { dayFilters, narrowing, pageStart } from './filter.ts'
import { Direction, Section, Status, TransactionType } from './status.ts'
import { Price, Threshold } from './threshold.ts'
import { Act, Transaction } from './transfer.ts'

/** What `decrypt` adds. */
const opened = {
  /** With `decrypt`, for a person: IVMS101 of 2023. */
  ivms101: z.optional(z.unknown()),
  /** With `decrypt`, for a machine: the same, encrypted to each of its keys. */
  ivms101Jwe: z.optional(z.array(z.object({ kid: z.string(), jwe: z.string() }))),
}

/** A transfer of a list. */
export const ListedTransaction = z.extend(Transaction, {
  ...opened,
  /** With `includeActions`. */
  actions: z.optional(z.array(Act)),
})

/** A transfer with its history and what the reader may do with it now. */
export const TransactionDetail = z.extend(Transaction, {
  /** The newest 200 acts, oldest first. */
  actions: z.array(Act),
  /** What the reader's side can do now; roles and second persons are judged when it does. */
  allowed: z.array(Action),
  /** Items of requirements that the sealed data has, e.g. `originator.NAME`. */
  fields: z.array(z.string()),
  ...opened,
  releasedAt: z.nullable(Instant),
  holdUntil: z.nullable(z.iso.date()),
})
export type TransactionDetail = z.infer<typeof TransactionDetail>

/** The orders of a list; `dueAt` for the inbox alone. `transactionAmount`: by value, unknown ones last. */
export const transferOrders = [
  'createdAt:DESC',
  'createdAt:ASC',
  'updatedAt:DESC',
  'updatedAt:ASC',
  'dueAt:ASC',
  'transactionAmount:DESC',
  'transactionAmount:ASC',
] as const

/** How many transfers a page of a list has at the most. */
export const transferPageLimit = 100
/** How many of them are opened at once. */
export const openedPageLimit = 25

/** The filters of a list. */
export const ListQuery = z.object({
  vaspDID: z.optional(Did),
  /** INBOX: what waits for the company. */
  txGroup: z.optional(z.enum(['INBOX'])),
  section: z.optional(ListOf(Section)),
  txDirection: z.optional(ListOf(Direction)),
  transactionType: z.optional(ListOf(TransactionType)),
  status: z.optional(ListOf(Status)),
  transactionAsset: z.optional(ListOf(z.string().check(z.maxLength(200)))),
  /** Counterparties. */
  vasps: z.optional(ListOf(Did)),
  ...dayFilters,
  ...narrowing,
  assignee: z.optional(z.union([z.enum(['me', 'none']), Did])),
  overdue: z.optional(
    z.pipe(
      z.enum(['true', 'false']),
      z.transform((text) => text === 'true'),
    ),
  ),
  /** An id, a transaction hash, an own reference, an address, or how a counterparty's name begins. */
  q: z.optional(z.string().check(z.maxLength(200))),
  sort: z._default(z.enum(transferOrders), 'createdAt:DESC'),
  resultsPerPage: z._default(WholeText(1, transferPageLimit), transferPageLimit),
  cursor: z.optional(Cursor),
  ...pageStart,
})
export type TransferListQuery = z.infer<typeof ListQuery>

/** How many there are, and where the next page begins. */
export const PaginateInfo = z.object({
  /** Exact for lists by direction, status, type, asset and days; of others at most 10,000 are counted. */
  totalItems: Whole(),
  totalIsLowerBound: z.boolean(),
  itemCount: Whole(),
  itemsPerPage: Whole(),
  totalPages: Whole(),
  /** Null where a cursor or an instant says where the page begins. */
  currentPage: z.nullable(Whole()),
  next: z.nullable(z.string()),
  /**
   * Set where the page isn't full and there may be more: so far the list was searched, as an instant, or as an amount
   * in a list by value. `next` goes on from there.
   */
  scannedUntil: z.nullable(z.string()),
})
export type PaginateInfo = z.infer<typeof PaginateInfo>

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

const Issues = z.array(
  z.object({
    /** Where it stands in the request, by name and index. */
    loc: z.array(z.union([z.string(), z.int()])),
    msg: z.string(),
    /** The rule: `MISSING`, one of IVMS101 such as `C4`, or a fault of the shape. */
    type: z.string(),
  }),
)

/** Whose the destination is, as far as the company may know. */
const found = {
  beneficiaryAddressType: z.enum(['HOSTED', 'UNHOSTED', 'UNKNOWN']),
  addressSource: z.enum(['INTERNAL', 'ADDRESS_HASH', 'NETWORK', 'UNKNOWN']),
  /** As stated, else the company whose address it is. */
  beneficiaryVASPdid: z.nullable(Did),
  beneficiaryVASPname: z.nullable(z.string()),
}

/** What would become of a transfer. */
export const Validation = z.object({
  ...found,
  isValid: z.boolean(),
  type: TransactionType,
  threshold: Threshold,
  price: z.nullable(Price),
  errors: Issues,
  /** What is missing and does not matter to the law, or not yet. */
  warnings: Issues,
  /** The status that it would begin with; null: it would be refused. */
  wouldReach: z.nullable(Status),
})
export type Validation = z.infer<typeof Validation>

/** What a transfer still lacks, in the words of V1. */
export const v1Errors = [
  'beneficiaryNameMissing',
  'beneficiaryAccountNumberMissing',
  'beneficiaryAddressMissing',
  'beneficiaryOwnershipProofMissing',
] as const

/** What would become of a transfer, as V1 answers. */
export const V1Validation = z.object({
  isValid: z.boolean(),
  type: TransactionType,
  ...found,
  errors: z.array(z.enum(v1Errors)),
})
export type V1Validation = z.infer<typeof V1Validation>

/** One look at one part of a transfer's personal data, or at a customer's. Only the reader's own people are named. */
export const PersonalDataView = z.object({
  id: z.string(),
  /** Null where a customer's data was opened outside a transfer. */
  transactionId: z.nullable(z.uuid()),
  /** The own customer, where the company knows which one it is. */
  customerRef: z.nullable(z.string()),
  part: z.enum(['ORIGINATOR', 'BENEFICIARY', 'COMMENTS', 'CUSTOMER']),
  viewerVASPdid: Did,
  viewerVASPname: z.nullable(z.string()),
  ownerVASPdid: Did,
  by: z.nullable(z.string()),
  byName: z.nullable(z.string()),
  reason: z.string(),
  how: z.enum(['CLICK', 'AUTO', 'MACHINE', 'EXPORT', 'PRINT']),
  at: Instant,
})
export type PersonalDataView = z.infer<typeof PersonalDataView>

/** Which looks at personal data to list. */
export const ViewsQuery = z.object({
  vaspDID: z.optional(Did),
  /** Of one transfer. */
  id: z.optional(z.uuid()),
  /** Of one customer. */
  customerRef: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))),
  /** Whose people opened it. */
  viewerVASPdid: z.optional(Did),
  /** A person of the company. */
  by: z.optional(Did),
  /** Days in UTC, inclusive. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  limit: z._default(WholeText(1, 200), 200),
  cursor: z.optional(Cursor),
})
