import { Dialog as Base } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../ui/cx.ts'
import { KeyHint } from '../ui/value/key-hint.tsx'
import { type PaletteItem, usePaletteGroups } from './palette-items.ts'

/** Goes anywhere and does anything by a few letters. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const groups = usePaletteGroups(words)
  const items = groups.flatMap((group) => group.items)
  const current = items[Math.min(at, items.length - 1)]
  const optionId = (item: PaletteItem) => `${id}-${item.id}`

  useEffect(() => {
    const active = list.current?.querySelector('[aria-selected="true"]')
    active?.scrollIntoView({ block: 'nearest' })
  })

  const run = (item: PaletteItem) => {
    onClose()
    item.run()
  }
  const pressed = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && items.length > 0) setAt((before) => (before + step + items.length) % items.length)
    else if (event.key === 'Enter' && current) run(current)
    else return
    event.preventDefault()
  }

  return (
    <Base.Root open onOpenChange={(open) => open || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop z-40" />
        <Base.Popup className="pop fixed inset-x-3 top-3 z-40 mx-auto flex max-h-[min(32rem,80dvh)] max-w-xl flex-col sm:top-[12vh]">
          <Base.Title className="sr-only">Search and commands</Base.Title>
          <div className="relative flex items-center border-b border-line">
            <Search
              size={16}
              className="pointer-events-none absolute left-4 text-muted"
              aria-hidden
            />
            <input
              role="combobox"
              aria-label="Search pages, companies and actions"
              aria-expanded={items.length > 0}
              aria-controls={`${id}-list`}
              aria-activedescendant={current && optionId(current)}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              placeholder="Search pages, companies and actions"
              value={words}
              onChange={(event) => {
                setWords(event.target.value)
                setAt(0)
              }}
              onKeyDown={pressed}
              className="h-12 w-full bg-transparent pr-4 pl-11 text-base outline-none"
            />
          </div>
          {items.length === 0 && (
            <p role="status" className="px-4 py-8 text-center text-sm text-muted">
              No results. Try a name, a DID or a page.
            </p>
          )}
          <div
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label="Results"
            className={cx('min-h-0 overflow-y-auto p-1.5', items.length === 0 && 'hidden')}
          >
            {groups.map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
              <div key={group.label} role="group" aria-label={group.label}>
                <p aria-hidden className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
                  {group.label}
                </p>
                {group.items.map((item) => (
                  <Option
                    key={item.id}
                    id={optionId(item)}
                    item={item}
                    active={item === current}
                    onPoint={() => setAt(items.indexOf(item))}
                    onRun={() => run(item)}
                  />
                ))}
              </div>
            ))}
          </div>
          <p
            aria-hidden
            className="flex gap-4 border-t border-line px-4 py-2 text-xs text-muted max-sm:hidden"
          >
            <span>
              <KeyHint keys="↑↓" /> choose
            </span>
            <span>
              <KeyHint keys="Enter" /> open
            </span>
            <span>
              <KeyHint keys="Esc" /> close
            </span>
          </p>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

type OptionProps = {
  id: string
  item: PaletteItem
  active: boolean
  onPoint: () => void
  onRun: () => void
}

function Option({ id, item, active, onPoint, onRun }: OptionProps) {
  const { icon: Icon, label, detail, keys } = item
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, as in every combobox
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
    <div
      id={id}
      role="option"
      aria-selected={active}
      onPointerMove={() => active || onPoint()}
      onClick={onRun}
      className={cx(
        'flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-2.5 py-1 text-sm',
        'pointer-coarse:min-h-11',
        active && 'bg-accent-soft',
      )}
    >
      <Icon size={16} className="text-muted" aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{label}</span>
        {detail && <span className="block truncate font-mono text-xs text-muted">{detail}</span>}
      </span>
      {keys && <KeyHint keys={keys} />}
    </div>
  )
}
