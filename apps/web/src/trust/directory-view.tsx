import { LayoutGrid, Rows3 } from 'lucide-react'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { type ChangeSearch, type DirectorySearch, directoryOrders } from './directory-search.ts'

const orderWords: Record<(typeof directoryOrders)[number], string> = {
  'updatedAt:DESC': 'Changed last',
  'name:DESC': 'Name, Z to A',
  'regulatoryStatus:ASC,name': 'Regulatory status',
}

/** The order of the list, and whether it is a table or cards. */
export function DirectoryView({
  search,
  change,
}: {
  search: DirectorySearch
  change: ChangeSearch
}) {
  return (
    <div className="flex items-center gap-1">
      <SelectField
        label="Order"
        labelHidden
        className="min-w-40 flex-1"
        options={[
          { value: '', label: 'Name, A to Z' },
          ...directoryOrders.map((order) => ({ value: order, label: orderWords[order] })),
        ]}
        value={search.order ?? ''}
        onChange={(event) =>
          change({ order: directoryOrders.find((order) => order === event.target.value) })
        }
      />
      <div className="hidden sm:flex">
        <IconButton
          icon={Rows3}
          label="Show as table"
          aria-pressed={search.view === undefined}
          className={cx(search.view === undefined && 'bg-hover text-text')}
          onClick={() => change({ view: undefined })}
        />
        <IconButton
          icon={LayoutGrid}
          label="Show as cards"
          aria-pressed={search.view === 'cards'}
          className={cx(search.view === 'cards' && 'bg-hover text-text')}
          onClick={() => change({ view: 'cards' })}
        />
      </div>
    </div>
  )
}
