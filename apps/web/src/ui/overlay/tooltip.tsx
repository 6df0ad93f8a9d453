import {
  type ComponentProps,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'

/** Positioning is a good part of the code of a page that nobody has touched yet: it comes on intent. */
const load = () => import('./tooltip-layer.tsx')
const Layer = lazy(() => load().then(({ TooltipLayer }) => ({ default: TooltipLayer })))

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
  const [anchor, setAnchor] = useState<Element | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const after = (wait: number, next: Element | null) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAnchor(next), wait)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const events: ComponentProps<'span'> = {
    onPointerEnter: ({ pointerType, currentTarget }) => {
      if (pointerType === 'touch') return
      void load().catch(() => undefined)
      after(300, currentTarget.firstElementChild)
    },
    // Long enough to move onto the text itself.
    onPointerLeave: () => after(100, null),
    onFocus: ({ target, currentTarget }) => {
      if (target.matches(':focus-visible')) after(0, currentTarget.firstElementChild)
    },
    onBlur: () => after(0, null),
    onClick: () => {
      if (!keepOnClick) after(0, null)
    },
  }
  return (
    <>
      {/* It has no box of its own: the layout sees only what is in it. */}
      <span className="contents" {...events}>
        {children}
      </span>
      {anchor && (
        <Suspense>
          <Layer
            anchor={anchor}
            side={side}
            onEnter={() => clearTimeout(timer.current)}
            onClose={() => after(0, null)}
          >
            {text}
          </Layer>
        </Suspense>
      )}
    </>
  )
}
