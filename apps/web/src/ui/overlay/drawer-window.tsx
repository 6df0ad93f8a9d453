import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../icon-button.tsx'
import { causedByToast } from './dialog-window.tsx'
import type { DrawerProps } from './drawer.tsx'

const sides = {
  right: 'right-0 w-[min(34rem,100vw)] border-l',
  wide: 'right-0 w-[min(84rem,100vw)] border-l',
  left: 'left-0 w-[min(18rem,85vw)] border-r side-left',
}

/** The drawer itself. */
export function DrawerWindow(props: DrawerProps) {
  const { open, onOpenChange, title, meta, actions, footer, children, side = 'right', wide } = props
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        if (causedByToast(details)) details.cancel()
        else onOpenChange(next)
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="backdrop z-40" />
        <Base.Popup
          // Not on the first button: keys of the list go on working, and Space presses nothing.
          initialFocus={heading}
          className={`side fixed inset-y-0 z-40 flex flex-col border-line bg-panel outline-none ${sides[wide ? 'wide' : side]}`}
        >
          <div className="flex items-start justify-between gap-3 border-b border-line px-5 py-3">
            <div className="min-w-0 py-1">
              <Base.Title
                ref={heading}
                tabIndex={-1}
                className="text-lg font-semibold wrap-anywhere outline-none"
              >
                {title}
              </Base.Title>
              {meta && <div className="mt-1 flex flex-wrap items-center gap-2">{meta}</div>}
            </div>
            <div className="flex items-center gap-1">
              {actions}
              <Base.Close render={<IconButton icon={X} label="Close" />} />
            </div>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4 [--top-inset:0px]">
            {children}
          </div>
          {footer && (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
              {footer}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
