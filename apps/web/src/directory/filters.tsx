import {
  badgeFilters,
  type DirectoryFacets,
  jurisdictionStatuses,
  jurisdictionStatusLabels,
  regulatoryStatuses,
  reviewFilters,
  reviewLabels,
} from '@countersign/contracts/trust'
import { Search, SlidersHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { countryCodes, countryName } from '../jurisdiction/index.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { ComboboxField } from '../ui/form/combobox-field.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import type { FilterChip } from '../ui/table/chip-filter.tsx'
import { focusRow } from '../ui/table/list-keys.ts'
import {
  type ChangeSearch,
  type DirectorySearch,
  type StatedFilter,
  statedFilters,
  statedNames,
} from './search.ts'
import { DirectoryView, type DirectoryViewProps } from './view.tsx'

const badgeLabels: Record<(typeof badgeFilters)[number], string> = {
  super_vasp: 'Super VASP',
  verified: 'Verified',
  in_network: 'In-Network',
  claimed: 'Claimed',
}

const reviewWords: Record<(typeof reviewFilters)[number], string> = {
  ...reviewLabels,
  NULL: 'Not reviewed',
}

const activityWords = { sends: 'Sends data', receives: 'Receives data' } as const

/** Props of {@link DirectoryFilters}. */
export interface DirectoryFiltersProps {
  search: DirectorySearch
  change: ChangeSearch
  /** Counts beside the choices, for members of the network. */
  facets: DirectoryFacets | undefined
  signedIn: boolean
  /** Whether verdicts of a company can be filtered by. */
  reviews: boolean
  columns: DirectoryViewProps['columns']
}

/** Words and filters of the directory, with how many companies each choice leaves. */
export function DirectoryFilters(props: DirectoryFiltersProps) {
  const { search, change, facets, signedIn, reviews } = props
  // On a phone what was found comes first.
  const [open, setOpen] = useState(false)
  const on = chipsOf(search, change).length - (search.q ? 1 : 0)
  return (
    <search className="mb-3 flex flex-col gap-3">
      <div className="flex flex-wrap gap-x-3 gap-y-2 sm:flex-nowrap">
        <Words value={search.q} onChange={(q) => change({ q })} />
        <Button
          icon={SlidersHorizontal}
          aria-expanded={open}
          className="sm:hidden"
          onClick={() => setOpen(!open)}
        >
          Filters{on > 0 && ` (${on})`}
        </Button>
        <DirectoryView {...{ search, change, signedIn }} columns={props.columns} />
      </div>
      <div
        className={cx(
          'grid grid-cols-2 gap-2 sm:grid-cols-3 sm:gap-3 lg:gap-2',
          !open && 'max-sm:hidden',
          reviews
            ? 'lg:grid-cols-[1fr_1fr_1.1fr_1.5fr_1fr_.9fr_1fr]'
            : signedIn && 'lg:grid-cols-6',
        )}
      >
        <ComboboxField
          label="Country"
          labelHidden
          placeholder="Any country"
          options={[
            { value: '', label: 'Any country' },
            ...countryCodes
              .map((code) => ({
                value: code,
                label: countryName(code),
                detail: facets ? counted(facets.jurisdictions[code] ?? 0) : code,
              }))
              .toSorted(
                (a, b) =>
                  (facets?.jurisdictions[b.value] ?? 0) - (facets?.jurisdictions[a.value] ?? 0),
              ),
          ]}
          value={search.country ?? ''}
          onChange={(country) => change({ country: country || undefined })}
        />
        <Choice
          label="Badge"
          any="Any badge"
          values={badgeFilters}
          words={badgeLabels}
          counts={facets?.badge}
          value={search.badge}
          onChange={(badge) => change({ badge })}
        />
        <Choice
          label="Regulatory status"
          any="Any regulation"
          values={regulatoryStatuses}
          counts={facets?.regulatoryStatus}
          value={search.status}
          onChange={(status) => change({ status })}
        />
        {signedIn && (
          <>
            <Choice
              label="Travel Rule"
              any="Any Travel Rule status"
              values={jurisdictionStatuses}
              words={jurisdictionStatusLabels}
              counts={facets?.jurisdictionStatus}
              value={search.rule}
              onChange={(rule) => change({ rule })}
            />
            <Choice
              label="Activity"
              any="Any activity"
              values={['sends', 'receives'] as const}
              words={activityWords}
              value={search.activity}
              onChange={(activity) => change({ activity })}
            />
          </>
        )}
        {signedIn &&
          statedNames.map((name) => (
            <Stated
              key={name}
              name={name}
              value={search[name]}
              onChange={(value) => change({ [name]: value })}
            />
          ))}
        {reviews && (
          <Choice
            label="Our review"
            any="Any review"
            values={reviewFilters}
            words={reviewWords}
            counts={facets?.reviewValue}
            value={search.review}
            onChange={(review) => change({ review })}
          />
        )}
      </div>
    </search>
  )
}

const counted = (count: number) => (count === 1 ? '1 company' : `${count} companies`)

function Words({
  value,
  onChange,
}: {
  value: string | undefined
  onChange: (q: string | undefined) => void
}) {
  const [words, setWords] = useState(value ?? '')
  // The address may change by itself: Back, or a filter that was taken away.
  useEffect(() => setWords(value ?? ''), [value])
  return (
    <TextField
      label="Search companies"
      labelHidden
      className="w-full min-w-0 max-sm:flex-1"
      type="search"
      icon={Search}
      placeholder="Name, website, LEI or DID"
      maxLength={200}
      value={words}
      // From the words straight into what they found.
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
        event.preventDefault()
        focusRow(0)
      }}
      onChange={(event) => {
        setWords(event.target.value)
        onChange(event.target.value.trim() || undefined)
      }}
    />
  )
}

