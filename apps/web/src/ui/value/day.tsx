import { dayOf } from './time-format.ts'

/** A date without a time, the same in every time zone. `on` starts with YYYY-MM-DD. */
export function Day({ on }: { on: string }) {
  const day = on.slice(0, 10)
  return (
    <time dateTime={day} className="whitespace-nowrap tabular-nums">
      {dayOf(new Date(`${day}T12:00:00Z`), 'UTC')}
    </time>
  )
}
