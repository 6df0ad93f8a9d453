import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../icon-button.tsx'
import { t } from '../language.ts'

/** Props of {@link SelectedBar}. */
export interface SelectedBarProps {
  /** What is selected, such as `Selected companies`. */
  label: string
  /** How many are selected, and what belongs to that. */
  summary: ReactNode
  onClear: () => void
  /** What can be done with all of them. */
  children: ReactNode
}

/** What is selected in a list and what can be done with it, at the foot of the window. */
export function SelectedBar({ label, summary, onClear, children }: SelectedBarProps) {
  return (
    <section
      aria-label={label}
      data-print="hide"
      className="sticky bottom-[calc(var(--bottom-inset)+0.75rem)] z-20 mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-panel border border-line bg-raised py-2 pr-3 pl-4 shadow-pop"
    >
      <div className="flex min-w-0 flex-1 items-center gap-3 text-sm">{summary}</div>
      <div className="flex flex-wrap items-center gap-2">
        {children}
        <IconButton icon={X} label={t('Clear selection')} onClick={onClear} />
      </div>
    </section>
  )
}
