import { X } from 'lucide-react'
import { t } from '../language.ts'

/** One filter that is on. */
export interface FilterChip {
  /** What is filtered and how, such as `Review: Trusted`. */
  label: string
  onRemove: () => void
}

/** The filters that are on, each with a way to take it off. */
export function ChipFilter({ chips }: { chips: readonly FilterChip[] }) {
  return (
    <ul aria-label={t('Filters')} className="flex flex-wrap items-center gap-1.5">
      {chips.map((chip) => (
        <li
          key={chip.label}
          className="inline-flex h-6 items-center rounded-full border border-line bg-panel pl-2.5 text-xs font-medium"
        >
          {chip.label}
          <button
            type="button"
            onClick={chip.onRemove}
            aria-label={t('Remove filter {name}', { name: chip.label })}
            className="grid size-6 place-items-center rounded-full text-muted hover:text-text"
          >
            <X size={12} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
