import { Overdue } from '../ui/value/overdue.tsx'
import { Time, useMinute } from '../ui/value/time.tsx'

/** When something is due: `due in 3 days`, `10 days overdue`. `at` is ISO 8601. */
export function DueTime({ at }: { at: string }) {
  const now = useMinute()
  if (Date.parse(at) < now) return <Overdue at={at} />
  return (
    <>
      due <Time value={at} inRow />
    </>
  )
}
