import { Time } from '../ui/value/time.tsx'
import { absoluteTime } from '../ui/value/time-format.ts'
import { useTimeZone } from '../ui/value/time-zone.ts'

/** When something is due: `due in 3 days`, `10 days overdue`. `at` is ISO 8601. */
export function DueTime({ at }: { at: string }) {
  const timeZone = useTimeZone()
  const days = Math.floor((Date.now() - Date.parse(at)) / 86_400_000)
  if (days < 1)
    return (
      <>
        due <Time value={at} inRow />
      </>
    )
  return (
    <time dateTime={at} title={absoluteTime(new Date(at), timeZone)} className="tabular-nums">
      {days === 1 ? '1 day overdue' : `${days} days overdue`}
    </time>
  )
}
