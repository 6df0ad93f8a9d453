import { Search as SearchIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { cx } from '../cx.ts'
import { SelectField } from '../form/select-field.tsx'
import { TextField, type TextFieldProps } from '../form/text-field.tsx'
import { focusRow } from '../table/list-keys.ts'
import { chipsOf, clear, controlsOf, type Filters, type Narrowing } from './filters.ts'

/**
 * Filters as a list takes them.
 * @param tools what else narrows the list, such as saved views
 */
export const filtered = <Search extends object>(
  filters: Filters<Search>,
  tools?: ReactNode,
): Narrowing => ({
  bar: <FilterBar filters={filters}>{tools}</FilterBar>,
  chips: chipsOf(filters),
  onClear: () => void clear(filters),
})

/**
 * The filters of a list in a row.
 * @param props.children what else narrows the list, such as saved views
 */
export function FilterBar<Search extends object>({
  filters,
  children,
}: {
  filters: Filters<Search>
  children?: ReactNode
}) {
  const controls = controlsOf(filters)
  return (
    <search className="mb-3 flex flex-wrap items-end gap-x-3 gap-y-2">
      {controls.map(({ field, value, set }) => {
        const common = { label: field.label, labelHidden: !field.labelled }
        if ('options' in field)
          return (
            <SelectField
              key={field.key}
              {...common}
              className="min-w-36 flex-1 sm:max-w-56"
              options={[
                { value: '', label: field.any },
                ...field.options.map(({ value: one, label, count }) => ({
                  value: one,
                  label: count === undefined ? label : `${label} (${count})`,
                })),
              ]}
              value={value}
              onChange={({ target }) => set(target.value)}
            />
          )
        if ('day' in field)
          return (
            <TextField
              key={field.key}
              {...common}
              type="date"
              className="min-w-36 flex-1 sm:max-w-40"
              value={value}
              onChange={({ target }) => set(target.value)}
            />
          )
        if ('control' in field)
          return (
            <div key={field.key} className="min-w-36 flex-1 sm:max-w-72">
              {field.control({ ...common, value, onChange: set })}
            </div>
          )
        const { placeholder, maxLength = 200, mono, whole = false } = field
        return (
          <Words
            key={field.key}
            {...{ ...common, placeholder, maxLength, mono, whole, value, set }}
            // Alone, it has what stands beside it in its line on a phone too.
            className={
              controls[0] && !controls[1] ? 'basis-40 sm:max-w-96' : 'basis-full sm:basis-60'
            }
          />
        )
      })}
      {children}
    </search>
  )
}

type WordsProps = Pick<
  TextFieldProps,
  'label' | 'labelHidden' | 'placeholder' | 'maxLength' | 'mono' | 'className'
> & {
  whole: boolean
  value: string
  set: (words: string) => unknown
}

function Words({ whole, value, set, className, ...field }: WordsProps) {
  const [words, setWords] = useState(value)
  // The address may change by itself: Back, or a filter that was taken off.
  useEffect(() => setWords(value), [value])
  const apply = (next: string) => next.trim() !== value && set(next.trim())
  return (
    <TextField
      {...field}
      type="search"
      icon={SearchIcon}
      className={cx('min-w-0 flex-1', className)}
      value={words}
      onChange={({ target }) => {
        setWords(target.value)
        if (!whole || target.value === '') apply(target.value)
      }}
      onBlur={() => apply(words)}
      // From the words straight into what they found.
      onKeyDown={(event) => {
        if (whole && event.key === 'Enter') apply(words)
        else if (event.key === 'ArrowDown' || event.key === 'Enter') {
          event.preventDefault()
          focusRow(0)
        }
      }}
    />
  )
}
