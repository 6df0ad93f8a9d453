import { seed } from '@countersign/kit/testing-volume'
import type { FuzzReport } from './fuzz.fixture.ts'

/** No request may take longer, however busy the machine is; a second is what is aimed at. */
export const unbearableMs = 30_000

/** What came of it, in a line. */
export const figures = (report: FuzzReport) =>
  `seed ${seed}: ${report.requests} requests, ${Math.round(report.requests / report.seconds)} a second, ` +
  `${report.slow} took more than a second, the longest (${report.slowest}) ${Math.round(report.longestMs)} ms; ` +
  `by status ${JSON.stringify(report.byStatus)}`

/** Where and why a request was refused, without what differs from one to the next. */
export function issuesOf(body: string): string {
  const parsed: unknown = JSON.parse(body)
  const detail: unknown = Reflect.get(Object(parsed), 'detail')
  if (!Array.isArray(detail)) return String(detail).slice(0, 120)
  return detail
    .map((one: unknown) => {
      const loc: unknown = Reflect.get(Object(one), 'loc')
      const where = Array.isArray(loc) ? loc.join('.') : ''
      return `${where.replaceAll(/\[\d+\]/g, '[]')} ${String(Reflect.get(Object(one), 'msg'))}`
    })
    .sort()
    .join('; ')
}
