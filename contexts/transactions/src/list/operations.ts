import type { Input } from '@countersign/contracts'
import {
  type tx as contract,
  Direction,
  Status,
  type TransferListQuery,
} from '@countersign/contracts/transactions'
import { cursorOf, isTimestamp, PlaceText } from '@countersign/kit/cursor'
import { fail, invalid } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import * as z from 'zod/mini'
import type { Caller, TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import { describe } from '../transfer/index.ts'
import { findMatching } from './find.store.ts'
import { withFound } from './found.store.ts'
import { countSections, countStatuses } from './list.store.ts'
import { type Begin, countAll, findPage, type Place } from './page.store.ts'
import { sourceOf } from './source.store.ts'

type InCompany = CompanyCall<TransactionsDeps, Caller, DB>

const placeOf = (query: TransferListQuery) =>
  cursorOf(
    `transfers ${JSON.stringify({ ...query, cursor: undefined, resultsPerPage: undefined, page: undefined, at: undefined })}`,
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
function beginOf({ query }: Input<typeof contract.list>, after: Begin['after']): Begin {
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

/** A page of the company's transfers, with how many there are. */
export async function list(
  { tx, company, deps, caller, at }: InCompany,
  { query }: Input<typeof contract.list>,
) {
  const filters = await withFound(tx, company, { ...query, me: caller.viewer.did, now: at })
  const places = placeOf({ ...query, vaspDID: company })
  const after = query.cursor === undefined ? undefined : places.read(deps.vault, query.cursor)
  const begin = beginOf({ query }, after)
  const source = await sourceOf(tx, company, filters)
  const limit = query.resultsPerPage
  const { sides, end, isPartial } = await findPage(tx, company, filters, source, limit, begin)
  const { total, isLowerBound } = await countAll(tx, company, filters, source)
  return {
    transactions: await describe(deps, tx, company, sides),
    paginateInfo: {
      totalItems: total,
      totalIsLowerBound: isLowerBound,
      itemCount: sides.length,
      itemsPerPage: query.resultsPerPage,
      totalPages: Math.ceil(total / query.resultsPerPage),
      currentPage: query.cursor === undefined && query.at === undefined ? (query.page ?? 0) : null,
      next: end ? places.write(deps.vault, end) : null,
      scannedUntil: end && isPartial ? wordOf(query.sort, end) : null,
    },
  }
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
