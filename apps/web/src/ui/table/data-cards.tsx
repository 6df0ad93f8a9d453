import { ArrowDown, ArrowUp } from 'lucide-react'
import { cx } from '../cx.ts'
import { Checkbox } from '../form/checkbox.tsx'
import { SelectField } from '../form/select-field.tsx'
import { IconButton } from '../icon-button.tsx'
import { t } from '../language.ts'
import { Skeleton } from '../page/skeleton.tsx'
import { type DataTableProps, toggled } from './data-table-types.ts'

/** The narrow form of `DataTable`: a list of cards, since a table would have to scroll sideways. */
export function DataCards<Row>(props: DataTableProps<Row>) {
  const { caption, rows, keyOf, skeletonRows = 8, activeKey } = props
  return (
    <div className="flex flex-col gap-2">
      {rows && <SortChoice {...props} />}
      <ul aria-label={caption} aria-busy={!rows} className="flex flex-col gap-2">
        {rows
          ? rows.map((row) => (
              <li
                key={keyOf(row)}
                data-row
                aria-current={activeKey === keyOf(row) ? true : undefined}
                className="rounded-panel border border-line bg-panel px-4 py-3 aria-current:bg-accent-soft"
              >
                <Card row={row} {...props} />
              </li>
            ))
          : [...Array(skeletonRows).keys()].map((at) => (
              <li key={at} className="rounded-panel border border-line bg-panel px-4 py-3">
                <Skeleton className="h-4 w-40" />
                <Skeleton className="mt-3 h-4 w-full" />
                <Skeleton className="mt-2 h-4 w-full" />
              </li>
            ))}
      </ul>
    </div>
  )
}

function Card<Row>({ row, columns, keyOf, nameOf, selection }: DataTableProps<Row> & { row: Row }) {
  const [title, ...others] = columns
  const key = keyOf(row)
  return (
    <>
      <div className="flex items-center gap-3">
        {selection && (
          <Checkbox
            label={t('Select {name}', { name: nameOf?.(row) ?? key })}
            labelHidden
            checked={selection.keys.has(key)}
            onChange={() => selection.onChange(toggled(selection.keys, key))}
          />
        )}
        <div className="min-w-0 text-base font-semibold wrap-anywhere">{title?.cell(row)}</div>
      </div>
      <dl className="mt-1.5 flex flex-col gap-1 text-sm">
        {others
          .filter((column) => !column.wideOnly)
          .map((column) => (
            <div
              key={column.id}
              className="flex min-h-6 items-center justify-between gap-4 has-[dd:empty]:hidden"
            >
              <dt className={cx('shrink-0 text-muted', column.headerHidden && 'sr-only')}>
                {column.header}
              </dt>
              <dd className="min-w-0 text-right wrap-anywhere tabular-nums">{column.cell(row)}</dd>
            </div>
          ))}
      </dl>
    </>
  )
}

function SortChoice<Row>({ columns, sort, onSort }: DataTableProps<Row>) {
  const sortable = columns.filter((column) => column.sortable)
  if (!onSort || sortable.length === 0) return null
  const direction = sort?.direction ?? 'asc'
  return (
    <div className="flex items-end gap-2">
      <SelectField
        label={t('Sort by')}
        labelHidden
        className="flex-1"
        value={sort?.column ?? ''}
        placeholder={t('Sort by')}
        options={sortable.map(({ id, header }) => ({
          value: id,
          label: t('Sort by: {name}', { name: header }),
        }))}
        onChange={(event) => onSort({ column: event.target.value, direction })}
      />
      {sort && (
        <IconButton
          icon={direction === 'asc' ? ArrowUp : ArrowDown}
          label={direction === 'asc' ? 'Ascending: reverse' : 'Descending: reverse'}
          onClick={() => onSort({ ...sort, direction: direction === 'asc' ? 'desc' : 'asc' })}
        />
      )}
    </div>
  )
}
