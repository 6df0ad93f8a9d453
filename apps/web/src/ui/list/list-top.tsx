import type { ReactNode } from 'react'
import { ChipFilter, type FilterChip } from '../table/chip-filter.tsx'

/** Props of {@link ListTop}. */
export interface ListTopProps {
  chips: readonly FilterChip[] | undefined
  /** How many rows there are, in words; empty while that is unknown. */
  count: string | undefined
  /** What concerns the whole list, such as a file of it. */
  children: ReactNode
}

/** The line above the rows: how many there are, which filters are on, and what concerns all of them. */
export const ListTop = ({ chips, count, children }: ListTopProps) => (
  <div className="mb-2 flex min-h-control flex-wrap items-center justify-end gap-2 empty:hidden">
    {(count !== undefined || chips?.[0]) && (
      <div className="mr-auto flex flex-wrap items-center gap-x-3 gap-y-2">
        {count && <p className="text-sm text-muted tabular-nums">{count}</p>}
        {chips?.[0] && <ChipFilter chips={chips} />}
      </div>
    )}
    {children}
  </div>
)
