import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '../cx.ts'

/** Props of {@link Popover}. */
export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement
  title: string
  /** Keeps the title for screen readers only. */
  titleHidden?: boolean
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  align?: 'start' | 'center' | 'end'
  children: ReactNode
}

/** More than a menu, less than a dialog: filters, a switcher, a definition. */
export function Popover(props: PopoverProps) {
  const { trigger, title, titleHidden, open, onOpenChange, align = 'start', children } = props
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className="pop max-h-(--available-height) w-80 max-w-(--available-width) overflow-y-auto p-4">
            <Base.Title className={cx(titleHidden ? 'sr-only' : 'mb-2 text-sm font-semibold')}>
              {title}
            </Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
