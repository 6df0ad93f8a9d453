import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useCan, useCompany } from '../session.ts'
import { ComboboxField } from '../ui/combobox-field.tsx'
import type { FieldProps } from '../ui/field.tsx'
import { TextField } from '../ui/text-field.tsx'

interface Props extends FieldProps {
  value: Readonly<Record<string, string>>
  onChange: (value: Record<string, string>) => void
  disabled: boolean
}

/** A document of the own library. Where the library is empty or closed, its name is written down. */
export function FilePart({ value, onChange, disabled, ...words }: Props) {
  const did = useCompany() ?? ''
  const { allowed } = useCan('trustframework.uploadVASPDocument')
  const { data } = useQuery({
    queryKey: ['document.list', did],
    queryFn: ({ signal }) => api.document.list({ did }, { signal }),
    enabled: allowed && did !== '',
    staleTime: 30_000,
  })
  const { id = '', title = '' } = value
  const documents = data?.documents ?? []
  if (documents.length === 0)
    return (
      <TextField
        {...words}
        disabled={disabled}
        maxLength={200}
        value={title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
    )
  const options = documents.map((one) => ({ value: one.id, label: one.title }))
  const known = options.some((option) => option.value === id)
  return (
    <ComboboxField
      {...words}
      disabled={disabled}
      placeholder="Choose a document"
      options={title && !known ? [{ value: id || title, label: title }, ...options] : options}
      value={id || title}
      onChange={(chosen) => {
        const found = documents.find((one) => one.id === chosen)
        if (found) onChange({ id: found.id, title: found.title })
      }}
    />
  )
}
