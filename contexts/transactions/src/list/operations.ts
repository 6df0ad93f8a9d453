import type { Input, Output } from '@countersign/contracts'
import {
  tx as contract,
  Direction,
  openedPageLimit,
  Status,
  type TransferListQuery,
} from '@countersign/contracts/transactions'
import { addressOf } from '@countersign/kit/client'
import { cursorOf, isTimestamp, PlaceText } from '@countersign/kit/cursor'
import { fail, invalid } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import * as z from 'zod/mini'
import type { Caller, TransactionsDeps } from '../deps.ts'
import { type Opened, openListed } from '../opening/index.ts'
import type { DB } from '../tables.gen.ts'
import { actsOf, describe } from '../transfer/index.ts'
import { findMatching } from './find.store.ts'
import { withFound } from './found.store.ts'
import { countSections, countStatuses } from './list.store.ts'
import { type Begin, countAll, findPage, type Place } from './page.store.ts'
import { sourceOf } from './source.store.ts'

type InCompany = CompanyCall<TransactionsDeps, Caller, DB>

type ListQuery = Input<typeof contract.list>['query']

/** A cursor belongs to its company, filters and order; the page may be shown otherwise. */
const shownBy = {
  cursor: undefined,
  resultsPerPage: undefined,
  page: undefined,
  at: undefined,
  decrypt: undefined,
  decryptReason: undefined,
  includeActions: undefined,
  csv: undefined,
}

const placeOf = (query: ListQuery) =>
  cursorOf(
    `transfers ${JSON.stringify({ ...query, ...shownBy })}`,
    z.object({
      value: PlaceText.check(
        z.refine((text) => (isValue(query.sort) ? /^-?\d{1,19}$/.test(text) : isTimestamp(text))),
      ),
      id: z.uuid(),
    }),
  )

const isValue = (sort: TransferListQuery['sort']) => sort.startsWith('transactionAmount')

/** How far a list was searched: an instant, or an amount. */
const wordOf = (sort: TransferListQuery['sort'], { value }: Place): string =>
  isValue(sort) ? (Number(value) / 10_000).toFixed(4) : new Date(value).toISOString()

/** Rows beyond are reached by a cursor. */
const deepest = 1_000

/** Where the page that is asked for begins. @throws 400 too deep, 422 */
function beginOf(query: ListQuery, after: Begin['after']): Begin {
  const { page, at, sort, resultsPerPage } = query
  if ([page, at, query.cursor].filter((one) => one !== undefined).length > 1)
    throw invalid(['query', 'page'], 'Give only one of page, at and cursor')
  if (at !== undefined && (isValue(sort) || sort === 'dueAt:ASC'))
    throw invalid(['query', 'at'], 'Only a list by time has a page at an instant')
  const offset = (page ?? 0) * resultsPerPage
  if (offset + resultsPerPage > deepest && offset > 0)
    throw fail('bad_request', 'Only the first 1,000 transfers have page numbers. Use the cursor.', {
      wire: 'CountersignTransactionPageTooDeepError',
    })
  return { after, offset, at: at === undefined ? undefined : new Date(at) }
}

/** How many acts of each transfer a list has. */
const listedActs = 20

/** Where the same list is as a file, beside the list. */
function fileOf(query: ListQuery): string {
  const { decrypt, ...filters } = query
  if (decrypt)
    throw invalid(['query', 'csv'], 'A file of a list has no personal data. Request an export.')
  const known = new Set(Object.keys(contract.csv.query.shape))
  const kept = Object.entries(filters).filter(([name]) => known.has(name))
  return addressOf(contract.csv, { query: Object.fromEntries(kept) }).slice('/tx/'.length)
}

/** A page of the company's transfers, with how many there are, or where they are as a file. */
export async function list(
  call: InCompany,
  { query }: Input<typeof contract.list>,
): Promise<Output<typeof contract.list>> {
  const { tx, company, deps, caller, at } = call
  if (query.csv) return { status: 303, body: undefined, headers: { location: fileOf(query) } }
  const filters = await withFound(tx, company, { ...query, me: caller.viewer.did, now: at })
  const places = placeOf({ ...query, vaspDID: company })
  const after = query.cursor === undefined ? undefined : places.read(deps.vault, query.cursor)
  const limit = query.decrypt
    ? Math.min(query.resultsPerPage, openedPageLimit)
    : query.resultsPerPage
  const begin = beginOf({ ...query, resultsPerPage: limit }, after)
  const source = await sourceOf(tx, company, filters)
  const { sides, end, isPartial } = await findPage(tx, company, filters, source, limit, begin)
  const { total, isLowerBound } = await countAll(tx, company, filters, source)
  const transactions = await describe(deps, tx, company, sides)
  const paginateInfo = {
    totalItems: total,
    totalIsLowerBound: isLowerBound,
    itemCount: sides.length,
    itemsPerPage: limit,
    totalPages: Math.ceil(total / limit),
    currentPage: query.cursor === undefined && query.at === undefined ? (query.page ?? 0) : null,
    next: end ? places.write(deps.vault, end) : null,
    scannedUntil: end && isPartial ? wordOf(query.sort, end) : null,
  }
  const ids = transactions.map(({ id }) => id)
  const acts = query.includeActions ? await actsOf(call, ids, listedActs) : new Map()
  const opened: ReadonlyMap<string, Opened> = query.decrypt
    ? await openListed(call, ids, query.decryptReason)
    : new Map()
  const listed = transactions.map((one) => ({
    ...one,
    ...(query.includeActions && { actions: acts.get(one.id) ?? [] }),
    ...opened.get(one.id),
  }))
  return { status: 200, body: { transactions: listed, paginateInfo } }
}

/** The company's transfers with this hash, destination or reference. */
export async function query(
  { tx, company, deps }: InCompany,
  { query: wanted }: Input<typeof contract.query>,
) {
  const sides = await findMatching(tx, company, wanted, 100)
  return { transactions: await describe(deps, tx, company, sides) }
}

/** What waits for the company. */
export async function counts({ tx, company, at }: InCompany) {
  const waiting = await countSections(tx, company, at)
  const sum = (of: (row: (typeof waiting)[number]) => number) =>
    waiting.reduce((all, row) => all + Number(of(row)), 0)
  const byStatus = await countStatuses(tx, company)
  return {
    sections: Object.fromEntries(
      waiting.flatMap(({ section, n }) => (section === null ? [] : [[section, Number(n)]])),
    ),
    overdue: sum((row) => row.overdue),
    unassigned: sum((row) => row.unassigned),
    byStatus: byStatus.map(({ direction, status, n }) => ({
      direction: Direction.parse(direction),
      status: Status.parse(status),
      count: Number(n),
    })),
  }
}
