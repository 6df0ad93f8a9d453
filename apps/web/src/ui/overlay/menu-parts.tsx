import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import type { MenuChoiceProps, MenuItemProps, MenuProps } from './menu.tsx'

/** A menu that is open, or has been. */
export function OpenedMenu(props: MenuProps & { openedBy: HTMLElement; byKeyboard: boolean }) {
  const { trigger, align = 'end', side = 'bottom', children, openedBy, byKeyboard } = props
  const [place, setPlace] = useState(() => landmarkOf(openedBy))
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // A click without a pointer, which also puts the focus on the first item.
    if (byKeyboard) button.current?.click()
  }, [byKeyboard])
  return (
    <Base.Root
      modal={false}
      defaultOpen={!byKeyboard}
      onOpenChange={(open, { trigger: pressed }) => open && setPlace(landmarkOf(pressed))}
    >
      <Base.Trigger ref={button} render={trigger} />
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

/** A line between groups of items. */
export function MenuLine() {
  return <Base.Separator className="mx-1 my-1 h-px bg-line" />
}
