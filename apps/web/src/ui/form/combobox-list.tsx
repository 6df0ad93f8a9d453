import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown, Search } from 'lucide-react'
import { cx } from '../cx.ts'
import { t } from '../language.ts'
import type { ComboboxOption, ListProps } from './combobox-field.tsx'
import { useFieldControl } from './field.tsx'

/** A list that is open, or has been. */
export function ComboboxList(props: ListProps) {
  const { options, value, onChange, placeholder = t('Choose'), onSearch, disabled } = props
  const control = useFieldControl()
  const labelId = `${control.id}-label`
  const chosen = options.find((option) => option.value === value) ?? null
  return (
    <Base.Root
      items={options}
      value={chosen}
      onValueChange={(option) => option && onChange(option.value)}
      isItemEqualToValue={(a, b) => a.value === b.value}
      disabled={disabled}
      autoHighlight
      defaultOpen
      {...(onSearch && { filter: null, onInputValueChange: onSearch })}
    >
      <Base.Trigger
        {...control}
        aria-labelledby={`${labelId} ${control.id}`}
        className="control justify-between gap-2 text-left"
      >
        <span className={cx('truncate', !chosen && 'text-muted')}>
          {chosen?.label ?? placeholder}
        </span>
        <ChevronsUpDown size={16} aria-hidden />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={4} collisionPadding={8} className="z-50">
          {/* The input lives in the popup: outside it, Base UI hides the page from screen readers. */}
          <Base.Popup
            aria-labelledby={labelId}
            className="pop flex max-h-[min(22rem,var(--available-height))] w-(--anchor-width) min-w-60 flex-col"
          >
            <Popup {...props} labelId={labelId} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Popup({ searchPlaceholder, none, labelId }: ListProps & { labelId: string }) {
  return (
    <>
      <span className="relative flex items-center border-b border-line">
        <Search size={16} className="pointer-events-none absolute left-3 text-muted" aria-hidden />
        <Base.Input
          aria-labelledby={labelId}
          placeholder={searchPlaceholder ?? t('Type to search')}
          className="h-9 w-full bg-transparent pr-3 pl-9 text-sm outline-none"
        />
      </span>
      <Base.Empty className="px-3 py-4 text-center text-sm text-muted empty:hidden">
        {none ?? t('No results')}
      </Base.Empty>
      <Base.List aria-labelledby={labelId} className="min-h-0 overflow-y-auto p-1 empty:hidden">
        {(option: ComboboxOption) => (
          <Base.Item
            key={option.value}
            value={option}
            className={cx(
              'flex min-h-8 items-center justify-between gap-2 rounded-control px-2.5 py-1 text-sm',
              'select-none data-highlighted:bg-hover pointer-coarse:min-h-11',
            )}
          >
            <span className="min-w-0">
              <span className="block truncate">{option.label}</span>
              {option.detail && (
                <span className="block truncate text-xs text-muted">{option.detail}</span>
              )}
            </span>
            <Base.ItemIndicator>
              <Check size={16} className="text-accent" aria-hidden />
            </Base.ItemIndicator>
          </Base.Item>
        )}
      </Base.List>
    </>
  )
}
