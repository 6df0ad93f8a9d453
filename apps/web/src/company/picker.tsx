import { useDeferredValue, useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { ComboboxField } from '../ui/form/combobox-field.tsx'

/** Props of {@link CompanyPicker}. */
type CompanyPickerProps = {
  label: string
  value: string
  onChange: (did: string) => void
  /** Companies that are no choice. */
  without: readonly string[]
  hint?: string | undefined
  optional?: boolean | undefined
  error?: string | undefined
}

/** One company of the network, found by its name. */
export function CompanyPicker({ value, onChange, without, ...field }: CompanyPickerProps) {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const query = { ...(q && { q }), listingType: 'all' as const, per_page: 20 }
  const { data } = useOperation(api.vasp.list, { query }, { placeholderData: (before) => before })
  const options = (data?.vasps ?? [])
    .filter(({ did }) => !without.includes(did))
    .map(({ did, name }) => ({ value: did, label: name, detail: did }))
  return (
    <ComboboxField
      {...field}
      placeholder="Choose a company"
      searchPlaceholder="Search companies"
      options={options}
      value={value}
      onChange={onChange}
      onSearch={setTyped}
      none="No matching companies"
    />
  )
}
