import { DirectoryFilters } from '@countersign/contracts/trust'
import { recent } from '@countersign/kit/recent'
import { sql } from 'kysely'
import { countDirectory } from './directory.store.ts'
import type { Search } from './directory-filter.store.ts'
import type { TrustTx } from './tables.ts'

/**
 * How many companies a search finds, counted once until a company changes: a count reads every row
 * that matches, a page only its own. A change that commits while its count is kept shows after 5 s.
 */
export function directoryTotals() {
  const totals = recent<number>({ ms: 5_000, max: 1_000 })
  return async (tx: TrustTx, search: Search): Promise<number> => {
    const { reviewValue, filterByJurisdictionStatus } = search.filters
    // Verdicts and jurisdictions change by themselves.
    if (reviewValue?.length || filterByJurisdictionStatus?.length) return countDirectory(tx, search)
    const key = JSON.stringify([await lastChange(tx), filtersOf(search), search.audience])
    return (await totals.get(key, () => countDirectory(tx, search))) ?? 0
  }
}

async function lastChange(tx: TrustTx): Promise<string> {
  const { rows } = await sql<{ last: string }>`select last_value::text as last
    from trust.vasp_change`.execute(tx)
  return rows[0]?.last ?? ''
}

/** What a search is for, without which part of it is read and how. */
const filtersOf = ({ filters }: Search) =>
  Object.keys(DirectoryFilters.shape).map((name) => Reflect.get(filters, name) ?? null)
