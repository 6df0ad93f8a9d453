import type { LucideIcon } from 'lucide-react'
import {
  cloneElement,
  createElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useState,
} from 'react'
import { toasts } from './toasts.ts'

type Parts = typeof import('./menu-parts.tsx')

/** Menus are a good part of the code of a page that nobody has touched yet: it comes on intent. */
let parts: Parts | undefined

async function load(): Promise<Parts> {
  parts = await import('./menu-parts.tsx')
  return parts
}

/** Props of {@link Menu}. */
export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement<{ onClick?: (event: MouseEvent<HTMLElement>) => void }>
  align?: 'start' | 'end'
  side?: 'top' | 'bottom' | 'right'
  /** Made of {@link MenuItem}, {@link MenuChoice}, {@link MenuGroup} and {@link MenuLine}. */
  children: ReactNode
}

/** Actions behind a button. */
export function Menu(props: MenuProps) {
  const [opened, setOpened] = useState<{ openedBy: HTMLElement; byKeyboard: boolean }>()
  if (opened && parts) return createElement(parts.OpenedMenu, { ...props, ...opened })
  const intent = () => void load().catch(() => undefined)
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: intent,
    onFocus: intent,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      event.currentTarget.click()
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      const next = { openedBy: event.currentTarget, byKeyboard: event.detail === 0 }
      load().then(
        () => setOpened(next),
        () => toasts.error('The menu couldn’t be loaded. Check your connection and try again.'),
      )
    },
  } as object)
}

/** Props of {@link MenuItem}. */
export interface MenuItemProps {
  icon?: LucideIcon | undefined
  /** Text at the end, such as a `KeyHint`. */
  hint?: ReactNode
  danger?: boolean | undefined
  /** Why it cannot be used: shown under the words. */
  disabledReason?: string | undefined
  onSelect?: (() => void) | undefined
  /** Makes it a link: the anchor, without content. */
  link?: ReactElement | undefined
  children: ReactNode
}

/** Props of {@link MenuChoice}. */
export interface MenuChoiceProps<T extends string> {
  label: string
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: string }[]
}

/** One action or link of a menu. */
export function MenuItem(props: MenuItemProps) {
  return parts && createElement(parts.MenuItem, props)
}

/** One of a few, inside a menu: theme, density, time zone. */
export function MenuChoice<T extends string>(props: MenuChoiceProps<T>) {
  return parts && createElement(parts.MenuChoice<T>, props)
}

/** A line between groups of items. */
export function MenuLine() {
  return parts && createElement(parts.MenuLine)
}
