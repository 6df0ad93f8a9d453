import type { ReactNode } from 'react'
import { Time } from '../value/time.tsx'

/** What stands under a printed page: where it came from, when, and more where that helps. */
export function PrintFooter({ children }: { children?: ReactNode }) {
  return (
    <footer className="hidden text-xs text-muted print:mt-4 print:block">
      <p className="wrap-anywhere">
        {location.href} · printed <Time value={new Date()} format="absolute" />
      </p>
      {children && <p>{children}</p>}
    </footer>
  )
}