/** A value is asked for as a whole, so only once it is written. */
function Stated({
  name,
  value,
  onChange,
}: {
  name: StatedFilter
  value: string | undefined
  onChange: (value: string | undefined) => void
}) {
  const [typed, setTyped] = useState(value ?? '')
  useEffect(() => setTyped(value ?? ''), [value])
  const done = () => onChange(typed.trim() || undefined)
  return (
    <TextField
      label={statedFilters[name].label}
      labelHidden
      placeholder={statedFilters[name].any}
      maxLength={120}
      spellCheck={false}
      value={typed}
      onBlur={done}
      onKeyDown={({ key }) => key === 'Enter' && done()}
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}

function Choice<T extends string>(props: {
  label: string
  any: string
  values: readonly T[]
  words?: Readonly<Record<T, string>>
  counts?: Readonly<Record<string, number>> | undefined
  value: T | undefined
  onChange: (value: T | undefined) => void
}) {
  const { label, any, values, words, counts, value, onChange } = props
  const named = (one: T) => words?.[one] ?? one
  return (
    <SelectField
      label={label}
      labelHidden
      options={[
        { value: '', label: any },
        ...values.map((one) => ({
          value: one,
          label: counts ? `${named(one)} (${counts[one] ?? 0})` : named(one),
        })),
      ]}
      value={value ?? ''}
      onChange={(event) => onChange(values.find((one) => one === event.target.value))}
    />
  )
}

/** The filters that are on, each with the way to take it off. */
export function chipsOf(search: DirectorySearch, change: ChangeSearch): FilterChip[] {
  const chips = [
    [search.q && `“${search.q}”`, 'q'],
    [search.country && countryName(search.country), 'country'],
    [search.badge && badgeLabels[search.badge], 'badge'],
    [search.status, 'status'],
    [search.rule && `Travel Rule: ${jurisdictionStatusLabels[search.rule]}`, 'rule'],
    [search.activity && activityWords[search.activity], 'activity'],
    ...statedNames.map(
      (name) => [search[name] && `${statedFilters[name].chip} ${search[name]}`, name] as const,
    ),
    [search.review && `Our review: ${reviewWords[search.review]}`, 'review'],
  ] as const
  return chips.flatMap(([label, key]) =>
    label ? [{ label, onRemove: () => change({ [key]: undefined }) }] : [],
  )
}
