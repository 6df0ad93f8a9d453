import { LayoutGrid, Rows3 } from 'lucide-react'
import * as z from 'zod/mini'
import { cx } from '../ui/cx.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import {
  type ChangeSearch,
  DirectorySearch,
  type directoryOrders,
  noView,
  ordersFor,
  viewOf,
} from './search.ts'
import { ColumnChooser, SavedViews } from './view-tools.tsx'

const orderWords: Record<(typeof directoryOrders)[number], string> = {
  'updatedAt:DESC': 'Last changed',
  'name:DESC': 'Name, Z to A',
  'regulatoryStatus:ASC,name': 'Regulatory status',
}

/** Props of {@link DirectoryView}. */
export interface DirectoryViewProps {
  search: DirectorySearch
  change: ChangeSearch
  /** Whether there is a user whose views can be saved. */
  signedIn: boolean
  columns: {
    readonly all: readonly { id: string; header: string }[]
    /** Those that are left out, by id. */
    readonly hidden: readonly string[]
    readonly onHide: (hidden: string[]) => void
  }
}

/** The order of the list, whether it is a table or cards, its columns, and what is kept of all that. */
export function DirectoryView({ search, change, signedIn, columns }: DirectoryViewProps) {
  const orders = ordersFor(signedIn)
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:w-full lg:shrink-0 lg:flex-nowrap">
      {signedIn && (
        <SavedViews
          screen="directory"
          filters={viewOf(search)}
          onChoose={(filters) => change({ ...noView, ...z.parse(DirectorySearch, filters) })}
        />
      )}
      <SelectField
        label="Order"
        labelHidden
        className="min-w-40 flex-1"
        options={[
          { value: '', label: 'Name, A to Z' },
          ...orders.map((order) => ({ value: order, label: orderWords[order] })),
        ]}
        value={orders.find((order) => order === search.order) ?? ''}
        onChange={(event) =>
          change({ order: orders.find((order) => order === event.target.value) })
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
        {search.view === undefined && (
          <ColumnChooser columns={columns.all} hidden={columns.hidden} onChange={columns.onHide} />
        )}
      </div>
    </div>
  )
}
