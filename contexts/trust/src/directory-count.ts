import { type DirectoryFacets, DirectoryFilters } from '@countersign/contracts/trust'
import { countDirectory } from './directory.store.ts'
import { facetsOf, type Group, totalFound } from './directory-facet.rules.ts'
import { countFacts, countOwnHidden, countReviewed, wordsOf } from './directory-facet.store.ts'
import type { Search } from './directory-filter.store.ts'
import { keptUntilChange } from './directory-kept.ts'
import type { TrustTx } from './tables.ts'

/** How many companies a search finds, and how many each further choice of a filter would leave. */
export type DirectoryCounts = {
  total(tx: TrustTx, search: Search): Promise<number>
  facets(tx: TrustTx, search: Search): Promise<DirectoryFacets>
}

/**
 * Counts of searches. The facts of all companies are read once until one changes, for whoever asks next
 * and whatever they filter by; only then what they may not see is taken out. A total that the facts do
 * not tell yet is counted by itself: a page does not wait for them.
 */
export function directoryCounts(): DirectoryCounts {
  const ofAll = keptUntilChange<readonly Group[]>(4)
  const ofWords = keptUntilChange<readonly Group[]>(50)
  const totals = keptUntilChange<number>(1_000)
  const factsKey = (search: Search) => JSON.stringify(wordsOf(search))
  return {
    async facets(tx, search) {
      const { filters, countries } = search
      const kept = hasWords(search) ? ofWords : ofAll
      const facts = await kept.get(tx, factsKey(search), () => countFacts(tx, search))
      const seen = await seenBy(tx, search, facts)
      return facetsOf(filters, countries, seen, await reviewedBy(tx, search))
    },
    async total(tx, search) {
      const { filters, countries } = search
      const facts = hasWords(search) ? undefined : await ofAll.peek(tx, factsKey(search))
      if (facts) {
        const seen = await seenBy(tx, search, facts)
        const reviewed = filters.reviewValue?.length ? await reviewedBy(tx, search) : undefined
        return totalFound(filters, countries, seen, reviewed)
      }
      // Verdicts change by themselves.
      if (filters.reviewValue?.length) return countDirectory(tx, search)
      return totals.get(tx, totalKey(search), () => countDirectory(tx, search))
    },
  }
}

const hasWords = ({ filters: { q, emailDomain, chainalysisName } }: Search): boolean =>
  Boolean(q || emailDomain || chainalysisName)

/** Of all companies those that the audience may see. */
async function seenBy(
  tx: TrustTx,
  search: Search,
  facts: readonly Group[],
): Promise<readonly Group[]> {
  const { own, isInternal } = search.audience
  if (isInternal) return facts
  const found = facts.filter(({ discoverable }) => discoverable)
  return own.length > 0 ? [...found, ...(await countOwnHidden(tx, search))] : found
}

/** Of the companies that the audience may see, those that the reviewer gave a verdict on. */
async function reviewedBy(tx: TrustTx, search: Search): Promise<readonly Group[] | undefined> {
  const reviewer = search.filters.reviewedByVaspDID
  return reviewer === undefined ? undefined : countReviewed(tx, search, reviewer)
}

/** What a search is for and who asks, without which part of it is read and how. */
const totalKey = ({ filters, audience, countries }: Search) =>
  JSON.stringify([
    Object.keys(DirectoryFilters.shape).map((name) => Reflect.get(filters, name) ?? null),
    audience,
    filters.filterByJurisdictionStatus?.length ? [...countries] : null,
  ])
