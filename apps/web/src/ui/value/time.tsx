import { useSyncExternalStore } from 'react'
import { Tooltip } from '../overlay/tooltip.tsx'
import { absoluteTime, dayOf, relativeTime } from './time-format.ts'
import { useTimeZone } from './time-zone.ts'

/** Props of {@link Time}. */
export interface TimeProps {
  /** ISO 8601 text, a number of milliseconds, or a date; nothing shows a dash. */
  value: string | number | Date | null | undefined
  format?: 'relative' | 'absolute' | 'day'
  /**
   * For rows: no tab stop of its own. The full time then shows on hover, and screen readers
   * hear it with the relative one.
   */
  inRow?: boolean
}

/** A moment. The relative form carries the absolute one, with its zone. */
export function Time({ value, format = 'relative', inRow = false }: TimeProps) {
  const timeZone = useTimeZone()
  const now = useMinute()
  const date = value === null || value === undefined ? undefined : new Date(value)
  if (!date || Number.isNaN(date.getTime())) return <span className="text-muted">–</span>

  const dateTime = date.toISOString()
  const full = absoluteTime(date, timeZone)
  const className = 'whitespace-nowrap tabular-nums'
  if (format !== 'relative') {
    return (
      <time dateTime={dateTime} className={className} title={format === 'day' ? full : undefined}>
        {format === 'day' ? dayOf(date, timeZone) : full}
      </time>
    )
  }
  const near = relativeTime(date, now)
  if (inRow) {
    return (
      <time dateTime={dateTime} className={className} title={full} data-paper={full}>
        <span>{near}</span>
        <span className="sr-only">, {full}</span>
      </time>
    )
  }
  return (
    <Tooltip text={full}>
      {/* A button, since only what takes focus can show its tooltip by keyboard. */}
      <button
        type="button"
        aria-label={`${near}, ${full}`}
        className="-my-0.5 min-h-6 rounded-sm decoration-dotted underline-offset-2 hover:underline"
      >
        <time dateTime={dateTime} className={className} data-paper={full}>
          <span>{near}</span>
        </time>
      </button>
    </Tooltip>
  )
}

/** The time by the page's clock: what shows it is drawn again as time passes. */
export const useMinute = (): number => useSyncExternalStore(onMinute, minute)

/** One clock for all times of the page; it stands still while nobody looks at a time. */
function onMinute(changed: () => void): () => void {
  const timer = setInterval(changed, 30_000)
  return () => clearInterval(timer)
}

function minute(): number {
  // Steps of half a minute: between two of them React must see the same value.
  return Math.ceil(Date.now() / 30_000) * 30_000
}
