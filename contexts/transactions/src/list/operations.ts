import type { Input } from '@countersign/contracts'
import {
  type tx as contract,
  Direction,
  Status,
  type TransferListQuery,
} from '@countersign/contracts/transactions'
import { cursorOf, isTimestamp, PlaceText } from '@countersign/kit/cursor'
import type { CompanyCall } from '@countersign/kit/handlers'
import * as z from 'zod/mini'
import type { Caller, TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import { describe } from '../transfer/index.ts'
import { countAll, countSections, countStatuses, findMatching, findPage } from './list.store.ts'

type InCompany = CompanyCall<TransactionsDeps, Caller, DB>

const placeOf = (query: TransferListQuery) =>
  cursorOf(
    `transfers ${JSON.stringify({ ...query, cursor: undefined, resultsPerPage: undefined })}`,
    z.object({ value: PlaceText.check(z.refine(isTimestamp)), id: z.uuid() }),
  )

/** A page of the company's transfers, with how many there are. */
export async function list(
  { tx, company, deps, caller, at }: InCompany,
  { query }: Input<typeof contract.list>,
) {
  const filters = { ...query, me: caller.viewer.did, now: at }
  const places = placeOf({ ...query, vaspDID: company })
  const after = query.cursor === undefined ? undefined : places.read(deps.vault, query.cursor)
  const { sides, end } = await findPage(tx, company, filters, query.resultsPerPage, after)
  const { total, isLowerBound } = await countAll(tx, company, filters)
  return {
    transactions: await describe(deps, tx, company, sides),
    paginateInfo: {
      totalItems: total,
      totalIsLowerBound: isLowerBound,
      itemCount: sides.length,
      itemsPerPage: query.resultsPerPage,
      next: end ? places.write(deps.vault, end) : null,
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
