import { Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { FieldNotes, type FieldProps } from '../form/field.tsx'
import { IconButton } from '../icon-button.tsx'

/** One column: its cell is an input of the caller's, labelled by the column's words. */
export interface EditorColumn {
  name: string
  label: string
  optional?: boolean | undefined
  narrow?: boolean | undefined
  cell: (cell: CellProps) => ReactNode
}

/** What a cell gets: its text, where to write it, and its accessible name. */
export interface CellProps {
  value: string
  onChange: (value: string) => void
  label: string
  disabled: boolean
}

type Row = Readonly<Record<string, string>>

/** Props of {@link TableEditor}. */
export interface TableEditorProps extends FieldProps {
  columns: readonly EditorColumn[]
  rows: readonly Row[]
  onChange: (rows: Row[]) => void
  disabled?: boolean | undefined
}

/** Rows to fill in. Enter goes to the row below and makes one at the end; Alt with an arrow goes up and down. */
export function TableEditor(props: TableEditorProps) {
  const {
    label,
    labelHidden,
    hint,
    error,
    optional,
    columns,
    rows,
    onChange,
    disabled = false,
  } = props
  const id = useId()
  const frame = useRef<HTMLFieldSetElement>(null)
  const focus = (at: number, column: number) =>
    // The row may have to be drawn first.
    requestAnimationFrame(() => {
      const cells = frame.current?.querySelectorAll(`[data-line="${at}"] [data-cell]`)[column]
      cells?.querySelector<HTMLElement>('input, select, button')?.focus()
    })
  const add = () => {
    onChange([...rows, {}])
    focus(rows.length, 0)
  }
  const remove = (at: number) => {
    onChange(rows.filter((_, other) => other !== at))
    if (rows.length > 1) focus(Math.max(0, at - 1), 0)
    else frame.current?.querySelector<HTMLElement>('[data-add]')?.focus()
  }
  const keys = (event: KeyboardEvent, at: number, column: number) => {
    const typing = event.target instanceof HTMLInputElement
    if (typing && event.key === 'Enter') {
      event.preventDefault()
      if (at === rows.length - 1 && !disabled) {
        onChange([...rows, {}])
      }
      focus(at + 1, column)
    }
    const step = event.altKey && { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      focus(at + step, column)
    }
  }
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <fieldset ref={frame} className="min-w-0" aria-describedby={described || undefined}>
      <legend className={labelHidden ? 'sr-only' : 'mb-1 text-sm font-medium'}>
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </legend>
      {rows.length > 0 && (
        <table className="w-full text-sm max-sm:block">
          <thead className="max-sm:sr-only">
            <tr>
              {columns.map((column) => (
                <th
                  key={column.name}
                  scope="col"
                  className={cx(
                    'pr-2 pb-1 text-left text-xs font-medium text-muted',
                    column.narrow && 'w-28',
                  )}
                >
                  {column.label}
                  {column.optional && ' (optional)'}
                </th>
              ))}
              {!disabled && (
                <th scope="col" className="w-8">
                  <span className="sr-only">Remove</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody className="max-sm:flex max-sm:flex-col max-sm:gap-2">
            {rows.map((row, at) => (
              <tr
                // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name but its place
                key={at}
                data-line={at}
                className="max-sm:flex max-sm:flex-col max-sm:gap-2 max-sm:rounded-control max-sm:border max-sm:border-line max-sm:p-3"
              >
                {columns.map((column, place) => (
                  <td
                    key={column.name}
                    data-cell
                    className="min-w-0 pr-2 pb-1.5 align-top max-sm:p-0"
                    onKeyDown={(event) => keys(event, at, place)}
                  >
                    <span aria-hidden className="mb-1 block text-xs text-muted sm:hidden">
                      {column.label}
                    </span>
                    {column.cell({
                      value: row[column.name] ?? '',
                      onChange: (value) =>
                        onChange(
                          rows.map((one, n) => (n === at ? { ...one, [column.name]: value } : one)),
                        ),
                      label: `${column.label}, row ${at + 1}`,
                      disabled,
                    })}
                  </td>
                ))}
                {!disabled && (
                  <td className="align-top max-sm:self-end">
                    <IconButton
                      icon={Trash2}
                      label={`Remove row ${at + 1}`}
                      onClick={() => remove(at)}
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!disabled && (
        <Button icon={Plus} data-add onClick={add} className="mt-1 mb-1">
          Add row<span className="sr-only"> to {label}</span>
        </Button>
      )}
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  )
}
