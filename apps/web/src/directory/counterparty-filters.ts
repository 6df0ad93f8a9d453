import { type Counterparty, reviewLabels } from '@countersign/contracts/trust'
import { isDue } from '../review/index.ts'
import type { Filter } from '../ui/list/filters.ts'
import { type CounterpartySearch, reviewStates } from './counterparty-search.ts'

const stateLabels: Record<(typeof reviewStates)[number], string> = {
  open: 'Open: not reviewed or due again',
  none: 'Not reviewed',
  due: 'Due again',
  ...reviewLabels,
}

/** Whether the filters let a counterparty pass. */
export function fits({ q = '', review }: CounterpartySearch, one: Counterparty): boolean {
  if (!`${one.vaspName} ${one.vaspDID}`.toLowerCase().includes(q.trim().toLowerCase())) return false
  if (!review) return true
  if (review === 'none') return one.review === null
  if (review === 'due') return isDue(one.review)
  if (review === 'open') return one.review === null || isDue(one.review)
  return one.review?.reviewValue === review
}

/** Words and review state, with how many counterparties each choice leaves. */
export const fieldsFor = (
  rows: readonly Counterparty[],
  search: CounterpartySearch,
): Filter<CounterpartySearch>[] => [
  { key: 'q', label: 'Search counterparties', placeholder: 'Name or DID' },
  {
    key: 'review',
    label: 'Our review',
    chip: 'Review:',
    any: 'Any review',
    options: reviewStates.map((value) => ({
      value,
      label: stateLabels[value],
      count: rows.filter((one) => fits({ ...search, review: value }, one)).length,
    })),
  },
]
