import { useMinute } from './time.tsx'
import { absoluteTime } from './time-format.ts'
import { useTimeZone } from './time-zone.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long something has been overdue: `10 days overdue`. `at` is ISO 8601. */
export function Overdue({ at }: { at: string }) {
  const timeZone = useTimeZone()
  const late = Math.max(useMinute() - Date.parse(at), 60_000)
  const [unit, length] = units.find(([, length]) => late >= length) ?? units[2]
  const count = Math.floor(late / length)
  return (
    <time
      dateTime={at}
      title={absoluteTime(new Date(at), timeZone)}
      className="whitespace-nowrap tabular-nums"
    >
      {`${count} ${unit}${count === 1 ? '' : 's'} overdue`}
    </time>
  )
}
