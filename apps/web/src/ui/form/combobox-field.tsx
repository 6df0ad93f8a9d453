import { ChevronsUpDown } from 'lucide-react'
import { createElement, type ReactNode, useState } from 'react'
import { cx } from '../cx.ts'
import { t } from '../language.ts'
import { toasts } from '../overlay/toasts.ts'
import { Field, type FieldProps, useFieldControl } from './field.tsx'

type Parts = typeof import('./combobox-list.tsx')

/** Lists are a good part of the code of a page on which none is open yet: it comes on intent. */
let parts: Parts | undefined

async function load(): Promise<Parts> {
  parts = await import('./combobox-list.tsx')
  return parts
}

/** One choice of a {@link ComboboxField}. */
export interface ComboboxOption {
  value: string
  label: string
  /** A second line: a DID, a country. */
  detail?: string
}

/** What the list needs to know. */
export interface ListProps {
  options: readonly ComboboxOption[]
  /** The chosen value, or '' when none is chosen. */
  value: string
  onChange: (value: string) => void
  placeholder?: string | undefined
  searchPlaceholder?: string | undefined
  /** Set when the options come from a search elsewhere: then nothing is filtered here. */
  onSearch?: ((query: string) => void) | undefined
  /** The words when nothing fits. */
  none?: ReactNode
  disabled?: boolean | undefined
}

/** Props of {@link ComboboxField}. */
export type ComboboxFieldProps = FieldProps & ListProps

/** One of many choices, found by typing. */
export function ComboboxField(props: ComboboxFieldProps) {
  const { label, labelHidden, hint, error, optional, className, ...list } = props
  return (
    <Field {...{ label, labelHidden, hint, error, optional, className }}>
      <List {...list} />
    </Field>
  )
}

function List(props: ListProps) {
  const { options, value, placeholder = t('Choose'), disabled } = props
  const [opened, setOpened] = useState(false)
  const control = useFieldControl()
  if (opened && parts) return createElement(parts.ComboboxList, props)
  const chosen = options.find((option) => option.value === value)
  const intent = () => void load().catch(() => undefined)
  return (
    <button
      type="button"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      disabled={disabled}
      {...control}
      aria-labelledby={`${control.id}-label ${control.id}`}
      className="control justify-between gap-2 text-left"
      onPointerEnter={intent}
      onFocus={intent}
      onClick={() => {
        load().then(
          () => setOpened(true),
          () =>
            toasts.error(t('The list couldn’t be loaded. Check your connection and try again.')),
        )
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        event.currentTarget.click()
      }}
    >
      <span className={cx('truncate', !chosen && 'text-muted')}>
        {chosen?.label ?? placeholder}
      </span>
      <ChevronsUpDown size={16} aria-hidden />
    </button>
  )
}
