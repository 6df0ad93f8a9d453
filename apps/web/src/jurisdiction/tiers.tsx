import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { type CellProps, type EditorColumn, TableEditor } from '../ui/table/table-editor.tsx'

type Rows = Readonly<Record<string, string>>[]

/** Props of {@link JurisdictionTiers}. */
export interface JurisdictionTiersProps {
  tiers: Rows
  error: string | undefined
  onChange: (tiers: Rows) => void
}

const line =
  (more: { maxLength: number; inputMode?: 'decimal' }) =>
  ({ value, onChange, label, disabled }: CellProps) => (
    <TextField
      {...{ label, disabled, value, ...more }}
      labelHidden
      onChange={({ target }) => onChange(target.value)}
    />
  )

const columns: readonly EditorColumn[] = [
  {
    name: 'comparator',
    label: 'From or above',
    narrow: true,
    cell: ({ value, onChange, label, disabled }) => (
      <SelectField
        {...{ label, disabled }}
        labelHidden
        options={[
          { value: '>=', label: 'From' },
          { value: '>', label: 'Above' },
        ]}
        value={value || '>='}
        onChange={({ target }) => onChange(target.value)}
      />
    ),
  },
  {
    name: 'amount',
    label: 'Amount',
    narrow: true,
    cell: line({ maxLength: 20, inputMode: 'decimal' }),
  },
  { name: 'data', label: 'Required data', cell: line({ maxLength: 500 }) },
]

/** From which amount on what must travel, lowest amount first. */
export function JurisdictionTiers({ tiers, error, onChange }: JurisdictionTiersProps) {
  return (
    <TableEditor
      label="Amounts"
      optional
      hint="Lowest first. 0 means every transfer."
      error={error}
      columns={columns}
      rows={tiers}
      onChange={onChange}
    />
  )
}
