import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { Checkbox } from '../form/checkbox.tsx'
import { t } from '../language.ts'
import { Skeleton } from '../page/skeleton.tsx'
import { ColumnWidth } from './column-width.tsx'
import { type Column, type DataTableProps, nextSort, ranged, toggled } from './data-table-types.ts'

const cellClass = 'px-3 py-1 first:pl-4 last:pr-4'

/** The wide form of `DataTable`. */
export function DataGrid<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, skeletonRows = 8 } = props
  const { frame, overflowing } = useOverflow()
  // Where a Shift selection starts.
  const last = useRef<string>(undefined)
  return (
    // The frame scrolls only when it must: a scrolling frame would hold the sticky header captive.
    <div
      ref={frame}
      {...(overflowing && { role: 'region', 'aria-label': caption, tabIndex: 0 })}
      className={cx(
        'rounded-panel border border-line bg-panel',
        // Within a frame that scrolls, the header holds to the frame and not to the page.
        overflowing ? 'overflow-x-auto [--top-inset:0px]' : 'overflow-clip',
        'print:overflow-visible',
      )}
    >
      <table className="w-full border-separate border-spacing-0 text-sm" aria-busy={!rows}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="group/head">
            {props.selection && <SelectAll {...props} />}
            {columns.map((column) => (
              <Header key={column.id} column={column} {...props} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => <GridRow key={keyOf(row)} row={row} last={last} {...props} />)
            : [...Array(skeletonRows).keys()].map((at) => (
                <WaitingRow key={at} columns={columns} selectable={Boolean(props.selection)} />
              ))}
        </tbody>
      </table>
    </div>
  )
}

const headerClass = cx(
  cellClass,
  'sticky top-(--top-inset) z-10 h-9 border-b border-line bg-panel',
  'text-left text-xs font-medium whitespace-nowrap text-muted',
)

function SelectAll<Row>({ rows, keyOf, selection, caption }: DataTableProps<Row>) {
  if (!selection) return null
  const keys = rows?.map(keyOf) ?? []
  const chosen = keys.filter((key) => selection.keys.has(key)).length
  const all = keys.length > 0 && chosen === keys.length
  return (
    <th scope="col" className={cx(headerClass, 'w-10 print:hidden')}>
      <Checkbox
        label={t('Select all: {name}', { name: caption })}
        labelHidden
        checked={all}
        indeterminate={chosen > 0 && !all}
        onChange={() => selection.onChange(new Set(all ? [] : keys))}
      />
    </th>
  )
}

const sized = (width: number | undefined) =>
  width === undefined ? undefined : { width, minWidth: width, maxWidth: width }

function Header<Row>({
  column,
  columns,
  sort,
  onSort,
  widths,
  onWidths,
}: DataTableProps<Row> & { column: Column<Row> }) {
  const direction = sort?.column === column.id ? sort.direction : undefined
  const sortable = column.sortable && onSort
  const Icon = direction ? (direction === 'asc' ? ArrowUp : ArrowDown) : ChevronsUpDown
  const words = direction === 'asc' ? 'ascending' : 'descending'
  return (
    <th
      scope="col"
      aria-sort={sortable ? (direction ? words : 'none') : undefined}
      style={sized(widths?.[column.id])}
      className={cx(headerClass, column.align && 'text-right', column.className)}
    >
      {sortable ? (
        <button
          type="button"
          onClick={() => onSort(nextSort(column.id, sort))}
          className={cx(
            '-mx-1.5 inline-flex h-6 items-center gap-1 rounded-sm px-1.5 hover:bg-hover hover:text-text',
            direction && 'text-text',
            column.align && 'flex-row-reverse',
          )}
        >
          {column.header}
          <Icon size={12} aria-hidden />
        </button>
      ) : (
        <span className={column.headerHidden ? 'sr-only' : ''}>{column.header}</span>
      )}
      {onWidths && !column.headerHidden && (
        <ColumnWidth
          header={column.header}
          width={widths?.[column.id]}
          isFirst={columns[0]?.id === column.id}
          onWidth={(width) => {
            const { [column.id]: _, ...others } = widths ?? {}
            onWidths(width === undefined ? others : { ...others, [column.id]: width })
          }}
        />
      )}
    </th>
  )
}

