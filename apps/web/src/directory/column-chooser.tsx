import { Columns3 } from 'lucide-react'
import { CheckGroup } from '../ui/form/check-group.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Popover } from '../ui/overlay/popover.tsx'

/** Props of {@link ColumnChooser}. */
export interface ColumnChooserProps {
  /** Those that may be left out. */
  columns: readonly { id: string; header: string }[]
  hidden: readonly string[]
  onChange: (hidden: string[]) => void
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Which columns a table has. */
export function ColumnChooser(props: ColumnChooserProps) {
  const { columns, hidden, onChange, open, onOpenChange } = props
  return (
    <Popover
      title="Columns"
      align="end"
      open={open}
      onOpenChange={onOpenChange}
      trigger={<IconButton icon={Columns3} label="Choose columns" />}
    >
      <CheckGroup
        label="Columns"
        labelHidden
        options={columns.map(({ id, header }) => ({ value: id, label: header }))}
        values={columns.map(({ id }) => id).filter((id) => !hidden.includes(id))}
        onChange={(shown) =>
          onChange(columns.map(({ id }) => id).filter((id) => !shown.includes(id)))
        }
      />
    </Popover>
  )
}
