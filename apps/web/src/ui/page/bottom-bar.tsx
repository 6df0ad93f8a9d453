import { type ReactNode, useRef } from 'react'
import { useInset } from './use-inset.ts'

/** A line of small links, fixed to the bottom of the page. */
export function BottomBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLElement>(null)
  useInset(bar, '--footer-inset')
  return (
    <footer
      ref={bar}
      data-print="hide"
      className="fixed inset-x-0 bottom-(--banner-inset) z-20 flex min-h-7 items-center justify-end gap-5 border-t border-line bg-bg px-4 text-xs sm:px-6"
    >
      {children}
    </footer>
  )
}
