import { type Counterparty, reviewLabels } from '@countersign/contracts/trust'
import { Search } from 'lucide-react'
import { isDue } from '../review/index.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import type { FilterChip } from '../ui/table/chip-filter.tsx'
import { focusRow } from '../ui/table/list-keys.ts'
import { type CounterpartySearch, reviewStates } from './counterparty-search.ts'
import { filtersOf } from './view-filters.ts'
import { SavedViews } from './view-tools.tsx'

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

/** The filters that are on, each with the way to take it off. */
export function chipsOf({ q, review }: CounterpartySearch, change: Change): FilterChip[] {
  return [
    ...(q ? [{ label: `“${q}”`, onRemove: () => change({ q: undefined }) }] : []),
    ...(review
      ? [
          {
            label: `Review: ${stateLabels[review]}`,
            onRemove: () => change({ review: undefined }),
          },
        ]
      : []),
  ]
}

type Change = (changes: Partial<CounterpartySearch>) => void

/** Words and review state, and views of the viewer's own made of them. */
export function CounterpartyFilters({
  search,
  rows,
  change,
}: {
  search: CounterpartySearch
  rows: readonly Counterparty[]
  change: Change
}) {
  const words = { ...search, review: undefined }
  const counted = (review: (typeof reviewStates)[number]) =>
    rows.filter((one) => fits({ ...words, review }, one)).length
  return (
    <search className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 sm:flex-nowrap">
      <TextField
        label="Search counterparties"
        labelHidden
        className="w-full"
        type="search"
        icon={Search}
        placeholder="Name or DID"
        maxLength={200}
        value={search.q ?? ''}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
          event.preventDefault()
          focusRow(0)
        }}
        onChange={({ target }) => change({ q: target.value || undefined })}
      />
      <SelectField
        label="Our review"
        labelHidden
        className="min-w-48 flex-1"
        options={[
          { value: '', label: 'Any review' },
          ...reviewStates.map((value) => ({
            value,
            label: `${stateLabels[value]} (${counted(value)})`,
          })),
        ]}
        value={search.review ?? ''}
        onChange={({ target }) =>
          change({ review: reviewStates.find((state) => state === target.value) })
        }
      />
      <SavedViews
        screen="counterparties"
        filters={filtersOf(search)}
        onChoose={({ q, review }) =>
          change({ q, review: reviewStates.find((state) => state === review) })
        }
      />
    </search>
  )
}
