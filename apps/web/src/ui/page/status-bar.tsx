import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** Props of {@link StatusBar}. */
export interface StatusBarProps {
  icon?: LucideIcon
  children: ReactNode
  action?: ReactNode
}

/** A thin bar over the page: "Offline: showing data from 14:02", "You now work as Acme". */
export function StatusBar({ icon: Icon, children, action }: StatusBarProps) {
  return (
    <div
      role="status"
      data-print="hide"
      className="flex min-h-8 flex-wrap items-center justify-center gap-2 bg-ink px-4 py-1 text-sm text-on-ink"
    >
      {Icon && <Icon size={16} aria-hidden />}
      <span>{children}</span>
      {action}
    </div>
  )
}