function GridRow<Row>(
  props: DataTableProps<Row> & { row: Row; last: RefObject<string | undefined> },
) {
  const { row, rows, columns, keyOf, selection, last, activeKey, copyOf, nameOf } = props
  const { onFiles, widths } = props
  const [over, setOver] = useState(false)
  const key = keyOf(row)
  return (
    <tr
      data-row
      aria-current={activeKey === key ? true : undefined}
      onKeyDown={(event) => copyOf && copyRow(event, copyOf(row))}
      {...(onFiles && {
        onDragOver: (event) => {
          event.preventDefault()
          setOver(true)
        },
        onDragLeave: () => setOver(false),
        onDrop: (event) => {
          event.preventDefault()
          setOver(false)
          const files = [...event.dataTransfer.files]
          if (files.length > 0) onFiles(row, files)
        },
      })}
      className={cx(
        'group hover:bg-hover aria-current:bg-accent-soft',
        (over || selection?.keys.has(key)) && 'bg-accent-soft',
      )}
    >
      {selection && (
        <td className={cx(cellClass, borderClass, 'print:hidden')}>
          <Checkbox
            label={t('Select {name}', { name: nameOf?.(row) ?? key })}
            labelHidden
            checked={selection.keys.has(key)}
            onChange={({ nativeEvent }) => {
              const from =
                'shiftKey' in nativeEvent && nativeEvent.shiftKey ? last.current : undefined
              selection.onChange(
                from
                  ? ranged(selection.keys, rows?.map(keyOf) ?? [], from, key)
                  : toggled(selection.keys, key),
              )
              last.current = key
            }}
          />
        </td>
      )}
      {columns.map((column, at) => {
        const Cell = at === 0 ? 'th' : 'td'
        return (
          <Cell
            key={column.id}
            scope={at === 0 ? 'row' : undefined}
            style={sized(widths?.[column.id])}
            className={cx(
              cellClass,
              borderClass,
              'h-row text-left font-normal',
              at === 0 && widths?.[column.id] === undefined && 'min-w-44',
              widths?.[column.id] !== undefined && 'overflow-hidden text-ellipsis',
              column.align && 'text-right tabular-nums',
            )}
          >
            {column.cell(row)}
          </Cell>
        )
      })}
    </tr>
  )
}

const borderClass = 'border-b border-line group-last:border-b-0'

function WaitingRow<Row>({
  columns,
  selectable,
}: {
  columns: readonly Column<Row>[]
  selectable: boolean
}) {
  return (
    <tr className="group">
      {selectable && <td className={cx(cellClass, borderClass)} />}
      {columns.map((column, at) => (
        <td key={column.id} className={cx(cellClass, borderClass, 'h-row')}>
          <Skeleton
            className={cx('h-3.5', at === 0 ? 'w-32' : 'w-14', column.align && 'ml-auto')}
          />
        </td>
      ))}
    </tr>
  )
}

/** ⌘C or Ctrl+C on a focused row, unless the viewer has selected something else. */
function copyRow(event: KeyboardEvent, value: string): void {
  const wants = event.key === 'c' && (event.metaKey || event.ctrlKey)
  if (wants && getSelection()?.isCollapsed !== false) void navigator.clipboard.writeText(value)
}

function useOverflow() {
  const frame = useRef<HTMLDivElement>(null)
  const [overflowing, setOverflowing] = useState(false)
  useLayoutEffect(() => {
    const element = frame.current
    const table = element?.firstElementChild
    if (!element || !table) return
    const observer = new ResizeObserver(() => {
      setOverflowing(table.getBoundingClientRect().width > element.clientWidth + 1)
    })
    observer.observe(element)
    observer.observe(table)
    return () => observer.disconnect()
  }, [])
  return { frame, overflowing }
}
