import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '../ui/button.tsx'

/** How many companies fit beside each other. */
export const mostCompared = 4

/** What is ticked in the directory, and the way to see it side by side. */
export function CompareBar({
  selected,
  onClear,
}: {
  selected: ReadonlyMap<string, string>
  onClear: () => void
}) {
  if (selected.size === 0) return null
  const fits = selected.size >= 2 && selected.size <= mostCompared
  return (
    <section
      aria-label="Ticked companies"
      data-print="hide"
      className="sticky bottom-[calc(var(--bottom-inset)+0.75rem)] z-20 mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-panel border border-line bg-raised px-4 py-2.5 shadow-pop"
    >
      <p className="text-sm">
        <span className="font-semibold">{selected.size} ticked</span>
        <span className="text-muted max-sm:hidden"> {[...selected.values()].join(', ')}</span>
      </p>
      <div className="ml-auto flex gap-2">
        <Button onClick={onClear}>Clear</Button>
        {fits ? (
          <Link
            to="/network/compare"
            search={{ dids: [...selected.keys()].join(',') }}
            className={buttonClass('primary')}
          >
            Compare
          </Link>
        ) : (
          <Button disabledReason={`Tick two to ${mostCompared} companies to compare them`}>
            Compare
          </Button>
        )}
      </div>
    </section>
  )
}
