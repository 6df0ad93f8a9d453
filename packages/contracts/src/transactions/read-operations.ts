import * as z from 'zod/mini'
import { Cursor, Did, Line, Whole, WholeText } from '../common.ts'
import type { Contract } from '../operation.ts'
import { TxHash } from './creation.ts'
import { narrowing, Yes } from './filter.ts'
import { actsIn, readsIn } from './own-operations.ts'
import {
  ListedTransaction,
  ListQuery,
  OpenReason,
  openedPageLimit,
  PaginateInfo,
  PersonalDataView,
  TransactionDetail,
  ViewsQuery,
} from './shapes.ts'
import { Direction, Status } from './status.ts'
import { Act, Transaction, TransactionRef } from './transfer.ts'

/** The company acted for. */
const company = { vaspDID: z.optional(Did) }

/** How transfers are read, and what of them is sealed. */
export const readOperations = {
  info: {
    method: 'GET',
    path: '/tx/info',
    rate: 'transferReads',
    summary: 'Get one transfer with its history',
    access: readsIn('transactions.info'),
    transaction: 'own',
    limitWith: { query: 'decrypt', limit: 'decrypt' },
    query: z.object({
      ...company,
      id: z.uuid(),
      /**
       * Opens the personal data too; the data’s owner is told. People need `transactions.autoDecryption` and the
       * setting, machines a key.
       */
      decrypt: z.optional(Yes),
    }),
    returns: { 200: TransactionDetail },
  },
  list: {
    method: 'GET',
    path: '/tx/list',
    rate: 'transferReads',
    limit: 'search',
    summary: 'List the company’s transfers',
    access: readsIn('transactions.list'),
    limitWith: {
      query: 'decrypt',
      limit: 'decrypt',
      rows: 'resultsPerPage',
      most: openedPageLimit,
    },
    query: z.extend(ListQuery, {
      /**
       * Opens the personal data of a page of at most 25 transfers too, as `/tx/info` does; each counts towards the
       * limit. Transfers whose data can’t be opened are listed without.
       */
      decrypt: z.optional(Yes),
      /** Why a person opens it: the data’s owner reads it. */
      decryptReason: z.optional(OpenReason),
      /** Each transfer with its newest acts, oldest first: at most 20. */
      includeActions: z.optional(Yes),
      /** Leads to `/tx/csv` with the same filters. */
      csv: z.optional(Yes),
    }),
    returns: {
      200: z.object({ transactions: z.array(ListedTransaction), paginateInfo: PaginateInfo }),
      303: null,
    },
  },
  csv: {
    method: 'GET',
    path: '/tx/csv',
    rate: 'transferReads',
    limit: 'search',
    summary: 'Download a list of at most 5,000 transfers as CSV, without personal data',
    access: readsIn('transactions.list'),
    /** The filters and the order of the list; times are in its zone. */
    query: z.omit(ListQuery, { resultsPerPage: true, cursor: true, page: true, at: true }),
    download: true,
    returns: { 200: null },
  },
  actions: {
    method: 'GET',
    path: '/tx/actions',
    rate: 'transferReads',
    summary: 'List the actions on a transfer, newest page first',
    access: readsIn('transactions.info'),
    query: z.object({ ...company, id: z.uuid(), cursor: z.optional(Cursor) }),
    /** At most 200, oldest first; `next` has those before. */
    returns: { 200: z.object({ actions: z.array(Act), next: z.nullable(z.string()) }) },
  },
  query: {
    method: 'GET',
    path: '/tx/query',
    rate: 'transferReads',
    limit: 'search',
    summary: 'Find transfers by hash, destination or own reference',
    access: readsIn('transactions.query'),
    query: z
      .object({
        ...company,
        txHash: z.optional(TxHash),
        destination: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
        transactionRef: z.optional(TransactionRef),
        /** The company's own reference of a customer. */
        customerRef: narrowing.customerRef,
        /** The output of the transaction, beside its hash. */
        vout: z.optional(WholeText(0)),
      })
      .check(
        z.refine(
          ({ txHash, destination, transactionRef, customerRef }) =>
            [txHash, destination, transactionRef, customerRef].some((one) => one !== undefined),
          'Give a hash, a destination or a reference',
        ),
      ),
    /** At most 100, the newest first. */
    returns: { 200: z.object({ transactions: z.array(Transaction) }) },
  },
  piiViews: {
    method: 'GET',
    path: '/tx/pii-views',
    summary: 'List who opened personal data, of one transfer or of all',
    access: actsIn('transactions.approve'),
    query: ViewsQuery,
    /** The newest first. */
    returns: {
      200: z.object({ views: z.array(PersonalDataView), next: z.nullable(z.string()) }),
    },
  },
  counts: {
    method: 'GET',
    path: '/tx/counts',
    rate: 'transferReads',
    summary: 'Count the transfers waiting for the company',
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
  decrypt: {
    method: 'POST',
    path: '/tx/decrypt',
    limit: 'decrypt',
    summary: 'Open the personal data of a transfer; the data’s owner is told',
    access: actsIn('transactions.info'),
    transaction: 'own',
    body: z.strictObject({
      ...company,
      id: z.uuid(),
      /** These alone; all unless stated. */
      parts: z.optional(
        z.array(z.enum(['ORIGINATOR', 'BENEFICIARY', 'COMMENTS'])).check(z.minLength(1)),
      ),
      reason: z.strictObject({ code: OpenReason, comment: z.optional(Line(500)) }),
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
