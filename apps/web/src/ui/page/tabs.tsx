import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, useRef } from 'react'
import { cx } from '../cx.ts'
import { useActiveInView } from './use-active-in-view.ts'

/** One tab: its word, a count where it helps, and what it opens. */
export interface TabItem<T extends string> {
  value: T
  label: string
  /** Present and undefined while it is on its way: its place is kept. */
  count?: number | undefined
  content: ReactNode
}

/** Props of {@link Tabs}. */
export interface TabsProps<T extends string> {
  /** What the tabs divide: their name for screen readers. */
  label: string
  value: T
  onChange: (value: T) => void
  items: readonly TabItem<T>[]
}

/** Views of one thing. Keep the value in the address, so that a link opens the same tab. */
export function Tabs<T extends string>({ label, value, onChange, items }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null)
  useActiveInView(list, value)
  return (
    <Base.Root value={value} onValueChange={(next: T) => onChange(next)}>
      <Base.List
        ref={list}
        aria-label={label}
        data-print="hide"
        className="relative mb-4 flex gap-5 overflow-x-auto overflow-y-hidden border-b border-line"
      >
        {items.map((item) => (
          <Base.Tab
            key={item.value}
            value={item.value}
            className={
              'flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-0.5 text-sm font-medium ' +
              'whitespace-nowrap text-muted -outline-offset-2! hover:text-text ' +
              'data-active:border-accent data-active:text-text'
            }
          >
            {item.label}
            {'count' in item && (
              <span
                className={cx(
                  'rounded-full bg-neutral-soft px-1.5 text-xs text-muted tabular-nums',
                  item.count === undefined && 'invisible',
                )}
              >
                {item.count ?? 0}
              </span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      {items.map((item) => (
        <Base.Panel key={item.value} value={item.value} className="outline-offset-4">
          {item.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
