import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'

/** Props of {@link TooltipLayer}. */
export interface TooltipLayerProps {
  anchor: Element
  side: 'top' | 'bottom' | 'left' | 'right'
  onEnter: () => void
  onClose: () => void
  children: ReactNode
}

/** The text itself, beside its element. */
export function TooltipLayer({ anchor, side, onEnter, onClose, children }: TooltipLayerProps) {
  return (
    <Base.Root
      open
      onOpenChange={(_, { reason }) => {
        if (reason === 'escape-key') onClose()
      }}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50"
        >
          <Base.Popup
            aria-hidden
            onPointerEnter={onEnter}
            onPointerLeave={onClose}
            className="pop max-w-72 px-2.5 py-1.5 text-xs"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
