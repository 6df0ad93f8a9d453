import { Menu as Base } from '@base-ui/react/menu'
import { Check, type LucideIcon } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { cx } from './cx.ts'

/** Props of {@link Menu}. */
export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  align?: 'start' | 'end'
  side?: 'top' | 'bottom' | 'right'
  /** Made of {@link MenuItem}, {@link MenuChoice}, {@link MenuGroup} and {@link MenuLine}. */
  children: ReactNode
}

/** Actions behind a button. */
export function Menu({ trigger, align = 'end', side = 'bottom', children }: MenuProps) {
  const [place, setPlace] = useState<HTMLElement>()
  return (
    <Base.Root
      modal={false}
      onOpenChange={(open, { trigger: button }) => open && setPlace(landmarkOf(button))}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal container={place}>
        <Base.Positioner
          positionMethod="fixed"
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className="z-50"
        >
          <Base.Popup className="pop max-h-(--available-height) min-w-48 overflow-y-auto p-1">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Menus stay in the landmark of their button: all content of a page belongs to one. */
function landmarkOf(button: Element | undefined): HTMLElement | undefined {
  return button?.closest<HTMLElement>('[role$="dialog"], main, nav, header, aside') ?? undefined
}

const itemClass = cx(
  'flex min-h-8 w-full items-center gap-2.5 rounded-control px-2.5 text-sm outline-none select-none',
  'data-highlighted:bg-hover data-disabled:text-muted pointer-coarse:min-h-11',
)

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

/** One action or link of a menu. */
export function MenuItem(props: MenuItemProps) {
  const { icon: Icon, hint, danger, disabledReason, onSelect, link, children } = props
  const content = (
    <>
      {Icon && <Icon size={16} className={danger ? '' : 'text-muted'} aria-hidden />}
      <span className="min-w-0 flex-1 py-1">
        {children}
        {disabledReason && <span className="block text-xs">{disabledReason}</span>}
      </span>
      {hint}
    </>
  )
  const className = cx(itemClass, danger && !disabledReason && 'text-danger')
  if (link) {
    return (
      <Base.LinkItem render={link} className={className} closeOnClick>
        {content}
      </Base.LinkItem>
    )
  }
  return (
    <Base.Item
      className={className}
      disabled={Boolean(disabledReason)}
      onClick={() => onSelect?.()}
    >
      {content}
    </Base.Item>
  )
}

/** Props of {@link MenuChoice}. */
export interface MenuChoiceProps<T extends string> {
  label: string
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: string }[]
}

/** One of a few, inside a menu: theme, density, time zone. */
export function MenuChoice<T extends string>(props: MenuChoiceProps<T>) {
  return (
    <Base.RadioGroup value={props.value} onValueChange={props.onChange}>
      <Base.Group>
        <Base.GroupLabel className={labelClass}>{props.label}</Base.GroupLabel>
        {props.options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className={itemClass}>
            <span className="flex-1">{option.label}</span>
            <Base.RadioItemIndicator>
              <Check size={16} className="text-accent" aria-hidden />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.Group>
    </Base.RadioGroup>
  )
}

const labelClass = 'px-2.5 pt-2 pb-1 text-xs font-medium text-muted'

/** Items under a common word. */
export function MenuGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className={labelClass}>{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  )
}

/** A line between groups of items. */
export function MenuLine() {
  return <Base.Separator className="mx-1 my-1 h-px bg-line" />
}
