import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import type { FilterChip } from '../ui/table/chip-filter.tsx'
import type { AuditSearch } from './search.ts'
import { actionGroups } from './words.ts'

type Change = (changes: Partial<AuditSearch>) => void

/** What and who and when; it stands in the address. */
export function AuditFilters({ search, change }: { search: AuditSearch; change: Change }) {
  return (
    <search className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-[12rem_minmax(10rem,1fr)_minmax(10rem,1fr)_9.5rem_9.5rem]">
      <SelectField
        label="About"
        options={[
          { value: '', label: 'Everything' },
          ...Object.entries(actionGroups).map(([value, label]) => ({ value, label })),
        ]}
        value={search.action ?? ''}
        onChange={(event) => change({ action: event.target.value || undefined })}
      />
      <Words
        label="Who"
        placeholder="DID or client:…"
        value={search.actor}
        onChange={(actor) => change({ actor })}
      />
      <Words
        label="Object"
        placeholder="ID"
        value={search.object}
        onChange={(object) => change({ object })}
      />
      <TextField
        label="From"
        type="date"
        value={search.from ?? ''}
        onChange={(event) => change({ from: event.target.value || undefined })}
      />
      <TextField
        label="Until"
        type="date"
        value={search.to ?? ''}
        onChange={(event) => change({ to: event.target.value || undefined })}
      />
    </search>
  )
}

type WordsProps = {
  label: string
  placeholder: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** An id to look for; it is looked for when it is whole, so on Enter or on leaving the field. */
function Words({ label, placeholder, value, onChange }: WordsProps) {
  const [words, setWords] = useState(value ?? '')
  useEffect(() => setWords(value ?? ''), [value])
  const apply = () => {
    const next = words.trim() || undefined
    if (next !== value) onChange(next)
  }
  return (
    <TextField
      label={label}
      type="search"
      icon={Search}
      mono
      placeholder={placeholder}
      maxLength={256}
      value={words}
      onChange={(event) => setWords(event.target.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  )
}

/** The filters that are on, each with the way to take it off. */
export function auditChips(search: AuditSearch, change: Change): FilterChip[] {
  const chips = [
    [search.action && (actionGroups[search.action] ?? search.action), 'action'],
    [search.actor && `Who: ${search.actor}`, 'actor'],
    [search.object && `Object: ${search.object}`, 'object'],
    [search.from && `From ${search.from}`, 'from'],
    [search.to && `Until ${search.to}`, 'to'],
  ] as const
  return chips.flatMap(([label, key]) =>
    label ? [{ label, onRemove: () => change({ [key]: undefined }) }] : [],
  )
}

/** No filter at all. */
export const noAuditFilters = {
  action: undefined,
  actor: undefined,
  object: undefined,
  from: undefined,
  to: undefined,
}
