import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

/** Props of {@link Tooltip}. */
export interface TooltipProps {
  /** Words that are also known without it: touch never shows them, screen readers skip them. */
  text: ReactNode
  /** The element that takes hover and focus. */
  children: ReactElement
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** Keeps the tooltip when its element is clicked: for controls that explain why they do nothing. */
  keepOnClick?: boolean
}

/** A short text beside an element on hover and focus. */
export function Tooltip({ text, children, side = 'top', keepOnClick = false }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={300} closeOnClick={!keepOnClick} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup aria-hidden className="pop max-w-72 px-2.5 py-1.5 text-xs">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
