import { LayoutGrid, Rows3 } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { SelectField } from '../ui/select-field.tsx'
import type { ChangeSearch } from './directory-filters.tsx'
import { type DirectorySearch, directoryOrders } from './directory-search.ts'

const orderWords: Record<(typeof directoryOrders)[number], string> = {
  'updatedAt:DESC': 'Changed last',
  'name:DESC': 'Name, Z to A',
  'regulatoryStatus:ASC,name': 'Regulatory status',
}

/** The line over the list: filters that are on, order, and table or cards. */
export function DirectoryView({
  search,
  change,
  children,
}: {
  search: DirectorySearch
  change: ChangeSearch
  children: ReactNode
}) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3">
      {children}
      <div className="ml-auto flex items-center gap-1">
        <SelectField
          label="Order"
          labelHidden
          className="w-44"
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
    </div>
  )
}
